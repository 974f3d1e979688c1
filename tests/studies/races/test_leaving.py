"""Judges who withdraw or are excluded in the same moment as something else happens."""

import time
from collections import Counter
from datetime import timedelta
from functools import partial

import pytest
from django.db.models import F

from studies.models import Answer, Triad, Trial
from studies.services.judging import withdrawal
from studies.services.judging.answering import answers
from studies.services.judging.refusals import Refusal
from studies.services.lifecycle import transitions
from tests.factories import make_link, open_study
from tests.studies.races.simultaneous import at_once, choosing, errors_of, playing, start, starting

pytestmark = pytest.mark.django_db(transaction=True)


def withdrawing(trial):
    return lambda: withdrawal.withdraw(code=trial.code)


def test_a_withdrawal_and_a_choice_in_flight():
    link = make_link(open_study(evaluations=60, items=20))
    for number in range(10):
        trial = start(link, f"k{number}")
        both = at_once([withdrawing(trial), choosing(trial, 1), withdrawing(trial)])
        assert errors_of(both) == []
        assert both[1].stop in (None, Refusal.WITHDRAWN)
    assert set(Trial.objects.values_list("state", flat=True)) == {"withdrawn"}
    assert Triad.objects.planned().free().count() == 60


def test_a_withdrawal_and_two_tabs_that_start_again():
    link = make_link(open_study(evaluations=60, items=20))
    for number in range(10):
        key = f"k{number}"
        trial = start(link, key)
        outcomes = at_once([withdrawing(trial), starting(link, key), starting(link, key)])
        assert errors_of(outcomes) == []
    assert set(Trial.objects.values_list("state", flat=True)) == {"withdrawn"}


def test_an_exclusion_and_the_last_answer_in_the_same_moment():
    """The number is reached with answers that count, or it is not reached."""
    for number in range(4):
        study = open_study(
            evaluations=6,
            evaluations_per_judge=2,
            least_seconds=5,
            primary_set="kept",
            title=f"Study {number}",
        )
        link = make_link(study)
        for key in ("k1", "k2"):
            for _ in range(2):
                answers.answer(code=patient(start(link, key)).code, position=1)
        answers.answer(code=patient(start(link, "k3")).code, position=1)
        fast = start(link, "k3")
        complete = partial(transitions.mark_complete, study_id=study.pk)
        outcomes = at_once([choosing(fast, 1), complete, starting(link, "late")])
        assert errors_of(outcomes) == []
        counted = Answer.objects.counted().filter(trial__study=study)
        assert counted.count() == 4
        assert counted.filter(trial__judge=fast.judge).count() == 0
        assert complete() is False


def patient(trial):
    Trial.objects.filter(pk=trial.pk).update(held_at=F("held_at") - timedelta(minutes=1))
    return trial


def test_no_two_ways_wait_for_each_other():
    """Starts, choices, renewals, exclusions and withdrawals for two seconds: no deadlock."""
    study = open_study(
        evaluations_per_judge=5,
        evaluations=60,
        items=20,
        primary_set="kept",
        least_seconds=0.1,
    )
    link = make_link(study)
    until = time.monotonic() + 2

    def leaving():
        while time.monotonic() < until:
            trial = Trial.objects.exclude(state="withdrawn").order_by("?").first()
            if trial:
                withdrawal.withdraw(code=trial.code)
            transitions.mark_complete(study_id=study.pk)
            time.sleep(0.02)

    outcomes = at_once([leaving, leaving, *(playing(link, number, until) for number in range(8))])
    assert errors_of(outcomes) == []
    counted = Counter(Answer.objects.counted().values_list("trial__triad", flat=True))
    assert set(counted.values()) <= {1}
    taken = Trial.objects.filter(state="answered").values("triad")
    assert not Triad.objects.free().filter(pk__in=taken).exists()
