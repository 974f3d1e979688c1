"""A PostgreSQL server on a Unix socket, without passwords: the folder of the socket is closed."""

import shutil
import signal
import subprocess
import time
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import quote

import psycopg2
import psycopg2.extensions

from triadsurvey.localstack import StackError
from triadsurvey.localstack.binaries import POSTGRES_MAJOR, Binaries
from triadsurvey.localstack.places import Account
from triadsurvey.localstack.processes import POLL_SECONDS, Child

SUPERUSER = "postgres"
# No superuser, as in production: what only a superuser may do fails here too.
ROLE = "triadsurvey"
DATABASE = "triadsurvey"
# Long enough to replay the log after a crash.
START_SECONDS = 60.0
# Connections of a server that was killed end when they notice; a busy one, after its statement.
LEAVING_SECONDS = 10.0
IN_USE = "is still in use"
# Not the user's locale: sort order and messages are the same on every machine.
_ENVIRONMENT = {"LC_ALL": "C", "TZ": "UTC", "PATH": "/usr/bin:/bin"}
_SETTINGS = {
    "listen_addresses": "",
    "unix_socket_permissions": "0700",
    "max_connections": "300",
    "timezone": "UTC",
    "log_timezone": "UTC",
    # Nothing of what is stored stands in the log: no statement, no value, no key of a row.
    "log_min_error_statement": "panic",
    "log_error_verbosity": "terse",
}
_NOT_DURABLE = {
    "fsync": "off",
    "synchronous_commit": "off",
    "full_page_writes": "off",
    # The processes of a test run share a server, and each may be at a crowd of 200 judges.
    "max_connections": "900",
}
_STOP_SIGNALS = {
    "smart": signal.SIGTERM,
    "fast": signal.SIGINT,
    "immediate": signal.SIGQUIT,
}


class PostgresServer:
    name = "PostgreSQL"

    def __init__(
        self,
        *,
        binaries: Binaries,
        account: Account,
        data: Path,
        sockets: Path,
        log: Path,
        durable: bool = True,
    ) -> None:
        self._bin = binaries.postgres
        self._account = account
        self._data = data
        self._sockets = sockets
        self._durable = durable
        self.child = Child(
            self.name,
            self._command(),
            log=log,
            env=_ENVIRONMENT,
            account=account,
            # "Fast" ends connections; the default signal would wait for all clients to leave.
            stop_signal=_STOP_SIGNALS["fast"],
        )

    def url(self, database: str = DATABASE, user: str = ROLE) -> str:
        return f"postgres://{user}@/{database}?host={quote(str(self._sockets))}"

    def start(self) -> None:
        """Start the server; return when it answers and holds our role and database."""
        self._initialise()
        self._start_when_free()
        self._create_role_and_database()

    def stop(self, mode: str = "fast") -> None:
        self.child.ask_to_stop(_STOP_SIGNALS[mode])
        self.child.stop()

    def connect(self, database: str = DATABASE, user: str = ROLE) -> psycopg2.extensions.connection:
        connection = psycopg2.connect(
            host=str(self._sockets), port=5432, user=user, dbname=database
        )
        connection.autocommit = True
        return connection

    def _command(self) -> list[str | Path]:
        settings = {**_SETTINGS, **({} if self._durable else _NOT_DURABLE)}
        flags = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
        return [
            self._bin / "postgres", "-D", self._data, "-k", self._sockets, "-p", "5432", *flags,
        ]  # fmt: skip

    def _initialise(self) -> None:
        made_by = self._data / "PG_VERSION"
        if not made_by.exists():
            self._initdb()
        elif (major := made_by.read_text().strip()) != str(POSTGRES_MAJOR):
            raise StackError(
                f"The data in {self._data} were written by PostgreSQL {major}, and this version "
                f"of triadsurvey runs PostgreSQL {POSTGRES_MAJOR}: go back to the version you "
                f"had, `make backup` there, move {self._data} away, come back here and "
                "`make restore FILE=backups/…`."
            )

    def _initdb(self) -> None:
        """Make the folder beside its place and move it there: one broken off is made anew."""
        unfinished = self._data.with_name(f"{self._data.name}.unfinished")
        if unfinished.exists():
            shutil.rmtree(unfinished)
        self._account.folder(unfinished)
        command: list[str | Path] = [
            self._bin / "initdb", "-D", unfinished, "-U", SUPERUSER, "-A", "trust", "-E", "UTF8",
            "--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--no-instructions",
            *([] if self._durable else ["--no-sync"]),
        ]  # fmt: skip
        done = subprocess.run(
            command,
            cwd="/",
            env=_ENVIRONMENT,
            capture_output=True,
            text=True,
            check=False,
            **self._account.identity(),
        )
        if done.returncode != 0:
            raise StackError(f"initdb failed: {done.stderr.strip()}")
        unfinished.rename(self._data)

    def _start_when_free(self) -> None:
        """Start it; wait for the connections of one that was killed, which leave after it."""
        deadline = time.monotonic() + LEAVING_SECONDS
        while True:
            self.child.start()
            try:
                self._wait_until_ready()
            except StackError:
                # The connection that leaves may have the last word.
                if IN_USE not in self.child.last_words(3) or time.monotonic() > deadline:
                    raise
                time.sleep(POLL_SECONDS)
            else:
                return

    def _wait_until_ready(self) -> None:
        deadline = time.monotonic() + START_SECONDS
        while True:
            try:
                self.connect(SUPERUSER, SUPERUSER).close()
            except psycopg2.OperationalError as error:
                if not self.child.running() or time.monotonic() > deadline:
                    self.child.stop()
                    raise StackError(
                        f"PostgreSQL did not start: {self.child.last_words()}"
                    ) from error
                time.sleep(POLL_SECONDS)
            else:
                return

    def _create_role_and_database(self) -> None:
        connection = self.connect(SUPERUSER, SUPERUSER)
        try:
            with connection.cursor() as cursor:
                cursor.execute("SELECT 1 FROM pg_roles WHERE rolname = %s", [ROLE])
                if cursor.fetchone() is None:
                    cursor.execute(f"CREATE ROLE {ROLE} LOGIN CREATEDB")
                cursor.execute("SELECT 1 FROM pg_database WHERE datname = %s", [DATABASE])
                if cursor.fetchone() is None:
                    cursor.execute(f"CREATE DATABASE {DATABASE} OWNER {ROLE}")
        finally:
            connection.close()


def without_libpq_variables(environment: Mapping[str, str]) -> dict[str, str]:
    """Leave out PGPORT, PGOPTIONS and the like, which would lead a client to another server."""
    return {name: value for name, value in environment.items() if not name.startswith("PG")}
