"""The sentences of a directed triad: the question is quoted, and nothing else is claimed."""

from dataclasses import replace

from analysis.recomputation.counts import StudyCounts
from analysis.recomputation.exact_tests import ExactTests, Repeats
from analysis.verdict_text import GivenVerdict, ResultSnapshot, WaldTest, statement
from tests.analysis.verdict_text.statements import (
    PLAN,
    REPEATS,
    SEQUENTIAL,
    SIMILARITY,
    decided,
    given,
)

QUESTION = "Which one was written by a machine?"
ASKED = {"protocol": "directed", "question": QUESTION}
ONLY_THIS = (
    "Judges were told what to look for: this says nothing about differences that the question "
    "does not name."
)
DIRECTED, SIMILAR = replace(PLAN, **ASKED), replace(SIMILARITY, **ASKED)


def test_difference_shown():
    text = decided(DIRECTED, 45, 98)
    assert text.sentence == (
        "Judges like these, asked “Which one was written by a machine?”, can tell these texts of "
        "Rosa and TGen apart: 45 of 98 right, 41 needed at alpha 0.05 (p = 0.0065, strong "
        "evidence). At least 5.9 % of people perceive a difference (95 % limit)."
    )
    assert text.more == (ONLY_THIS,)
    assert text.caveat == decided(PLAN, 45, 98).caveat


def test_difference_not_shown():
    assert decided(DIRECTED, 36, 98).sentence.startswith(
        "No difference was shown at alpha 0.05 with the question “Which one was written by a "
        "machine?”: 36 of 98 right, 41 needed (p = 0.27). The similarity test, which is not this "
        "plan's verdict, holds"
    )
    assert "with the question" in decided(DIRECTED, 24, 60).sentence


def test_similarity():
    assert decided(SIMILAR, 36, 98).sentence.startswith(
        "These texts of Rosa and TGen are similar in the sense of the plan, which asks “Which one "
        "was written by a machine?”: with 99 % confidence at most 23.4 % of people perceive a "
        "difference (limit 30 %;"
    )
    assert decided(SIMILAR, 42, 98).sentence.startswith(
        "Similarity was not shown at beta 0.01 with the question “Which one was written by a "
        "machine?”: 42 of 98 right, at most 40 allowed;"
    )
    assert decided(SIMILAR, 36, 98).more == (ONLY_THIS,)


def test_sequential():
    wald = WaldTest(14, 22, risk_difference=0.04104, risk_similarity=0.04288)
    plan = replace(SEQUENTIAL, **ASKED)
    for outcome, correct, counted, beginning in (
        ("difference", 22, 42, f"Judges like these, asked “{QUESTION}”, can tell these texts of"),
        (
            "similarity",
            14,
            41,
            "These texts of Rosa and TGen are similar in the sense of the plan, which asks "
            f"“{QUESTION}”: decided after 41 answers",
        ),
    ):
        verdict = GivenVerdict(outcome, counted, correct, judges=counted, texts=24, wald=wald)
        counts = StudyCounts(counted=counted, correct=correct)
        text = statement(ResultSnapshot(plan=plan, counts=counts, verdict=verdict))
        assert text.sentence.startswith(beginning)
        assert text.more == (ONLY_THIS,)


def test_repeats():
    plan = replace(REPEATS, **ASKED)
    fit = Repeats(4, 0.4375, 0.13521, 0.6998, gamma=0.0, p_overdispersion=1.0, d_prime=1.2)
    for correct, beginning in (
        (
            15,
            f"The judges of this panel, asked “{QUESTION}”, told these texts of Rosa",
        ),
        (9, f"No difference was shown with the question “{QUESTION}” (9 of 24 answers"),
    ):
        tests = ExactTests.of(plan, correct, 24)
        verdict = GivenVerdict("", 24, correct, judges=4, texts=24, tests=tests, repeats=fit)
        counts = StudyCounts(counted=24, correct=correct)
        text = statement(ResultSnapshot(plan=plan, counts=counts, verdict=verdict))
        assert text.sentence.startswith(beginning)
        assert text.more[0] == ONLY_THIS
        assert "recommends for the triangle test." in text.more[-1]


def test_the_papers_tables_are_not_cited():
    assert decided(replace(PLAN), 13, 24).footnotes
    assert decided(DIRECTED, 13, 24).footnotes == ()
    assert decided(SIMILARITY, 20, 60).footnotes or decided(SIMILARITY, 36, 98).footnotes
    assert decided(SIMILAR, 20, 60).footnotes == decided(SIMILAR, 36, 98).footnotes == ()


def test_few_right_answers_may_mean_the_difference_the_other_way_round():
    assert decided(DIRECTED, 20, 98).warning.endswith(
        "They may also mean that texts of Rosa, not of TGen, look like what the question asks for."
    )
    assert "other way" not in decided(PLAN, 20, 98).warning
    assert "look like" not in decided(PLAN, 20, 98).warning


def test_a_question_of_several_lines_stays_one_sentence():
    plan = replace(DIRECTED, question="Which one\n was written  by a machine?")
    snapshot = ResultSnapshot(plan, StudyCounts(counted=98, correct=45), given(plan, 45, 98))
    assert f"asked “{QUESTION}”, can" in statement(snapshot).sentence
