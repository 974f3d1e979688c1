"""Judge by judge."""

import pytest

from analysis.breakdown.judges import JudgeRow, judges_page
from tests.analysis.breakdown.answered import answered
from tests.factories import make_judge, make_link

pytestmark = pytest.mark.django_db


def test_judges_by_their_answers():
    study, trials = answered(counted=24)
    found = judges_page(study, which="", after=0)
    right = {t.judge_id: t.answer.correct for t in trials}
    assert [(row.judge.pk, row.correct, row.counted) for row in found.rows] == [
        (pk, right[pk], 1) for pk in sorted(right)
    ]
    assert all(row.median_seconds == pytest.approx(20, abs=1) for row in found.rows)
    assert judges_page(study, which="excluded", after=0).rows == []


def test_a_judge_without_a_trial_has_nothing_of_all():
    study, _trials = answered(counted=1)
    judge = make_judge(make_link(study))
    row = judges_page(study, which="", after=0).rows[-1]
    assert row == JudgeRow(judge, 0, 0, 0, 0, 0, 0, None, None)
    assert (row.share, row.notes) == ("–", [])
