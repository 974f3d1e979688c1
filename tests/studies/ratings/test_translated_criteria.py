"""A study's own criteria in further languages."""

from studies.ratings.criteria import Criterion, in_language, words_of

OWN = [Criterion("flow", "Flow", "It reads on."), Criterion("truth", "Truth")]
SPANISH = {
    "flow": {"label": "Fluidez", "definition": "Se lee de corrido."},
    "truth": {"label": "Verdad", "definition": "sobra"},
}


def test_all_words_are_shown_in_the_language_or_none():
    found = in_language(OWN, SPANISH)
    assert found == [
        Criterion("flow", "Fluidez", "Se lee de corrido."),
        # What the study does not say is not said in another language either.
        Criterion("truth", "Verdad"),
    ]
    assert in_language(OWN, {"flow": SPANISH["flow"]}) is None
    assert in_language(OWN, {**SPANISH, "flow": {"label": "Fluidez"}}) is None
    assert in_language(OWN, None) is None
    assert in_language([], None) == []


def test_the_words_of_a_criterion_are_those_it_has():
    assert words_of(OWN[1]) == {"label": "Truth"}
