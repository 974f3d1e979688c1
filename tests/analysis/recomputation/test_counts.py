"""The counts of a study as plain values. No database."""

import json
from dataclasses import astuple, replace

import pytest

from analysis.recomputation.counts import Inputs, JudgeResult, Panel, Share, StudyCounts
from analysis.recomputation.rating_study.numbers import JudgeNumbers, RatingNumbers
from studies.values.people import People

INPUTS = Inputs(
    answers_stored=5, trials_withdrawn=5, amendments=5, method_version=5, judges_excluded=5
)
# Every field differs from that of an empty study.
COUNTS = StudyCounts(
    last_answer=97,
    counted=4, correct=2, judges=4, surplus=1, pilot=1, withdrawn=1, lapsed=1, reading=1, fast=1,
    fast_seconds=6, people=People(began=5, completed=4), excluded=1,
    median_seconds=20.5, quartiles=(10.0, 30.0), seconds=(1, 3),
    panels=(Panel("experts", counted=4, correct=2),), orders={"ABB": Share(4, 2)},
    sureness={"certain": Share(3, 2)},
    positions=(2, 1, 1), in_order=Share(3, 1), path=((1, 1), (4, 2)),
    judge_results=(JudgeResult(1, 2, 2),),
    first_answer_at="2026-05-01T10:00:00+00:00", attention=Share(4, 3),
    withdrawn_in_sight=1, back_from_pilot=1,
    verdict_left=Share(3, 2), after_verdict=Share(1, 0),
    ratings=RatingNumbers("of these", judges=(JudgeNumbers(1, sheets=2, ratings=6, median=80.0),)),
)  # fmt: skip


@pytest.mark.parametrize("part", Inputs.__slots__)
def test_inputs_cover_what_is_nowhere_more(part: str) -> None:
    assert INPUTS.covers(INPUTS)
    assert replace(INPUTS, **{part: 6}).covers(INPUTS)
    assert not replace(INPUTS, **{part: 4}).covers(INPUTS)
    less, more = dict.fromkeys(Inputs.__slots__, 9) | {part: 4}, INPUTS
    assert not Inputs(**less).covers(more)


def test_what_is_empty_counts_nothing() -> None:
    counts = [*astuple(StudyCounts()), *StudyCounts().positions, *astuple(Panel("x"))[1:]]
    assert {count for count in counts if isinstance(count, int)} == {0}


def test_every_count_survives_json() -> None:
    empty = astuple(StudyCounts())
    assert all(value != nothing for value, nothing in zip(astuple(COUNTS), empty, strict=True))
    assert StudyCounts.from_json(json.loads(json.dumps(COUNTS.as_json()))) == COUNTS


def test_a_result_of_an_older_version_has_the_counts_that_it_lacks_as_none() -> None:
    assert StudyCounts.from_json({}) == StudyCounts()
    assert StudyCounts.from_json({"counted": 4, "gone": 1}) == StudyCounts(counted=4)
