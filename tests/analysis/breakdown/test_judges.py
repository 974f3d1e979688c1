"""Judge by judge."""

import pytest

from analysis.breakdown.judges import judges_page
from tests.analysis.breakdown.answered import answered

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
