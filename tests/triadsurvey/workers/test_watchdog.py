"""A worker tells that it is at work, and who does not tell it any more is ended."""

import os
import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from triadsurvey import celery
from triadsurvey.localstack.places import this_checkout
from triadsurvey.workers import watchdog

ALIVE = this_checkout().checkout / "deploy" / "alive.sh"


@pytest.fixture
def systemd(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[socket.socket]:
    """The socket on which systemd listens to a service."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listener:
        listener.bind(str(tmp_path / "notify"))
        listener.settimeout(5)
        monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
        yield listener


def test_a_worker_tells_systemd_and_its_file_that_it_is_at_work(
    systemd: socket.socket, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "heartbeat"
    monkeypatch.setenv("WORKER_HEARTBEAT", str(file))
    watchdog.ready()
    assert [systemd.recv(64), systemd.recv(64)] == [b"READY=1", b"WATCHDOG=1"]
    assert file.read_text() == str(os.getpid())


def test_beats_heart_beats_with_each_task_that_it_sends(
    systemd: socket.socket, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("WORKER_HEARTBEAT", raising=False)
    celery._note_beat()
    assert systemd.recv(64) == b"WATCHDOG=1"


def test_without_either_there_is_no_one_to_tell(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("WORKER_HEARTBEAT", raising=False)
    monkeypatch.delenv("NOTIFY_SOCKET", raising=False)
    watchdog.ready()


def alive(file: Path) -> int:
    """The health check of docker-compose.yml."""
    return subprocess.run(["sh", ALIVE, file, "1"], stdout=subprocess.DEVNULL).returncode


def test_the_health_check_ends_what_has_stopped_writing(tmp_path: Path) -> None:
    file = tmp_path / "heartbeat"
    with subprocess.Popen(["sleep", "60"]) as process:
        assert alive(file) == 1  # it is still starting
        file.write_text(str(process.pid))
        assert alive(file) == 0
        two_minutes_ago = time.time() - 121
        os.utime(file, (two_minutes_ago, two_minutes_ago))
        assert process.poll() is None
        assert alive(file) == 1
        assert process.wait(timeout=5) == -9
