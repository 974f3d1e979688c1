"""`make backup` and `make restore`: the whole database in one file, and back."""

import contextlib
import os
import shutil
import subprocess
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from triadsurvey import env
from triadsurvey.localstack import StackError
from triadsurvey.localstack.binaries import usable_binaries, wheel_binaries
from triadsurvey.localstack.control import (
    Interrupts,
    live_run,
    reap_killed_run,
    say,
    stop_run,
    take_lock,
)
from triadsurvey.localstack.environment import admin_password_file, manage, product_environment
from triadsurvey.localstack.ledger import Ledger
from triadsurvey.localstack.places import Places, fresh_folder, server_account
from triadsurvey.localstack.postgres import PostgresServer, without_libpq_variables
from triadsurvey.localstack.run import run

# All tables are dropped, also those of a newer version, and those of the backup made. In one
# transaction: a restore that fails has changed nothing.
_DEPLOY = Path(__file__).resolve().parents[2] / "deploy"
_EMPTY = _DEPLOY / "empty.sql"
# pg_dump from 17 on writes this line, which PostgreSQL 16 does not know. It lifts a limit only.
_NEWER_SETTING = b"SET transaction_timeout = 0;\n"


def back_up(places: Places) -> int:
    with database_url(places) as url:
        say(f"Written: {os.path.relpath(dump(places, url))}")
    return 0


def restore(places: Places, file: Path) -> int:
    """Replace the database by a backup; a run of this checkout is stopped, and goes on here."""
    if not file.is_file():
        missing = "No file is named" if file == Path() else f"There is no file {file}"
        raise StackError(f"{missing}: name a backup with FILE=backups/…")
    was_running = live_run(places) is not None
    if was_running:
        stop_run(places)
    with database_url(places) as url:
        say(f"What was in the database: {os.path.relpath(dump(places, url))}")
        load(file, url)
        bring_up_to_date(places, url)
    say(f"Restored from {file}; every result that was stored is the same as counted anew.")
    if was_running:
        say("The site goes on in this terminal, at the address of before; the other has ended.")
        return run(places)
    say("`make run` goes on with it.")
    return 0


def start_over(places: Places) -> int:
    """Back the database up and drop it: the next run makes a new one with the demo."""
    if env.text("DATABASE_URL", ""):
        raise StackError("DATABASE_URL names a server of yours: this empties only our own.")
    if live_run(places) is not None:
        raise StackError("triadsurvey is running: stop it first (Ctrl-C there, or `make stop`).")
    with database_url(places) as url:
        say(f"What was in the database: {os.path.relpath(dump(places, url))}")
    for name in ("postgres", "valkey"):
        shutil.rmtree(places.data / name, ignore_errors=True)
    admin_password_file(places).unlink(missing_ok=True)
    say("The database is gone: `make run` makes a new one with the demo study.")
    return 0


@contextlib.contextmanager
def database_url(places: Places) -> Iterator[str]:
    """Yield the address of the database of `make run`, with its server started if it is not."""
    ledger = live_run(places)
    if given := env.text("DATABASE_URL", ""):
        yield given
    elif ledger is not None and "database_url" in ledger.facts:
        yield str(ledger.facts["database_url"])
    else:
        with _own_server(places) as url:
            yield url


@contextlib.contextmanager
def _own_server(places: Places) -> Iterator[str]:
    lock = take_lock(places)
    if lock is None:
        raise StackError("triadsurvey is being started or stopped: try again in a moment.")
    with lock:
        reap_killed_run(places)
        interrupts = Interrupts()
        ledger = Ledger.of_this_process(places.run_ledger)
        places.logs.mkdir(exist_ok=True)
        account = server_account()
        sockets = fresh_folder(account, "run")
        ledger.add_folder(sockets)
        server = PostgresServer(
            binaries=usable_binaries(account, places.data),
            account=account,
            data=places.data / "postgres",
            sockets=sockets,
            log=places.logs / "postgres.log",
        )
        server.child.around_start = ledger.written_down(interrupts.held)
        try:
            server.start()
            yield server.url()
        finally:
            interrupts.hold_for_good()
            server.stop()
            ledger.clear()


def dump(places: Places, url: str) -> Path:
    """Write a backup in PostgreSQL's compressed format, which newer versions can read."""
    folder = places.checkout / "backups"
    folder.mkdir(mode=0o700, exist_ok=True)
    target = folder / f"triadsurvey-{datetime.now(UTC):%Y%m%dT%H%M%S%fZ}.dump"
    target.touch(mode=0o600)  # it holds people's answers
    command = [tool("pg_dump"), "--format", "custom", "--file", str(target), "--dbname", url]
    done = subprocess.run(command, env=_environment(), capture_output=True, text=True, check=False)
    if done.returncode != 0:
        target.unlink()
        raise StackError(f"pg_dump failed: {done.stderr.strip()}")
    note(url, "backup")
    return target


def note(url: str, what: str) -> None:
    """Note that a backup, or a drill, has succeeded. That this fails is no reason to stop."""
    command = [
        tool("psql"), "--no-psqlrc", "--quiet", "--set", "ON_ERROR_STOP=1", "--set",
        f"what={what}", "--file", str(_DEPLOY / "note.sql"), "--dbname", url,
    ]  # fmt: skip
    done = subprocess.run(command, env=_environment(), capture_output=True, text=True, check=False)
    if done.returncode != 0:
        say(f"That this {what} has succeeded could not be noted: {done.stderr.strip()}")


def load(file: Path, url: str) -> None:
    with (
        subprocess.Popen(
            [tool("pg_restore"), "--no-owner", "--no-privileges", "--file", "-", str(file)],
            env=_environment(),
            stdout=subprocess.PIPE,
        ) as reading,
        subprocess.Popen(
            [
                tool("psql"), "--no-psqlrc", "--quiet", "--set", "ON_ERROR_STOP=1",
                "--single-transaction", "--file", str(_EMPTY), "--file", "-", "--dbname", url,
            ],
            env={**_environment(), "PGOPTIONS": "--client-min-messages=warning"},
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
        ) as writing,
    ):  # fmt: skip
        assert reading.stdout is not None  # noqa: S101 - as asked for above
        assert writing.stdin is not None  # noqa: S101 - as asked for above
        with contextlib.suppress(BrokenPipeError):  # psql has ended: see its exit code
            for line in reading.stdout:
                if line != _NEWER_SETTING:
                    writing.stdin.write(line)
        if reading.wait() != 0:
            writing.kill()  # before it takes half a backup for a whole one
        with contextlib.suppress(BrokenPipeError):
            writing.stdin.close()
    if reading.returncode != 0 or writing.returncode != 0:
        raise StackError(f"{file} could not be restored, and the database is as it was.")


def bring_up_to_date(places: Places, url: str) -> None:
    """Bring the tables of an older version's backup up to date, and count everything anew."""
    environment = product_environment(
        places,
        database_url=url,
        redis_url=env.text("REDIS_URL", "redis://127.0.0.1:6379"),  # not needed by either
        base_url="http://127.0.0.1:8000",
    )
    for words, failed in (
        (["migrate", "--no-input", "--verbosity", "0"], "`manage.py migrate` failed on it"),
        (["recompute", "--all"], "some results differ from what was stored"),
    ):
        command = manage(*words, places=places)
        if subprocess.run(command, cwd=places.checkout, env=environment, check=False).returncode:
            raise StackError(f"The backup is restored, but {failed} (see above).")


def tool(name: str) -> str:
    """Return the program from the wheel, or from the PATH if the wheel is not installed."""
    try:
        return str(wheel_binaries().postgres / name)
    except StackError:
        found = shutil.which(name)
        if found is None:
            raise StackError(
                f"{name} is not on the PATH: install the package postgresql-client."
            ) from None
        return found


def _environment() -> dict[str, str]:
    return without_libpq_variables(os.environ)
