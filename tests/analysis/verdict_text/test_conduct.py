"""What happened beside the plan stands beside the verdict, and only there where it happened."""

from dataclasses import replace

import pytest

from analysis.recomputation.counts import Share, StudyCounts
from analysis.verdict_text import Conduct, ResultSnapshot, statement
from analysis.verdict_text.conduct import conduct_sentences
from tests.analysis.verdict_text.statements import PLAN, SIMILARITY, given

TITLES = tuple(f"Study {n}" for n in range(5))


def of(conduct=None, **counts):
    snapshot = ResultSnapshot(
        plan=PLAN,
        counts=StudyCounts(counted=98, correct=45, **counts),
        verdict=given(PLAN, 45, 98),
        conduct=conduct or Conduct(),
    )
    return snapshot, conduct_sentences(snapshot)


def test_nothing_is_said_where_nothing_happened():
    assert of()[1] == ()


@pytest.mark.parametrize(
    ("happened", "sentence"),
    [
        (
            {"links_added": 1},
            "Who could take part was changed after the first answer: 1 link added.",
        ),
        (
            {"links_added": 2, "links_revoked": 1, "links_changed": 3, "excluded_ids_changed": 2},
            "Who could take part was changed after the first answer: 2 links added, 1 link "
            "revoked, 3 links given another end or number of places, the list of excluded ids "
            "changed.",
        ),
        (
            {"reopened": 1},
            "The study was closed and opened again after results could be seen.",
        ),
        (
            {"reopened": 2},
            "The study was closed and opened again 2 times after results could be seen.",
        ),
        (
            {"same_texts_titles": TITLES[:1], "same_texts_number": 1},
            f"The same texts were also tested in 1 other study (“{TITLES[0]}”).",
        ),
        (
            {"same_texts_titles": TITLES, "same_texts_number": 5},
            "The same texts were also tested in 5 other studies "
            f"(“{TITLES[0]}”, “{TITLES[1]}” and 3 more).",
        ),
        (
            {"same_texts_titles": TITLES[:1], "same_texts_number": 3},
            f"The same texts were also tested in 3 other studies (you may see “{TITLES[0]}”).",
        ),
        (
            {"same_texts_number": 2},
            "The same texts were also tested in 2 other studies.",
        ),
        (
            {"same_texts_erased": 1},
            "The same texts were also tested in 1 that was erased.",
        ),
        (
            {"same_texts_number": 1, "same_texts_erased": 2},
            "The same texts were also tested in 1 other study and in 2 that were erased.",
        ),
    ],
)
def test_conduct_is_said_in_a_sentence(happened, sentence):
    snapshot, found = of(Conduct(**happened))
    assert found == (sentence,)
    assert sentence in statement(snapshot).more
    waiting = replace(snapshot, verdict=None)
    assert statement(waiting).more == (sentence,)
    hidden = statement(replace(snapshot, hidden=True))
    assert hidden.more == ()


@pytest.mark.parametrize(
    ("counts", "sentence"),
    [
        (
            {"withdrawn_in_sight": 1},
            "1 answer was withdrawn before the verdict, while results could be seen.",
        ),
        (
            {"withdrawn_in_sight": 3},
            "3 answers were withdrawn before the verdict, while results could be seen.",
        ),
        (
            {"back_from_pilot": 1},
            "1 judge with counted answers had been a pilot judge of this study before (the same "
            "id, browser or person invited).",
        ),
        (
            {"back_from_pilot": 2},
            "2 judges with counted answers had been pilot judges of this study before (the same "
            "id, browser or person invited).",
        ),
    ],
)
def test_counts_are_said_in_a_sentence(counts, sentence):
    snapshot, found = of(**counts)
    assert found == (sentence,)
    assert sentence in statement(snapshot).more


def test_without_a_verdict_none_was_withdrawn_before_it():
    snapshot, _ = of(withdrawn_in_sight=1)
    assert "1 answer was withdrawn while results could be seen." in conduct_sentences(
        replace(snapshot, verdict=None)
    )


def beside(plan, correct, attention):
    counts = StudyCounts(counted=98, correct=correct, attention=attention)
    return statement(ResultSnapshot(plan=plan, counts=counts, verdict=given(plan, correct, 98)))


def test_the_pass_rate_of_attention_triads_stands_beside_similar_only():
    passed = (
        "Attention triads passed: 93 of 96. Bots and judges who do not read guess, and "
        "guessing looks like similarity."
    )
    assert passed in beside(SIMILARITY, 36, Share(96, 93)).more
    assert "ttention" not in beside(SIMILARITY, 45, Share(96, 93)).as_text()
    assert "ttention" not in beside(PLAN, 36, Share(96, 93)).as_text()


def test_similar_without_any_attention_triad_is_warned():
    none = (
        "No attention triads: bots and judges who do not read guess, and guessing looks like "
        "similarity."
    )
    assert none in beside(SIMILARITY, 36, Share(0, 0)).more
    assert "ttention" not in beside(SIMILARITY, 36, None).as_text()  # not counted yet
    assert "ttention" not in beside(PLAN, 45, Share(0, 0)).as_text()
