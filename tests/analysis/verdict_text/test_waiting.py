"""What is said of a study without a verdict."""

from dataclasses import replace

import pytest

from analysis.recomputation.counts import Share, StudyCounts
from analysis.verdict_text import ResultSnapshot, statement
from tests.analysis.verdict_text.statements import PLAN, SEQUENTIAL, decided, waiting


def test_no_answers():
    assert waiting() == "No answers yet. Send the recruitment link to begin."


def test_not_opened():
    assert waiting(opened=False) == "This study has not been opened yet: it has no answers."


def test_pilot_answers_only():
    assert waiting(counts=StudyCounts(pilot=12)) == "12 pilot answers, none counted."
    assert waiting(counts=StudyCounts(pilot=1)) == "1 pilot answer, not counted."


def test_fixed_number_not_reached():
    assert waiting(counted=61, correct=24) == (
        "61 of 98 answers, 24 right. No verdict yet: this plan decides at 98."
    )


def test_blind_not_complete():
    assert waiting(counted=61, correct=24, hidden=True, sealed=True) == (
        "61 of 98 answers. Results are hidden until 98."
    )


def test_blind_sequential():
    assert waiting(SEQUENTIAL, 37, 18, hidden=True, sealed=True) == (
        "37 answers, at most 200. Results are hidden until the verdict is given."
    )


def test_blind_closed_early():
    assert waiting(counted=61, hidden=True, sealed=True, closed=True) == (
        "Closed at 61 of 98: no verdict under this plan. Results stay hidden until the study is "
        "unsealed."
    )


def test_recruiter_follows_the_progress_only():
    assert waiting(counted=61, correct=24, hidden=True) == (
        "61 of 98 answers. You can follow the progress of this study, not its results."
    )


def test_recruiter_is_told_no_verdict():
    hidden = decided(PLAN, 45, 98, hidden=True)
    assert hidden.as_text() == (
        "98 of 98 answers. You can follow the progress of this study, not its results."
    )


def test_closed_early():
    assert waiting(counted=61, correct=24, closed=True) == (
        "Closed at 61 of 98: no verdict under this plan."
    )


def test_raised_after_looking():
    assert waiting(replace(PLAN, evaluations=150), 120, 50, raised_from=98) == (
        "Number raised from 98 to 150 after results could be seen: no fixed-number verdict."
    )


@pytest.mark.parametrize(
    ("in_order", "sentence"),
    [
        (Share(31, 15), "37 answers, 31 of them in order, 15 of these right. No verdict yet: "),
        (Share(0, 0), "37 answers, none of them in order: a judge who began earlier is still"),
    ],
)
def test_sequential_where_earlier_judges_are_still_reading(in_order, sentence):
    counts = StudyCounts(counted=37, correct=18, in_order=in_order)
    text = statement(ResultSnapshot(plan=SEQUENTIAL, counts=counts)).as_text()
    assert text.startswith(sentence)


def test_sequential_going_on():
    assert waiting(SEQUENTIAL, 37, 18) == (
        "37 answers, 18 right. No verdict yet: at this point 20 or more would show a difference, "
        "12 or fewer similarity. (Wald's lines, alpha 0.05, beta 0.05, pd 30 %)"
    )


@pytest.mark.parametrize(
    ("counted", "lines"),
    [
        (1, "1 answer, 1 right. No verdict yet: at this point no number right would decide. "),
        (
            8,
            "8 answers, 1 right. No verdict yet: at this point 8 or more would show a difference. ",
        ),
    ],
)
def test_sequential_where_a_line_cannot_be_reached(counted, lines):
    assert waiting(SEQUENTIAL, counted, 1).startswith(lines)
