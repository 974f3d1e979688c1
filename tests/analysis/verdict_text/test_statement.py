"""What stands beside the verdict: withdrawals, raises, and what came later."""

from dataclasses import replace

import pytest

from analysis.recomputation.counts import Share, StudyCounts
from analysis.verdict_text import ResultSnapshot, statement
from tests.analysis.verdict_text.statements import PLAN, decided, given


def test_withdrawn_after_the_verdict():
    counts = StudyCounts(counted=96, correct=43, withdrawn=2, verdict_left=Share(96, 43))
    text = decided(PLAN, 45, 98, counts=counts)
    assert text.sentence.startswith("Judges like these can tell these texts of Rosa and TGen apart")
    assert text.more == (
        "The verdict and its numbers are of the 98 answers of its time; 2 of them were withdrawn "
        "since. After withdrawal of 2 answers: Judges like these can tell these texts of Rosa and "
        "TGen apart: 43 of 96 right, 41 needed at alpha 0.05 (p = 0.013, moderate evidence). At "
        "least 4.2 % of people perceive a difference (95 % limit).",
    )


def test_withdrawn_until_nothing_can_be_shown():
    counts = StudyCounts(counted=2, correct=2, verdict_left=Share(2, 2))
    text = decided(PLAN, 20, 24, counts=counts)
    assert text.more == (
        "The verdict and its numbers are of the 24 answers of its time; 22 of them were withdrawn "
        "since. After withdrawal of 22 answers: With 2 answers no result can show a difference at "
        "alpha 0.05. At least 3 are needed.",
    )


def test_raised_after_the_verdict():
    verdict = given(PLAN, 45, 98)
    counts = StudyCounts(
        counted=110, correct=50, verdict_left=Share(98, 45), after_verdict=Share(12, 5)
    )
    plan = replace(PLAN, evaluations=150)
    text = statement(ResultSnapshot(plan=plan, counts=counts, verdict=verdict, raised_from=98))
    assert "45 of 98 right" in text.sentence
    assert text.more == (
        "The number was raised from 98 to 150 after this verdict, which stays on record.",
        "12 answers came after the verdict (5 right) and do not alter it.",
    )


@pytest.mark.parametrize(
    ("later", "sentence"),
    [
        (Share(1, 0), "1 answer came after the verdict (0 right) and does not alter it."),
        (Share(3, 2), "3 answers came after the verdict (2 right) and do not alter it."),
    ],
)
def test_answers_after_the_verdict_are_told_of(later, sentence):
    counts = StudyCounts(counted=98, correct=45, after_verdict=later)
    assert decided(PLAN, 45, 98, counts=counts).more == (sentence,)
    nothing = StudyCounts(counted=98, correct=45, after_verdict=Share())
    assert decided(PLAN, 45, 98, counts=nothing).more == ()
