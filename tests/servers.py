"""The servers of a test run: one PostgreSQL and one Valkey of its own.

`DATABASE_URL` and `REDIS_URL` of the shell may name real data, so tests never use them;
only `TEST_DATABASE_URL` and `TEST_REDIS_URL` lend a server. The first process of a run (for
pytest-xdist its controller) owns the servers; its workers find their addresses in the environment.
Here the environment is made ready, which must be done before Django's settings are read;
`tests/conftest.py` starts, waits and stops.
"""

import os
from concurrent.futures import Future, ThreadPoolExecutor
from urllib.parse import parse_qs, urlencode, urlsplit, urlunsplit

from tests import migrated
from triadsurvey.localstack.servers import TemporaryServers, reap_test_servers

# Set by the owner for its child processes.
_OWNED = "TRIADSURVEY_TEST_SERVERS"


class RunServers:
    """What this process owns; empty in a worker, or where both servers are lent."""

    def __init__(self) -> None:
        self.servers: TemporaryServers | None = None
        self._needs_postgres = self._needs_valkey = False
        self._started: Future[None] | None = None

    def prepare(self) -> None:
        """Put the addresses into the environment; nothing is started yet."""
        if _OWNED not in os.environ:
            self._prepare_owned()
        if worker := os.environ.get("PYTEST_XDIST_WORKER"):
            number = int(worker.removeprefix("gw")) + 1
            os.environ["REDIS_URL"] = with_redis_database(os.environ["REDIS_URL"], number)

    def _prepare_owned(self) -> None:
        lent_database = os.environ.get("TEST_DATABASE_URL")
        lent_redis = os.environ.get("TEST_REDIS_URL")
        self._needs_postgres, self._needs_valkey = not lent_database, not lent_redis
        if self._needs_postgres or self._needs_valkey:
            reap_test_servers()
            self.servers = TemporaryServers()
            lent_database = lent_database or self.servers.postgres.url()
            lent_redis = lent_redis or self.servers.valkey.url()
        os.environ["DATABASE_URL"] = str(lent_database)
        os.environ["REDIS_URL"] = str(lent_redis)
        os.environ[_OWNED] = str(os.getpid())

    def start(self) -> None:
        """Begin to start them, and return: meanwhile tests are collected."""
        if self.servers is not None:
            self._started = ThreadPoolExecutor(1).submit(self._start, self.servers)

    def _start(self, servers: TemporaryServers) -> None:
        if self._needs_postgres:
            migrated.copy_into(servers)
        servers.start(postgres=self._needs_postgres, valkey=self._needs_valkey)

    def wait(self) -> None:
        """Return when they answer; raise what kept them from starting."""
        if self._started is not None:
            self._started.result()

    def stop(self) -> None:
        if self.servers is not None:
            if self._started is not None:
                self._started.exception()  # only waited for
            self.servers.stop()


def with_redis_database(url: str, number: int) -> str:
    """The same server, another database of it: each worker of a run has one of its own."""
    parts = urlsplit(url)
    if parts.scheme == "unix":
        query = {name: values[-1] for name, values in parse_qs(parts.query).items()}
        # Not urlunsplit: it drops the empty host of a scheme that it does not know.
        return f"unix://{parts.path}?{urlencode({**query, 'db': number})}"
    return urlunsplit(parts._replace(path=f"/{number}"))


run_servers = RunServers()
