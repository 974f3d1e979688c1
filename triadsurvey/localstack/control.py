"""One run for each checkout: its lock, its end, and what other commands do meanwhile."""

import contextlib
import fcntl
import os
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from types import FrameType
from typing import IO

from triadsurvey.localstack import StackError
from triadsurvey.localstack.environment import (
    ADMIN_EMAIL,
    admin_password_file,
    manage,
    product_environment,
)
from triadsurvey.localstack.ledger import Ledger, reap
from triadsurvey.localstack.places import Places

READY_SECONDS = 60.0
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def take_lock(places: Places) -> IO[str] | None:
    """Take the lock for as long as this process lives; None if another process has it."""
    try:
        places.local.mkdir(parents=True, exist_ok=True)
        lock = (places.local / "lock").open("a")
    except PermissionError as error:
        raise StackError(
            f"{error.filename} belongs to another user: use a checkout of your own."
        ) from error
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        lock.close()
        return None
    return lock


def reap_killed_run(places: Places) -> None:
    """Stop what a killed run left behind. Only for the holder of the lock."""
    for name in reap(places.run_ledger):
        say(f"Stopped {name}, left behind by a run that was killed.")


def live_run(places: Places) -> Ledger | None:
    ledger = Ledger.read(places.run_ledger)
    return ledger if ledger and ledger.owner.running() else None


def lock_or_addresses(places: Places) -> IO[str] | None:
    """Return the lock; or None, after printing the addresses of the run that has it."""
    deadline = time.monotonic() + READY_SECONDS
    while time.monotonic() < deadline:
        if lock := take_lock(places):
            return lock
        ledger = live_run(places)
        if ledger and ledger.facts.get("ready"):
            say("triadsurvey is running already.")
            say_addresses(places, ledger.facts["addresses"])
            return None
        time.sleep(0.2)  # it is still being started, or a backup is being made
    raise StackError("Another command of this checkout has been at work for a minute: try again.")


def stop_run(places: Places) -> int:
    """`make stop`: end the run of this checkout from another terminal."""
    ledger = live_run(places)
    if ledger is not None:
        ledger.owner.ask_to_stop()
        if not ledger.owner.gone_within(READY_SECONDS):
            raise StackError(f"It does not stop: look at process {ledger.owner.pid}.")
        say("triadsurvey has stopped.")
        return 0
    lock = take_lock(places)
    if lock is None:
        raise StackError("Another command of this checkout is at work: try again.")
    with lock:
        reap_killed_run(places)
    say("triadsurvey is not running.")
    return 0


def words_of(command: str) -> list[str]:
    """Return the words of a command as a shell does, or by blanks where a quote is not closed.

    So an apostrophe in a study's title needs nothing.
    """
    try:
        return shlex.split(command)
    except ValueError:
        return command.split()


def manage_running(places: Places, arguments: list[str]) -> int:
    """`make manage`: a command of manage.py against the run of this checkout."""
    ledger = live_run(places)
    if ledger is None or not ledger.facts.get("ready"):
        raise StackError("triadsurvey is not running: start it first with `make run`.")
    environment = product_environment(
        places,
        database_url=ledger.facts["database_url"],
        redis_url=ledger.facts["redis_url"],
        base_url=ledger.facts["addresses"]["researchers"].removesuffix("/studies/"),
    )
    command = manage(*arguments, places=places)
    return subprocess.run(command, env=environment, check=False).returncode


def say_addresses(places: Places, addresses: Mapping[str, str]) -> None:
    say(f"  Researchers:   {addresses['researchers']}")
    password = admin_password_file(places)
    if password.exists():
        say(
            f"                 {ADMIN_EMAIL}, password {password.read_text().strip()}"
            f" (kept in {os.path.relpath(password, places.checkout)})"
        )
    # The link is missing where it was revoked.
    for name, label in (("link", "Demo, answer:  "), ("results", "Demo, results: ")):
        if name in addresses:
            say(f"  {label}{addresses[name]}")


def say(line: str) -> None:
    try:
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()
    except OSError:
        # A closed terminal or pipe must not keep us from stopping.
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115 - for the rest of this process's life


class Stop(BaseException):
    """A signal to end. Not an Exception, so that no handler of errors swallows it."""


class Interrupts:
    """Raises `Stop` for Ctrl-C, SIGTERM and a closed terminal; while held, after that.

    Held between the start of a process and its record: a process without one would be left behind.
    """

    def __init__(self) -> None:
        self._held = 0
        self._pending = False
        for number in SIGNALS:
            signal.signal(number, self._receive)

    def _receive(self, _number: int, _frame: FrameType | None) -> None:
        self._pending = True
        if not self._held:
            raise Stop

    @contextlib.contextmanager
    def held(self) -> Iterator[None]:
        self._held += 1
        try:
            yield
        finally:
            self._held -= 1
        if self._pending and not self._held:
            raise Stop

    def hold_for_good(self) -> None:
        """Ignore further signals: we are ending."""
        self._held += 1
