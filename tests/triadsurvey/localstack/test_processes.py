"""Nothing is left behind, and nothing is killed that is not ours."""

import dataclasses
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from triadsurvey.localstack.control import SIGNALS, Interrupts, Stop, words_of
from triadsurvey.localstack.ledger import Ledger, reap
from triadsurvey.localstack.processes import Child, Started, birth

# It ignores the polite signal and has a child of its own.
STUBBORN = """
import signal, subprocess, sys, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
inner = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
print(inner.pid, flush=True)
time.sleep(60)
"""


@pytest.fixture
def sleeper(tmp_path: Path) -> Iterator[Child]:
    child = Child("sleeper", ["/bin/sleep", "60"], log=tmp_path / "log", env={})
    child.start()
    yield child
    child.kill()


def dead_run_s_ledger(path: Path, *started: Started) -> None:
    """As left by a run that was killed: no process has its id now."""
    ended = subprocess.Popen(["/bin/true"])
    ended.wait()
    ledger = Ledger(path, Started("owner", ended.pid, "long ago"))
    for process in started:
        ledger.add(process)


def test_reap_stops_what_a_killed_run_left_and_removes_its_folders(
    tmp_path: Path, sleeper: Child
) -> None:
    assert sleeper.started
    path, folder = tmp_path / "run.json", tmp_path / "sockets"
    folder.mkdir()
    dead_run_s_ledger(path, sleeper.started)
    ledger = Ledger.read(path)
    assert ledger
    ledger.add_folder(folder)

    assert reap(path) == ["sleeper"]

    assert not sleeper.running()
    assert not folder.exists()
    assert not path.exists()


def test_reap_leaves_a_stranger_alone_that_has_got_the_same_process_id(
    tmp_path: Path, sleeper: Child
) -> None:
    assert sleeper.started
    path = tmp_path / "run.json"
    dead_run_s_ledger(path, dataclasses.replace(sleeper.started, born="earlier"))

    assert reap(path) == []

    assert sleeper.running()
    assert not path.exists()


def test_reap_leaves_a_run_alone_that_lives(tmp_path: Path, sleeper: Child) -> None:
    assert sleeper.started
    ledger = Ledger.of_this_process(tmp_path / "run.json")
    ledger.add(sleeper.started)

    assert reap(ledger.path) == []

    assert sleeper.running()
    assert ledger.path.stat().st_mode & 0o077 == 0  # it names the database


def test_stop_ends_a_program_that_will_not_and_its_children(tmp_path: Path) -> None:
    child = Child("stubborn", [sys.executable, "-c", STUBBORN], log=tmp_path / "log", env={})
    child.start()
    while not child.log.read_text().strip():
        assert child.running()
    pid = int(child.log.read_text())
    inner = Started("inner", pid, birth(pid) or "ended")
    assert inner.running()

    child.stop(patience=0.2)

    assert not child.running()
    assert inner.gone_within(5)


def test_start_is_written_down_before_a_signal_gets_through(tmp_path: Path, sleeper: Child) -> None:
    before = [signal.getsignal(number) for number in SIGNALS]
    try:
        interrupts = Interrupts()
        ledger = Ledger.of_this_process(tmp_path / "run.json")
        with pytest.raises(Stop), ledger.written_down(interrupts.held)(sleeper):
            signal.raise_signal(signal.SIGTERM)
        kept = Ledger.read(ledger.path)
        assert kept
        assert kept.processes == {"sleeper": sleeper.started}
        with pytest.raises(Stop):
            signal.raise_signal(signal.SIGHUP)
        interrupts.hold_for_good()
        signal.raise_signal(signal.SIGINT)
    finally:
        for number, handler in zip(SIGNALS, before, strict=True):
            signal.signal(number, handler)


def test_an_apostrophe_in_a_title_needs_no_quotes_of_its_own() -> None:
    assert words_of("simulate Ann's look --pd 0.3") == [
        *("simulate", "Ann's", "look", "--pd", "0.3")
    ]
    assert words_of("simulate 'My first  study'") == ["simulate", "My first  study"]
