"""What `make run` does when a process ends, or is frozen: it starts it again, and goes on."""

import contextlib
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from triadsurvey.localstack import StackError
from triadsurvey.localstack.places import Places
from triadsurvey.localstack.processes import Child
from triadsurvey.localstack.run import FROZEN_SECONDS, MOST_DEATHS, Run

SLEEPS = [sys.executable, "-c", "import time; time.sleep(60)"]
ENDS = [sys.executable, "-c", "raise SystemExit('no more')"]


class NoInterrupts:
    held = contextlib.nullcontext


@pytest.fixture
def run(tmp_path: Path) -> Iterator[Run]:
    places = Places(tmp_path)
    places.logs.mkdir(parents=True)
    run = Run(places, NoInterrupts())  # type: ignore[arg-type]  # all that is used of them
    yield run
    run.stop()


def begun(run: Run, tmp_path: Path, name: str, command: list[str]) -> Child:
    child = Child(name, command, log=tmp_path / "log", env={}, cwd=tmp_path)
    run._begin(child, child.start, run._product)
    return child


def deaths_of(run: Run, child: Child, number: int) -> list[Any]:
    for _ in range(number):
        child.wait()
        run._start_again(child, child.start)
    return run._deaths[child.name]


def test_without_a_broker_that_keeps_ending_it_goes_on(run: Run, tmp_path: Path) -> None:
    broker = begun(run, tmp_path, "Valkey", ENDS)
    assert len(deaths_of(run, broker, MOST_DEATHS + 2)) == MOST_DEATHS
    run._deaths["Valkey"] = [time.monotonic() - 61] * MOST_DEATHS
    assert len(deaths_of(run, broker, 1)) == 1  # tried again a minute later


def test_without_a_web_server_that_keeps_ending_it_ends(run: Run, tmp_path: Path) -> None:
    web = begun(run, tmp_path, "web", ENDS)
    deaths_of(run, web, MOST_DEATHS)
    with pytest.raises(StackError, match="web keeps ending: no more"):
        deaths_of(run, web, 1)


def test_a_worker_with_an_old_heartbeat_is_started_again(run: Run, tmp_path: Path) -> None:
    worker = begun(run, tmp_path, "worker-results", SLEEPS)
    assert not run._frozen(worker)  # it has none yet
    heartbeat = run._heartbeat("worker-results")
    heartbeat.write_text("")
    assert not run._frozen(worker)
    old = time.time() - FROZEN_SECONDS - 1
    os.utime(heartbeat, (old, old))
    assert run._frozen(worker)
    before = worker.pid
    run._start_again(worker, worker.start)
    assert worker.running()
    assert worker.pid != before
    assert not run._frozen(worker)
