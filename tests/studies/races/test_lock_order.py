"""Study, link, judge, triad: a statement that takes several locks takes them in this order.

One row is locked here; a choice or a start gets as far as that row and waits. What it holds by then
is what comes before, and nothing that comes after.
"""

import threading
from collections.abc import Callable
from functools import partial

import pytest
from django.db import OperationalError, connection, transaction

from studies.models import Judge, RecruitmentLink, Study, Triad, Trial
from studies.services.judging import limits, trials
from tests.factories import make_link, open_study
from tests.studies.races.paused import PATIENCE, wait_until_through_or_waiting
from tests.studies.races.simultaneous import choosing, start

pytestmark = pytest.mark.django_db(transaction=True)
ORDER = (Study, RecruitmentLink, Judge, Triad)


def in_use(model: type) -> dict[str, object]:
    """Which of the rows is the one in use: there are several triads."""
    return {"first_held_at__isnull": False} if model is Triad else {}


def is_free(model: type) -> bool:
    """Whether no other session has locked the row in use."""
    try:
        with transaction.atomic():
            model.objects.select_for_update(nowait=True).get(**in_use(model))
    except OperationalError:
        return False
    return True


def in_thread(call: Callable[[], object]) -> threading.Thread:
    def run() -> None:
        try:
            call()
        finally:
            connection.close()

    thread = threading.Thread(target=run)
    thread.start()
    return thread


def held_while_waiting_for(model: type, call: Callable[[], object]) -> set[type]:
    """Which rows `call` has locked when it waits for the row of this model."""
    is_locked, go_on = threading.Event(), threading.Event()

    def lock() -> None:
        with transaction.atomic():
            model.objects.select_for_update().get(**in_use(model))
            is_locked.set()
            go_on.wait(PATIENCE)

    first = in_thread(lock)
    assert is_locked.wait(PATIENCE)
    second = in_thread(call)
    try:
        wait_until_through_or_waiting(second)
        assert second.is_alive()
        return {other for other in ORDER if other is not model and not is_free(other)}
    finally:
        go_on.set()
        first.join(PATIENCE)
        second.join(PATIENCE)


@pytest.mark.parametrize(
    ("model", "held"), [(Study, set()), (Judge, {Study}), (Triad, {Study, Judge})]
)
def test_a_choice_locks_study_judge_and_triad_in_this_order(model, held):
    trial = start(make_link(open_study()), "k1")
    assert held_while_waiting_for(model, choosing(trial, 1)) == held


@pytest.mark.parametrize(("model", "held"), [(Study, set()), (Judge, {Study})])
@pytest.mark.parametrize("going_on", [trials.next_trial, trials.open_or_next])
def test_going_on_locks_study_and_judge_in_this_order(model, held, going_on):
    judge = start(make_link(open_study(evaluations_per_judge=2)), "k1").judge
    choosing(Trial.objects.get(), 1)()
    assert held_while_waiting_for(model, partial(going_on, judge)) == held


@pytest.mark.parametrize(
    ("model", "held"),
    [(Study, set()), (RecruitmentLink, {Study}), (Judge, {Study, RecruitmentLink})],
)
def test_going_on_locks_a_link_with_a_quota_in_between(model, held):
    judge = start(make_link(open_study(evaluations_per_judge=2), quota=5), "k1").judge
    assert held_while_waiting_for(model, partial(trials.open_or_next, judge)) == held


@pytest.mark.parametrize(("model", "held"), [(Study, set()), (RecruitmentLink, {Study})])
def test_a_start_locks_the_study_and_then_the_link(model, held):
    link = make_link(open_study(), classroom=False)
    start(link, "k1")

    def lock() -> None:
        with transaction.atomic():
            limits.lock_for_start(link)

    assert held_while_waiting_for(model, lock) == held
