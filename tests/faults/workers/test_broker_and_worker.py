"""Without the broker, or when a worker is killed: answers are stored, and results come right."""

import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from tests.faults import scenes
from tests.faults.people import Ledger, arrive, choices
from tests.faults.scenes import Scene
from tests.faults.workers import fast_sweep
from tests.stack import Stack

# What the sweep is here (`tests.faults.workers.fast_sweep`), and at most in the product.
SWEEP_SECONDS = fast_sweep.CELERY_BEAT_SCHEDULE[fast_sweep.SWEEP]["schedule"]
PROMISED_SECONDS = 15.0
# The sweep's task and the recomputation that it asks for, on a busy machine.
MARGIN = 10.0


def test_the_sweep_is_as_frequent_as_promised(settings):
    assert settings.CELERY_BEAT_SCHEDULE[fast_sweep.SWEEP]["schedule"] <= PROMISED_SECONDS


@pytest.fixture(scope="module")
def quiet(stack: Stack) -> list[Scene]:
    """A study for each test."""
    plan = {"evaluations": 60, "items": 20}
    return scenes.make(stack, *[plan] * 4)


@contextmanager
def table_locked(stack: Stack, table: str) -> Iterator[None]:
    """Let all who read or write the table wait."""
    connection = stack.servers.postgres.connect()
    connection.autocommit = False
    try:
        with connection.cursor() as cursor:
            cursor.execute(f"LOCK TABLE {table} IN ACCESS EXCLUSIVE MODE")
        yield
    finally:
        connection.rollback()
        connection.close()


def is_waited_for(stack: Stack, table: str) -> bool:
    waiting = stack.sql(
        "SELECT 1 FROM pg_locks WHERE NOT granted AND relation = %s::regclass", [table]
    )
    return bool(waiting)


@pytest.mark.parametrize("how", ["stopped", "frozen"])
def test_answers_are_confirmed_within_a_second_without_the_broker(stack, quiet, how):
    scene = quiet[0 if how == "stopped" else 1]
    ledger = Ledger()
    people = arrive(scene, 11)
    if how == "stopped":
        stack.stop_redis()
    else:
        stack.freeze_redis()
    try:
        # A new judge can begin, too.
        people += arrive(scene, 1)
        choices(people, ledger)
        assert ledger.statuses == [200] * 12
        assert max(ledger.seconds) < 1
        assert ledger.missing_in(scene) == {}
        assert not scene.is_right()
    finally:
        if how == "stopped":
            stack.start_redis()
        else:
            stack.thaw_redis()
    stack.wait_for(scene.is_right, "the result is right", SWEEP_SECONDS + MARGIN)
    assert scene.result()[0] == 12


def test_after_an_emptied_broker_the_result_is_right(stack, quiet):
    scene = quiet[2]
    ledger = Ledger()
    people = arrive(scene, 4)
    choices(people, ledger)
    stack.flush_redis()
    stack.wait_for(scene.is_right, "the result is right", SWEEP_SECONDS + MARGIN)
    assert scene.result()[0] == 4


def test_a_worker_killed_in_the_middle_of_a_recomputation(stack, quiet):
    scene = quiet[3]
    ledger = Ledger()
    people = arrive(scene, 6)
    with table_locked(stack, "analysis_result"):
        choices(people, ledger)
        stack.wait_for(
            lambda: is_waited_for(stack, "analysis_result"), "a recomputation is under way"
        )
        stack.kill_worker()
    assert scene.result() in (None, (0, 0))
    assert ledger.missing_in(scene) == {}
    stack.start_worker()
    stack.wait_for(scene.is_right, "the result is right", SWEEP_SECONDS + MARGIN)
    assert scene.result()[0] == 6


def test_numbers_are_new_within_two_seconds(stack):
    [scene] = scenes.make(stack, {"evaluations": 24})
    ledger = Ledger()
    for person in arrive(scene, 3):
        person.choose(1, ledger)
        took = stack.wait_for(scene.is_right, "the result is right", 10)
        assert took < 2
        time.sleep(0.05)
