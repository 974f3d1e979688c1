"""Recomputations that meet one another, answers, or an error."""

import threading

import pytest
from django.db import connection, transaction

from analysis.models import Result, Verdict
from analysis.recomputation import counting, store
from analysis.recomputation.store import Run, recompute
from studies.models import Event
from studies.services.advisory_locks import LockClass, session_lock
from studies.services.lifecycle import transitions
from tests.analysis.answering import give_answers
from tests.analysis.recomputation.runs import committed
from tests.factories import open_study

pytestmark = pytest.mark.django_db


def in_threads(number, call):
    """Call in so many threads at once, each with a connection of its own; their results."""
    barrier, results = threading.Barrier(number), []

    def run():
        try:
            barrier.wait(10)
            results.append(call())
        finally:
            connection.close()

    threads = [threading.Thread(target=run) for _ in range(number)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    return results


@committed
def test_one_verdict_however_many_workers_race():
    study = open_study(evaluations=24)
    give_answers(study, 24, 15)
    results = in_threads(6, lambda: recompute(study_id=study.pk))
    assert set(results) <= {Run.DONE, Run.BUSY}
    assert Run.DONE in results
    assert Verdict.objects.count() == 1
    assert Event.objects.filter(what="verdict given").count() == 1


@committed
def test_one_verdict_even_without_the_lock():
    study = open_study(evaluations=24)
    give_answers(study, 24, 15)
    transitions.mark_complete(study_id=study.pk)
    results = in_threads(6, lambda: store._repeated(study.pk))
    assert len(results) == 6
    assert Verdict.objects.count() == 1
    assert Event.objects.filter(what="verdict given").count() == 1


@committed
def test_busy_while_another_run_holds_the_lock_and_free_again_after_it():
    study = open_study()
    held, go_on = threading.Event(), threading.Event()

    def hold():
        with session_lock(LockClass.RECOMPUTATION, study.pk, wait=True):
            held.set()
            go_on.wait(10)
        connection.close()

    thread = threading.Thread(target=hold)
    thread.start()
    held.wait(10)
    assert recompute(study_id=study.pk) is Run.BUSY
    go_on.set()
    assert recompute(study_id=study.pk, wait=True) is Run.DONE
    thread.join(10)


@committed
def test_waiting_for_the_lock_does_not_take_the_snapshot():
    """The answer that came while a run waited is in the result of that run."""
    study = open_study()
    held, go_on, results = threading.Event(), threading.Event(), []

    def hold():
        with session_lock(LockClass.RECOMPUTATION, study.pk, wait=True):
            held.set()
            go_on.wait(10)
        connection.close()

    def wait():
        results.append(recompute(study_id=study.pk, wait=True))
        connection.close()

    holder, waiter = threading.Thread(target=hold), threading.Thread(target=wait)
    holder.start()
    held.wait(10)
    waiter.start()
    while not _waiting_for_the_lock():
        pass
    give_answers(study, 1, 1)
    go_on.set()
    holder.join(10)
    waiter.join(10)
    assert results == [Run.DONE]
    assert Result.objects.get().counted == 1


def _waiting_for_the_lock():
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_locks WHERE locktype='advisory' AND NOT granted")
        return cursor.fetchone()[0]


@committed
def test_failure_in_the_middle_releases_the_lock_and_stores_nothing(monkeypatch):
    study = open_study(evaluations=24)
    give_answers(study, 24, 15)
    with monkeypatch.context() as patch:
        patch.setattr(store, "store_result", _broken)
        with pytest.raises(RuntimeError):
            recompute(study_id=study.pk)
    assert not Verdict.objects.exists()
    assert counting.stale_studies() == [study.pk]
    assert in_threads(1, lambda: recompute(study_id=study.pk)) == [Run.DONE]
    assert Verdict.objects.count() == 1


def _broken(**kwargs):
    raise RuntimeError("broken on purpose")


@committed
def test_recompute_within_a_transaction_is_refused():
    study = open_study()
    with transaction.atomic(), pytest.raises(RuntimeError):
        recompute(study_id=study.pk)
