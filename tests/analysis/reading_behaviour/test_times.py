"""Times and changes of mind, right and wrong apart."""

import pytest

from analysis.reading_behaviour import times
from tests.analysis.reading_behaviour.read import a_study, read_by

pytestmark = pytest.mark.django_db


def test_times_are_told_right_and_wrong_apart():
    study = a_study(presentation="whole", evaluations_per_judge=2)
    read_by(study, 6, 4, masked=False, stays=[])
    right, wrong = times.outcomes(study)
    assert (right.correct, right.answers, right.changes) == (True, 4, 2)
    assert (right.chosen, right.confirmed, right.visible) == (4.0015, 5.0, 4.5)
    assert (wrong.correct, wrong.answers, wrong.changes) == (False, 2, 1)
    assert times.devices(study) == [("touch", 6, 4)]
    judges = times.judges_times(study, after=0)
    assert [(row.correct, row.answers) for row in judges.rows] == [(True, 2), (True, 2), (False, 2)]
    assert judges.next_after is None
