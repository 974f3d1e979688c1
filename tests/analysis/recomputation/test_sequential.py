"""The verdict of a sequential plan."""

import pytest

from analysis.models import Verdict
from analysis.recomputation import counting
from analysis.recomputation.counts import Share
from analysis.recomputation.store import recompute
from tests.analysis.answering import give_outcomes
from tests.analysis.recomputation.runs import counts_of
from tests.factories import open_study

pytestmark = pytest.mark.django_db


def sequential(**fields):
    return open_study(
        method="sequential", alpha=0.05, beta=0.05, pd=0.3, items=24, **{"evaluations": 60} | fields
    )


def test_first_crossing_is_stored_with_its_answer_and_ends_recruitment():
    study = sequential()
    outcomes = [True] * 9 + [False] * 6
    trials = give_outcomes(study, outcomes)
    recompute(study_id=study.pk)
    verdict = Verdict.objects.get()
    # 8 right of 8 is the first count on Wald's upper line.
    line = verdict.numbers["upper_line"]
    assert (verdict.outcome, verdict.correct) == ("difference", line)
    assert verdict.counted == verdict.correct
    assert verdict.last_answer == trials[verdict.counted - 1].answer.pk
    study.refresh_from_db()
    assert study.is_complete
    counts = counts_of(study)
    assert counts.verdict_left == Share(verdict.counted, verdict.correct)
    assert counts.after_verdict.counted == len(outcomes) - verdict.counted


def test_sequential_similarity():
    study = sequential(goal="similarity")
    give_outcomes(study, [False] * 30)
    recompute(study_id=study.pk)
    assert Verdict.objects.get().outcome == "similarity"


def test_largest_number_between_the_lines_is_no_verdict():
    study = sequential(evaluations=24)
    give_outcomes(study, [True, True, False, False, False, True, False, False] * 3)
    recompute(study_id=study.pk)
    verdict = Verdict.objects.get()
    assert (verdict.outcome, verdict.counted) == ("none", 24)
    assert "difference" not in verdict.numbers


def test_sequential_goes_on_between_the_lines():
    study = sequential()
    give_outcomes(study, [True, False, False] * 3)
    recompute(study_id=study.pk)
    assert not Verdict.objects.exists()
    study.refresh_from_db()
    assert not study.is_complete
    assert counting.stale_studies() == []


def test_recruitment_ends_after_a_crash_between_verdict_and_end():
    study = sequential()
    give_outcomes(study, [True] * 12)
    recompute(study_id=study.pk)
    type(study).objects.filter(pk=study.pk).update(completed_at=None)
    assert counting.stale_studies() == [study.pk]
    recompute(study_id=study.pk)
    study.refresh_from_db()
    assert study.is_complete
    assert counting.stale_studies() == []
