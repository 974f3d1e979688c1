"""A choice is decided on by what was seen before its locks: what changes meanwhile is noticed."""

from datetime import timedelta
from functools import partial

import pytest
from django.db.models import F

from studies.models import Answer, Event, Judge, Triad, Trial
from studies.services.judging import claims, withdrawal
from studies.services.judging.answering import answers
from studies.services.judging.refusals import Refusal
from studies.services.lifecycle import transitions
from tests.factories import make_link, open_study
from tests.studies.races.paused import one_inside
from tests.studies.races.simultaneous import choosing, errors_of, run_out, start

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def link():
    return make_link(open_study(items=40, evaluations=96, evaluations_per_judge=2))


@pytest.fixture(params=["look", "last_seen"])
def chosen_after(request):
    """The outcome of a choice: its trial was read before the change, and it was stored after.

    Looked at by the choice itself, or by the page that was shown before.
    """

    def chosen(change, trial):
        choosing_it = choosing(trial, 1, shown=request.param == "last_seen")
        choice, changed = one_inside((answers, request.param), choosing_it, change)
        assert errors_of([choice, changed]) == []
        return choice

    return chosen


def give_to_another(trial):
    run_out(trial)
    another = start(trial.judge.link, "another")
    assert another.triad_id == trial.triad_id


def test_closed_meanwhile_it_is_surplus(link, chosen_after):
    trial = start(link, "k1")
    close = partial(transitions.close, study=link.study, user=link.study.owner)
    assert chosen_after(close, trial).result.trial.state == "surplus"
    assert Triad.objects.unanswered().filter(trials=trial).exists()


def test_held_by_another_judge_meanwhile_it_is_surplus(link, chosen_after):
    trial = start(link, "k1")
    choice = chosen_after(partial(give_to_another, trial), trial)
    assert choice.result.trial.state == "surplus"
    assert Answer.objects.counted().count() == 0


def test_withdrawn_meanwhile_it_is_refused(link, chosen_after):
    trial = start(link, "k1")
    choice = chosen_after(partial(withdrawal.withdraw, code=trial.code), trial)
    assert choice.stop == Refusal.WITHDRAWN
    assert not Answer.objects.exists()


def test_chosen_in_another_tab_meanwhile_the_first_choice_stays(link, chosen_after):
    trial = start(link, "k1")
    choice = chosen_after(choosing(trial, 3, shown=False), trial)
    assert choice.result.differs
    assert Answer.objects.get().chosen_position == 3
    assert Event.objects.filter(what=Event.What.SECOND_CHOICE_REFUSED).count() == 1


def test_renewed_meanwhile_it_counts(link, chosen_after):
    trial = start(link, "k1")
    assert chosen_after(partial(claims.renew, trial), trial).result.trial.state == "answered"


def test_the_last_evaluation_made_elsewhere_meanwhile_it_is_refused(chosen_after):
    """A judge holds one trial and sends another, which lapsed, from a page that was left open."""
    link = make_link(open_study(items=40, evaluations=96))
    lapsed = start(link, "k1")
    run_out(lapsed)
    start(link, "another")
    held = start(link, "k1")
    run_out(lapsed)
    assert chosen_after(choosing(lapsed, 2), held).stop == Refusal.FINISHED
    assert Answer.objects.get().trial_id == lapsed.pk


def test_excluded_meanwhile_it_is_surplus_where_the_excluded_are_replaced(chosen_after):
    study = open_study(
        items=40, evaluations=96, evaluations_per_judge=3, primary_set="kept", least_seconds=1
    )
    trial = start(make_link(study), "k1")
    Trial.objects.update(held_at=F("held_at") - timedelta(minutes=1))  # no rule may follow

    def exclude() -> None:
        Judge.objects.update(excluded_at="2026-01-01T00:00Z", excluded_why="too_fast")

    assert chosen_after(exclude, trial).result.trial.state == "surplus"


def test_it_waits_for_a_closing_that_has_begun_and_is_surplus(link):
    """The row has changed when its lock is there."""
    trial = start(link, "k1")
    close = partial(transitions.close, study=link.study, user=link.study.owner)
    closing, choice = one_inside((transitions, "log"), close, choosing(trial, 1))
    assert errors_of([closing, choice]) == []
    assert choice.result.trial.state == "surplus"
