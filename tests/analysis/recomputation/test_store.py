"""Recomputations stored one after another, racing, and interrupted by an error."""

import threading
import time

import pytest
from django.db import OperationalError, connection, transaction

from analysis.models import Result, Verdict
from analysis.recomputation import counting, store
from analysis.recomputation.counts import Inputs, StudyCounts
from analysis.recomputation.store import RunStatus, recompute, store_result
from studies.models import Event
from studies.services.advisory_locks import LockClass, session_lock
from studies.services.lifecycle import transitions
from tests.analysis.answering import give_answers
from tests.analysis.recomputation.runs import committed
from tests.factories import open_study

pytestmark = pytest.mark.django_db


def test_revision_grows_with_a_change_and_only_then():
    study = open_study()
    recompute(study_id=study.pk)
    recompute(study_id=study.pk)
    assert Result.objects.get().revision == 1
    give_answers(study, 1, 1)
    recompute(study_id=study.pk)
    assert Result.objects.get().revision == 2


def test_erased_study_is_gone():
    assert recompute(study_id=0) is RunStatus.GONE


PARTS = ("answers_stored", "trials_withdrawn", "amendments", "judges_excluded")


@pytest.mark.parametrize("part", PARTS)
def test_late_run_never_overwrites(part):
    study = open_study()
    newer = {**dict.fromkeys(PARTS, 5), "method_version": 1}
    store_result(study_id=study.pk, inputs=Inputs(**newer), counts=StudyCounts(counted=5))
    late = Inputs(**{**newer, "answers_stored": 6, part: 4})
    assert not store_result(study_id=study.pk, inputs=late, counts=StudyCounts(counted=99))
    result = Result.objects.get()
    assert (result.counted, result.revision, getattr(result, part)) == (5, 1, 5)


def test_run_of_an_older_method_never_overwrites(monkeypatch):
    study = open_study()
    version = counting.METHOD_VERSION
    monkeypatch.setattr(counting, "METHOD_VERSION", version + 1)
    recompute(study_id=study.pk)
    monkeypatch.setattr(counting, "METHOD_VERSION", version)
    give_answers(study, 24, 24)
    recompute(study_id=study.pk)
    assert Result.objects.get().counted == 0
    assert not Verdict.objects.exists()
    monkeypatch.setattr(counting, "METHOD_VERSION", version + 1)
    recompute(study_id=study.pk)
    assert Verdict.objects.get().counted == 24


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
    assert set(results) <= {RunStatus.DONE, RunStatus.BUSY}
    assert RunStatus.DONE in results
    assert Verdict.objects.count() == 1
    assert Event.objects.filter(what="verdict given").count() == 1


@committed
def test_one_verdict_even_without_the_lock():
    study = open_study(evaluations=24)
    give_answers(study, 24, 15)
    transitions.mark_complete(study_id=study.pk)
    results = in_threads(6, lambda: store._run(study.pk))
    assert len(results) == 6
    assert Verdict.objects.count() == 1
    assert Event.objects.filter(what="verdict given").count() == 1


@pytest.mark.parametrize(("code", "times"), [("40001", store.ATTEMPTS), ("57014", 1)])
def test_only_a_row_that_was_changed_meanwhile_is_worth_another_try(monkeypatch, code, times):
    """A try that is given up is an error, so that the sweep or a person sees it."""
    tries = []

    def fail(study_id):
        tries.append(study_id)
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(f"DO $$ BEGIN RAISE EXCEPTION USING ERRCODE = '{code}'; END $$")

    monkeypatch.setattr(store, "_run_in_snapshot", fail)
    with pytest.raises(OperationalError):
        store._run(7)
    assert tries == [7] * times


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
    assert recompute(study_id=study.pk) is RunStatus.BUSY
    go_on.set()
    assert recompute(study_id=study.pk, wait=True) is RunStatus.DONE
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
    deadline = time.monotonic() + 10
    while not _waiting_for_the_lock():
        assert time.monotonic() < deadline
    give_answers(study, 1, 1)
    go_on.set()
    holder.join(10)
    waiter.join(10)
    assert results == [RunStatus.DONE]
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
    assert in_threads(1, lambda: recompute(study_id=study.pk)) == [RunStatus.DONE]
    assert Verdict.objects.count() == 1


def _broken(**kwargs):
    raise RuntimeError("broken on purpose")


@committed
def test_recompute_within_a_transaction_is_refused():
    study = open_study()
    with transaction.atomic(), pytest.raises(RuntimeError):
        recompute(study_id=study.pk)
