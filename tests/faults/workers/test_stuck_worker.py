"""A worker that lives and takes no task, a broker that pauses, long work: results come right."""

import json
import os
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from uuid import uuid4

import redis
from celery import Celery

from tests.faults import scenes
from tests.faults.people import Ledger, arrive, choices
from tests.faults.workers import short_watch
from tests.faults.workers.test_broker_and_worker import is_waited_for, table_locked
from tests.stack import CHECKOUT, Stack
from triadsurvey import env

PROMISED_SECONDS = 60.0


@contextmanager
def row_locked(stack: Stack, table: str, column: str, key: int) -> Iterator[None]:
    """Let all who change this row wait."""
    connection = stack.servers.postgres.connect()
    connection.autocommit = False
    try:
        with connection.cursor() as cursor:
            cursor.execute(f"SELECT FROM {table} WHERE {column} = %s FOR UPDATE", [key])
        yield
    finally:
        connection.rollback()
        connection.close()


@contextmanager
def celery_of(stack: Stack) -> Iterator[Celery]:
    """For what is sent to the workers of a stack from here."""
    with Celery("tests", broker=env.broker(stack.redis_url), set_as_current=False) as app:
        yield app


def waits_for_a_row(stack: Stack) -> bool:
    waiting = "SELECT 1 FROM pg_locks WHERE NOT granted AND locktype = 'transactionid'"
    return bool(stack.sql(waiting))


def test_a_broker_that_pauses_again_and_again_costs_no_worker(stack, settings):
    [scene] = scenes.make(stack, {"evaluations": 60, "items": 20})
    people, ledger = arrive(scene, 20), Ledger()
    for k in range(10):
        choices(people[2 * k : 2 * k + 2], ledger)
        stack.freeze_redis()
        time.sleep(2 * settings.REDIS_TIMEOUT)
        stack.thaw_redis()
    assert ledger.missing_in(scene) == {}
    stack.wait_for(scene.is_right, "the result is right", PROMISED_SECONDS)
    # And the next one as soon as ever.
    arrive(scene, 1)[0].choose(1, ledger)
    stack.wait_for(scene.is_right, "the result is right", 5)


def test_long_work_delays_no_result(stack):
    [scene] = scenes.make(stack, {"evaluations": 24})
    with table_locked(stack, "studies_job"):
        with celery_of(stack) as app:
            for number in range(4):
                app.send_task("studies.tasks.run_job", [number], queue="jobs")
        stack.wait_for(lambda: is_waited_for(stack, "studies_job"), "a job waits")
        ledger = Ledger()
        arrive(scene, 1)[0].choose(1, ledger)
        stack.wait_for(scene.is_right, "the result is right", 5)


def test_a_study_with_an_endless_recomputation_delays_no_other(stack):
    endless, other = scenes.make(stack, {"evaluations": 24}, {"evaluations": 24})
    ledger = Ledger()
    arrive(endless, 1)[0].choose(1, ledger)
    stack.wait_for(endless.is_right, "the result is right", 10)
    with row_locked(stack, "analysis_result", "study_id", endless.pk):
        arrive(endless, 1)[0].choose(1, ledger)
        stack.wait_for(lambda: waits_for_a_row(stack), "a recomputation waits")
        arrive(other, 1)[0].choose(1, ledger)
        stack.wait_for(other.is_right, "the result is right", 5)
    stack.wait_for(endless.is_right, "the result is right", PROMISED_SECONDS)


def again(sent: dict[str, Any]) -> dict[str, Any]:
    """What beat has sent, as of long ago and with an id of its own."""
    task_id = str(uuid4())
    headers = {**sent["headers"], "id": task_id, "expires": "2026-01-01T00:00:00+00:00"}
    properties = {**sent["properties"], "correlation_id": task_id, "delivery_tag": task_id}
    return {**sent, "headers": headers, "properties": properties}


def test_what_beat_sent_while_no_worker_ran_delays_no_result(stack):
    """Twelve hours without a worker: 2,880 sweeps and 1,440 looks for ended studies."""
    [scene] = scenes.make(stack, {"evaluations": 24})
    stack.kill_worker()
    queue = redis.Redis.from_url(stack.redis_url)
    stack.wait_for(lambda: queue.llen("results"), "beat has sent a task")
    sent = json.loads(queue.lindex("results", 0))
    queue.lpush("results", *[json.dumps(again(sent)) for _ in range(4320)])
    queue.close()
    ledger = Ledger()
    arrive(scene, 1)[0].choose(1, ledger)
    stack.start_worker()
    stack.wait_for(scene.is_right, "the result is right", PROMISED_SECONDS / 2)


def test_a_stuck_worker_is_noticed_in_time(settings):
    assert settings.WATCHDOG_LOOK_SECONDS + settings.WATCHDOG_STUCK_SECONDS < PROMISED_SECONDS


# A worker's environment in which its watchdog looks often and waits a sixth as long.
IMPATIENT = {"DJANGO_SETTINGS_MODULE": short_watch.__name__}


def test_a_worker_that_takes_no_tasks_ends_itself(stack):
    """It answers pings, and consumes nothing: what a lost connection can leave behind."""
    [scene] = scenes.make(stack, {"evaluations": 24})
    worker, ledger = stack.workers["results"], Ledger()
    stack.kill_worker()
    stack.start_worker(**IMPATIENT)
    with celery_of(stack) as app:
        assert app.control.cancel_consumer("results", reply=True, timeout=5, limit=3)
    arrive(scene, 1)[0].choose(1, ledger)
    stack.wait_for(lambda: not worker.running(), "it has ended", 30)
    assert "has taken no task" in stack.log("worker-results")
    stack.kill_worker()  # what its end left of its pool
    stack.start_worker()
    stack.wait_for(scene.is_right, "the result is right", PROMISED_SECONDS)


def written_by(heartbeat: Path) -> int:
    return int(heartbeat.read_text() or 0) if heartbeat.exists() else 0


def test_the_heart_of_a_frozen_worker_stops_and_the_health_check_ends_it(stack, tmp_path):
    """What Docker, `make run` and systemd look at."""
    heartbeat, told = tmp_path / "heartbeat", tmp_path / "notify"
    look = short_watch.WATCHDOG_LOOK_SECONDS
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(str(told))
        systemd.settimeout(10)
        stack.kill_worker()
        stack.start_worker(WORKER_HEARTBEAT=str(heartbeat), NOTIFY_SOCKET=str(told), **IMPATIENT)
        worker = stack.workers["results"]
        stack.wait_for(lambda: written_by(heartbeat) == worker.pid, "its heart beats")
        assert b"READY=1" in [systemd.recv(64) for _ in range(4)]
        os.kill(worker.pid, signal.SIGSTOP)
        time.sleep(4 * look)
        assert time.time() - heartbeat.stat().st_mtime > 3 * look
        later = time.time() - 61  # as if a minute had passed
        os.utime(heartbeat, (later, later))
        check = ["sh", CHECKOUT / "deploy" / "alive.sh", heartbeat, "1"]
        assert subprocess.run(check, check=False).returncode == 1
        stack.wait_for(lambda: not worker.running(), "the frozen worker has ended")
        stack.kill_worker()  # what its end left of its pool
        stack.start_worker(WORKER_HEARTBEAT=str(heartbeat))
        assert subprocess.run(check, check=False).returncode == 0
