"""What is counted of a study."""

import pytest

from analysis.models import Result
from analysis.recomputation import counting
from analysis.recomputation.counts import Panel, Share, StudyCounts
from analysis.recomputation.store import RunStatus, recompute
from studies.models import Answer, Triad, Trial
from studies.services.lifecycle import triads
from tests.analysis.answering import give_answers, give_outcomes
from tests.analysis.recomputation.runs import counts_of
from tests.factories import make_link, open_study

pytestmark = pytest.mark.django_db


def test_counts_of_a_study_are_those_of_its_rows():
    study = open_study(evaluations=24)
    experts = make_link(study, panel="experts")
    give_answers(study, 7, 4, link=experts)
    give_answers(study, 5, 2, link=make_link(study, panel="public"))
    give_answers(study, 3, 3, link=experts, state="surplus")
    give_answers(study, 2, 0, link=experts, state="lapsed")
    assert recompute(study_id=study.pk) is RunStatus.DONE
    counts = counts_of(study)
    assert (counts.counted, counts.correct, counts.judges) == (12, 6, 12)
    assert (counts.surplus, counts.lapsed, counts.reading) == (3, 2, 0)
    assert counts.panels == (
        Panel("experts", counted=7, correct=4, lapsed=2, surplus=3),
        Panel("public", counted=5, correct=2),
    )
    counted = Answer.objects.counted()
    assert counts.orders == {
        order: Share(
            counted.filter(trial__triad__order=order).count(),
            counted.filter(trial__triad__order=order, correct=True).count(),
        )
        for order in counting.ORDERS
    }
    assert counts.positions == tuple(
        counted.filter(chosen_position=position).count() for position in (1, 2, 3)
    )
    assert counts.median_seconds == pytest.approx(20)
    assert counts.fast == 0


def test_pilot_answers_never_count():
    study = open_study(evaluations=24)
    pilot = make_link(study, mode="pilot")
    triads.add_pilot_block(study)
    give_answers(study, 6, 6, link=pilot)
    recompute(study_id=study.pk)
    counts = counts_of(study)
    assert (counts.counted, counts.correct, counts.pilot) == (0, 0, 6)
    assert counts.panels == ()


def test_a_held_trial_is_read_until_its_hold_runs_out():
    study = open_study(evaluations=24)
    trials = give_answers(study, 2, 0, state="held")
    Triad.objects.filter(pk=trials[0].triad_id).update(free_from="2100-01-01T00:00Z")
    recompute(study_id=study.pk)
    assert (counts_of(study).reading, counts_of(study).lapsed) == (1, 1)


def test_path_goes_through_every_answer_of_a_small_study():
    study = open_study(evaluations=24)
    give_outcomes(study, [True, False, True, True])
    recompute(study_id=study.pk)
    assert counts_of(study).path == ((1, 1), (2, 1), (3, 2), (4, 3))


def test_path_of_a_large_study_is_thinned_and_true(monkeypatch):
    monkeypatch.setattr(counting, "PATH_POINTS", 10)
    study = open_study(evaluations=96)
    outcomes = [number % 3 == 0 for number in range(90)]
    give_outcomes(study, outcomes)
    recompute(study_id=study.pk)
    path = counts_of(study).path
    assert 5 <= len(path) <= 10
    assert path[-1] == (90, 30)
    assert all(x == sum(outcomes[:n]) for n, x in path)


def test_surplus_answers_are_not_counted():
    study = open_study(evaluations=24)
    give_answers(study, 9, 4)
    give_answers(study, 3, 1, state="surplus")
    recompute(study_id=study.pk)
    assert Result.objects.get().counted == Trial.objects.counted().count() == 9


def test_with_repeats_judges_are_counted_by_their_results():
    study = open_study(evaluations=24, evaluations_per_judge=4)
    give_answers(study, 24, 15, per_judge=4)
    recompute(study_id=study.pk)
    counts = counts_of(study)
    assert counts.judges == 6
    assert sum(row.judges * row.correct for row in counts.judge_results) == 15
    assert StudyCounts.from_json(counts.as_json()) == counts
