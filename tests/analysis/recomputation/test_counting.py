"""What is counted of a study."""

import math
from collections import Counter

import pytest
from django.db import connection

from analysis.models import Result
from analysis.recomputation import counting, progress
from analysis.recomputation.counts import Panel, Share, StudyCounts
from analysis.recomputation.store import RunStatus, recompute
from studies.models import Answer, Triad, Trial
from studies.services.lifecycle.places import triads
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


def test_pilot_and_live_judges_are_told_apart_in_every_count():
    """Judges of both modes who finished, left and read; only the live ones stand there."""
    study = open_study(evaluations=24, evaluations_per_judge=2)
    triads.add_pilot_block(study)
    for link in (make_link(study), make_link(study, mode="pilot")):
        give_answers(study, 2, 1, link=link, per_judge=2)  # one finishes
        give_answers(study, 1, 1, link=link, per_judge=2)  # one leaves after the first
        give_answers(study, 1, 0, link=link, state="lapsed")
        held = give_answers(study, 1, 0, link=link, state="held")
        Triad.objects.filter(pk=held[0].triad_id).update(free_from="2100-01-01T00:00Z")
    recompute(study_id=study.pk)
    counts = counts_of(study)
    assert (counts.people.began, counts.people.left, counts.reading, counts.lapsed) == (4, 2, 1, 1)
    assert (counts.counted, counts.pilot, counts.judges) == (3, 3, 2)


@pytest.mark.parametrize("each", [1, 2])
@pytest.mark.parametrize("state", ["answered", "surplus", "excluded"])
def test_who_is_excluded_or_too_late_has_finished_all_the_same(each, state):
    """The judge made all evaluations: none of them has left."""
    study = open_study(
        evaluations=24, evaluations_per_judge=each, least_seconds=2, primary_set="kept"
    )
    trials = give_answers(study, each, 0, per_judge=each)
    give_answers(study, each, 0, per_judge=each)
    if state != "answered":
        _put(trials, state)
    recompute(study_id=study.pk)
    result = Result.objects.get(study=study, analysis_set="kept")
    people = StudyCounts.from_json(result.numbers).people
    assert (people.began, people.completed, people.left) == (2, 2, 0)


def _put(trials, state):
    """Past the rules of the database: as it holds them after the services."""
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute("ALTER TABLE studies_trial DISABLE TRIGGER USER")
        pks = [trial.pk for trial in trials]
        cursor.execute("UPDATE studies_trial SET state = %s WHERE id = ANY(%s)", [state, pks])
        cursor.execute("ALTER TABLE studies_trial ENABLE TRIGGER USER")


@pytest.mark.parametrize("number", range(1, 9))
def test_quantiles_of_times_are_those_of_the_sorted_list(number):
    """The lower one where two are in the middle: a time that some judge took."""
    times = sorted((7 * place) % 5 * 10 for place in range(number))
    histogram = sorted(Counter(times).items())
    for part in (1, 2, 3):
        place = math.ceil(part * number / 4)
        assert progress._quantile(histogram, part, 4) == times[place - 1]


def test_times_stand_in_their_classes_and_fast_ones_are_counted():
    """A tenth of a second before and at each end of a class."""
    ends = progress.SECONDS[1:4]
    histogram = [(10 * end + d, 1) for end in ends for d in (-1, 0)]
    found = progress._by_seconds(histogram)
    assert found[: len(ends) + 1] == (1, *[2] * (len(ends) - 1), 1)
    assert sum(found) == len(histogram)


def test_answers_of_another_study_stand_in_no_count():
    study, other = open_study(evaluations=24), open_study(evaluations=24)
    give_answers(other, 9, 9)
    give_answers(study, 3, 1)
    give_answers(other, 2, 0, state="lapsed")
    recompute(study_id=study.pk)
    counts = counts_of(study)
    assert (counts.counted, counts.correct, counts.judges, counts.lapsed) == (3, 1, 3, 0)
    assert counts.people.began == 3
    assert counting.texts_used(study) == len(
        {pk for n in (1, 2, 3) for pk in study.triads.get(mode="live", number=n).sample_ids}
    )
