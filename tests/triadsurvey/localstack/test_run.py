"""`make run` from the outside: what it prints, keeps, stops and leaves behind (nothing)."""

import contextlib
import json
import os
import pwd
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Unpack

import psycopg2
import pytest

from triadsurvey.localstack.ledger import Ledger
from triadsurvey.localstack.places import Account, Identity, Places
from triadsurvey.localstack.processes import Started, birth
from triadsurvey.localstack.run import Run, listening_socket

pytestmark = pytest.mark.fault

CHECKOUT = Path(__file__).resolve().parents[3]
PRODUCT = ("analysis", "locale", "manage.py", "static", "studies", "templates", "triadsurvey")
# More than the 20 s promised: the tests of the other worker want the processor too.
READY_SECONDS = 90.0


class MakeRun:
    """One `make run` of a checkout: the command behind it, without the installation."""

    def __init__(
        self, checkout: Path, port: int, python: str = sys.executable, **identity: Unpack[Identity]
    ) -> None:
        environment = {
            "PATH": os.environ["PATH"],
            "HOME": str(checkout),
            "PORT": str(port),
            # A locale that the machine does not have, as over ssh from another one.
            "LC_ALL": "xx_YY.UTF-8",
            "PYTHONPATH": os.pathsep.join(path for path in sys.path if "site-packages" in path),
        }
        self.process = subprocess.Popen(
            [python, "-m", "triadsurvey.localstack", "run"],
            cwd=checkout,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            encoding="utf-8",
            start_new_session=True,
            **identity,
        )
        self.checkout = checkout
        self.output = ""

    def until_ready(self) -> list[str]:
        """The three addresses."""
        assert self.process.stdout
        killer = signal.signal(signal.SIGALRM, lambda *_: self.process.kill())
        signal.setitimer(signal.ITIMER_REAL, READY_SECONDS)
        for line in self.process.stdout:
            self.output += line
            if "Ctrl-C stops it" in line:
                break
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, killer)
        addresses = re.findall(r"http://127\.0\.0\.1:\d+/\S+", self.output)
        assert len(addresses) == 3, self.output + self.set_up_log()
        return addresses

    def set_up_log(self) -> str:
        log = self.checkout / ".local" / "log" / "set-up.log"
        return log.read_text() if log.exists() else ""

    def family(self) -> list[Started]:
        """It, its children and theirs."""
        parents = {pid: parent_of(pid) for pid in processes()}
        family = {self.process.pid}
        while more := {pid for pid, parent in parents.items() if parent in family} - family:
            family |= more
        return [Started("?", pid, birth(pid) or "ended") for pid in family]

    def end(self, number: signal.Signals) -> int:
        self.process.send_signal(number)
        return self.ended()

    def ended(self) -> int:
        rest, _ = self.process.communicate(timeout=60)
        self.output += rest
        return self.process.returncode


def processes() -> list[int]:
    return [int(entry.name) for entry in Path("/proc").iterdir() if entry.name.isdigit()]


def parent_of(pid: int) -> int:
    with contextlib.suppress(OSError):
        return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
    return 0


def running(family: list[Started]) -> list[int]:
    deadline = time.monotonic() + 5
    while left := [member.pid for member in family if member.running()]:
        if time.monotonic() > deadline:
            break
        time.sleep(0.05)
    return left


@pytest.fixture
def start() -> Iterator[Callable[..., MakeRun]]:
    """Starts a run that is ended with the test, however that ends."""
    runs: list[MakeRun] = []

    def start_run(*arguments: Any, **identity: Unpack[Identity]) -> MakeRun:
        runs.append(MakeRun(*arguments, **identity))
        return runs[-1]

    yield start_run
    for run in runs:
        if run.process.returncode is None:
            run.end(signal.SIGTERM)


@pytest.fixture
def checkout() -> Iterator[Path]:
    """A copy of the product: with data, lock and record of its own."""
    copy = Path(tempfile.mkdtemp(prefix="triadsurvey-copy-"))
    copy.chmod(0o755)
    for name in PRODUCT:
        source = CHECKOUT / name
        if source.is_dir():
            shutil.copytree(source, copy / name)  # compiled code too: times are kept
        elif source.exists():
            shutil.copy(source, copy)
    places = Places(copy)
    yield copy
    if ledger := Ledger.read(places.run_ledger):  # a test has failed
        ledger.owner.ask_to_stop(signal.SIGKILL)
        ledger.clear()
    shutil.rmtree(places.data, ignore_errors=True)
    shutil.rmtree(copy)


@pytest.fixture
def free_port() -> int:
    with listening_socket(18000 + os.getpid() % 1000) as listener:
        return int(listener.getsockname()[1])


def status(address: str) -> int:
    with urllib.request.urlopen(address, timeout=20) as response:  # noqa: S310 - our own, printed
        return int(response.status)


def test_run_again_killed_and_stopped(
    checkout: Path, free_port: int, start: Callable[..., MakeRun]
) -> None:
    places = Places(checkout)
    with listening_socket(free_port):
        first = start(checkout, free_port)
        addresses = first.until_ready()
        assert f"Port {free_port} is taken: using " in first.output
        admin, link, _results = addresses
        assert [status(admin), status(link)] == [200, 200]
        assert admin.endswith("/studies/")
        assert "/j/" in link
        for secret in ("admin-password", "secret-key", "run.json"):
            assert (places.local / secret).stat().st_mode & 0o077 == 0
        password = (places.local / "admin-password").read_text().strip()
        assert f"password {password} " in first.output

        # Once more in another terminal: the addresses of the one that runs.
        second = start(checkout, free_port)
        assert second.ended() == 0
        assert "is running already" in second.output
        assert re.findall(r"http://\S+", second.output) == addresses

        database = json.loads(places.run_ledger.read_text())["facts"]["database_url"]
        left_by_us(database)
        family = first.family()
        assert len(family) > 10
        first.end(signal.SIGKILL)

    third = start(checkout, free_port)
    again = third.until_ready()
    assert running(family) == []
    assert "Stopped web, left behind by a run that was killed." in third.output
    assert [address.partition(str(free_port))[2] for address in again] == [
        re.sub(r"^http://127\.0\.0\.1:\d+", "", address) for address in addresses
    ]
    facts = json.loads(places.run_ledger.read_text())["facts"]
    assert left_by_us_is_there(facts["database_url"])
    sockets = Ledger.read(places.run_ledger)
    assert sockets
    family = third.family()
    assert third.end(signal.SIGTERM) == 0
    assert running(family) == []
    assert [folder for folder in sockets.folders if folder.exists()] == []
    assert not places.run_ledger.exists()


def left_by_us(database_url: str) -> None:
    connection = psycopg2.connect(database_url)
    with connection, connection.cursor() as cursor:
        cursor.execute("CREATE TABLE left_by_us ()")
    connection.close()


def left_by_us_is_there(database_url: str) -> bool:
    connection = psycopg2.connect(database_url)
    with connection.cursor() as cursor:
        cursor.execute("SELECT to_regclass('left_by_us') IS NOT NULL")
        (there,) = cursor.fetchone()
    connection.close()
    return bool(there)


def ordinary_user() -> tuple[str, Identity] | None:
    """For root: an unprivileged user, and a Python of our version that this user can run."""
    if os.geteuid() != 0:
        return None  # every test here runs as an ordinary user
    nobody = pwd.getpwnam("nobody")
    identity = Account(nobody.pw_uid, nobody.pw_gid).identity()
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    for python in (sys.executable, f"/usr/bin/python{version}", f"/usr/local/bin/python{version}"):
        path = os.pathsep.join(part for part in sys.path if "site-packages" in part)
        with contextlib.suppress(OSError):
            done = subprocess.run(
                [python, "-c", "import celery, django, psycopg2, redis, scipy"],
                cwd="/",
                env={"PYTHONPATH": path},
                capture_output=True,
                check=False,
                **identity,
            )
            if done.returncode == 0:
                return python, identity
    return None


def test_ordinary_user_runs_and_stops_it_with_ctrl_c(
    checkout: Path, free_port: int, start: Callable[..., MakeRun]
) -> None:
    found = ordinary_user()
    if found is None:
        return  # the test above is this one, or there is no Python that another user can run
    python, identity = found
    for path in (checkout, *checkout.rglob("*")):
        os.chown(path, identity["user"], identity["group"])
    run = start(checkout, free_port, python, **identity)
    run.until_ready()
    data = checkout / ".local" / "postgres"
    assert data.stat().st_uid == identity["user"]
    assert data.stat().st_mode & 0o077 == 0
    family = run.family()
    assert run.end(signal.SIGINT) == 0
    assert running(family) == []


class NoInterrupts:
    held = contextlib.nullcontext


@pytest.mark.parametrize("given", ["DATABASE_URL", "REDIS_URL"])
def test_server_that_the_environment_names_is_used_and_the_other_one_started(
    checkout: Path, given: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("DATABASE_URL")
    monkeypatch.delenv("REDIS_URL")
    monkeypatch.setenv(given, "somewhere://else")
    places = Places(checkout)
    places.logs.mkdir(parents=True)
    run = Run(places, NoInterrupts())  # type: ignore[arg-type]  # all that is used of them
    try:
        database_url, redis_url = run._start_servers()
        ledger = Ledger.read(places.run_ledger)
        assert ledger
        if given == "DATABASE_URL":
            assert database_url == "somewhere://else"
            assert redis_url.startswith("unix:///")
            assert set(ledger.processes) == {"Valkey"}
        else:
            assert redis_url == "somewhere://else"
            assert database_url.startswith("postgres://triadsurvey@/")
            assert set(ledger.processes) == {"PostgreSQL"}
    finally:
        run.stop()
    assert not places.run_ledger.exists()
