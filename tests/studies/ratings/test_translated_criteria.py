"""A study's own criteria in further languages."""

from dataclasses import replace

from studies.ratings.criteria import DEFAULT, Criterion, in_language, is_default, words_of

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


def test_words_that_say_only_a_part_are_passed_over_for_those_that_say_all():
    half, whole = {"truth": {}, "flow": {"label": "Fluidez"}}, {"flow": SPANISH["flow"]}
    assert in_language(OWN, half, {}, whole) is None
    assert in_language(OWN[:1], half, None, whole) == [
        Criterion("flow", "Fluidez", "Se lee de corrido.")
    ]


def test_a_criterion_is_ours_only_while_none_of_its_words_is_changed():
    assert all(map(is_default, DEFAULT))
    assert is_default(replace(DEFAULT[1], shows_context=True))
    assert not is_default(replace(DEFAULT[1], question="How natural does it sound?"))
    assert not is_default(Criterion("naturalness"))
