"""The whole product for tests: each part a process of its own, as in docker-compose.yml.

PostgreSQL, Valkey, gunicorn with two workers, a Celery worker for each queue and beat, on a fresh
database, with methods that stop, freeze and kill the parts. Tests take the fixture `stack`, or for
settings of their own `with Stack(folder, environment={…}) as stack`.
"""

import os
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import redis

from tests import migrated
from tests.django_shell import DjangoShell
from triadsurvey.localstack.environment import (
    QUEUES,
    beat_command,
    manage,
    product_environment,
    web_command,
    worker_command,
)
from triadsurvey.localstack.places import this_checkout
from triadsurvey.localstack.processes import Child
from triadsurvey.localstack.run import answers
from triadsurvey.localstack.servers import TemporaryServers

CHECKOUT = this_checkout().checkout
READY_SECONDS = 90.0
METRICS_TOKEN = "metrics-of-the-tests"
# Of this test process, not of the product: they would change what is started here.
NOT_HANDED_ON = ("DJANGO_ALLOW_ASYNC_UNSAFE", "PYTEST_XDIST_WORKER", "PYTEST_CURRENT_TEST")


class Stack:
    """Started by `start` (or `with`), gone without a trace but its logs after `stop`."""

    def __init__(
        self,
        folder: Path,
        *,
        environment: Mapping[str, str] | None = None,
        durable: bool = True,
        beat: bool = True,
    ) -> None:
        """`folder` gets the logs; `durable` off is faster where no test kills PostgreSQL."""
        self.folder = folder
        self.servers = TemporaryServers(durable=durable, logs=folder)
        # Bound here and handed to the web server: no other process takes its port meanwhile.
        self._listener = socket.create_server(("127.0.0.1", 0), backlog=2048)
        self.port: int = self._listener.getsockname()[1]
        self.base_url = f"http://127.0.0.1:{self.port}"
        self.database_url = self.servers.postgres.url()
        self.redis_url = self.servers.valkey.url()
        self.env = self._environment(environment or {})
        self._shell = DjangoShell(self.env)
        self.web = self._child("web", web_command(f"fd://{self._listener.fileno()}"))
        self.workers = {
            queue: self._child(f"worker-{queue}", worker_command(queue)) for queue in QUEUES
        }
        self.beat = self._child("beat", beat_command(folder))
        self._parts = [self.web, *self.workers.values(), *([self.beat] if beat else [])]

    def start(self) -> Self:
        try:
            migrated.copy_into(self.servers)
            self.servers.start()
            for part in self._parts:
                part.start()
            self.wait_for(lambda: answers(self.port), "the web server answers")
            self.wait_for_workers()
        except BaseException:
            self.stop()
            raise
        return self

    def stop(self) -> None:
        self._shell.stop()
        for part in self._parts:
            part.kill()  # nothing is kept, so nothing needs to finish
        self._listener.close()
        self.servers.stop()

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()

    # Looking in

    def manage(self, *arguments: str, check: bool = True) -> subprocess.CompletedProcess[str]:
        """`manage.py …` with the stack's environment; its output is text."""
        done = subprocess.run(
            manage(*arguments, places=this_checkout()),
            cwd=CHECKOUT,
            env=self.env,
            capture_output=True,
            text=True,
            check=False,
        )
        if check and done.returncode != 0:
            raise AssertionError(f"manage.py {arguments} failed:\n{done.stdout}{done.stderr}")
        return done

    def shell(self, script: str) -> str:
        """What a script prints that is run with Django, as by `manage.py shell`."""
        return self._shell.run(script)

    def sql(self, statement: str, parameters: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """Rows straight from the database, in a transaction of their own."""
        connection = self.servers.postgres.connect()
        try:
            with connection.cursor() as cursor:
                cursor.execute(statement, parameters)
                return cursor.fetchall() if cursor.description else []
        finally:
            connection.close()

    def log(self, name: str) -> str:
        """What `web`, `worker-results`, `beat`, `postgres` or `valkey` has written."""
        return (self.folder / f"{name}.log").read_text(errors="replace")

    def wait_for(
        self, happened: Callable[[], object], what: str, seconds: float = READY_SECONDS
    ) -> float:
        """Wait until `happened()` is true; the seconds it took. AssertionError after `seconds`."""
        begin = time.monotonic()
        while not happened():
            waited = time.monotonic() - begin
            dead = [part.name for part in self._parts if part.started and not part.running()]
            assert waited < seconds, f"after {seconds} s not: {what} (ended: {dead})"
            time.sleep(0.05)
        return time.monotonic() - begin

    # Redis

    def stop_redis(self) -> None:
        self.servers.valkey.stop()

    def start_redis(self) -> None:
        """With nothing in it, as after a crash."""
        self.servers.valkey.start()

    def freeze_redis(self) -> None:
        """It takes connections and never answers."""
        os.kill(self.servers.valkey.child.pid, signal.SIGSTOP)

    def thaw_redis(self) -> None:
        os.kill(self.servers.valkey.child.pid, signal.SIGCONT)

    def flush_redis(self) -> None:
        client = redis.Redis.from_url(self.redis_url)
        client.flushall()
        client.close()

    # PostgreSQL

    def stop_postgres(self, mode: str = "fast") -> None:
        """`smart`, `fast` or `immediate`; `immediate` is a crash that needs recovery."""
        self.servers.postgres.stop(mode)

    def start_postgres(self) -> None:
        self.servers.postgres.start()

    def restart_postgres(self, mode: str = "fast") -> None:
        self.stop_postgres(mode)
        self.start_postgres()

    def kill_postgres(self) -> None:
        """SIGKILL for the server and every process of its connections."""
        self.servers.postgres.child.kill()

    def postgres_processes(self) -> list[int]:
        """The server, and those of its connections and its own work."""
        server = self.servers.postgres.child.pid
        children = Path(f"/proc/{server}/task/{server}/children").read_text().split()
        return [server, *map(int, children)]

    @contextmanager
    def frozen_postgres(self) -> Iterator[None]:
        """It takes connections and never answers, and those that it has hear nothing."""
        processes = self.postgres_processes()
        for pid in processes:
            os.kill(pid, signal.SIGSTOP)
        try:
            yield
        finally:
            for pid in processes:
                with suppress(ProcessLookupError):  # the server, thawed first, has ended it
                    os.kill(pid, signal.SIGCONT)

    # Worker, web and beat

    def kill_worker(self, queue: str = "results") -> None:
        """Kill a worker and its pool by SIGKILL, in the middle of their work."""
        self.workers[queue].kill()

    def start_worker(self, queue: str = "results", **environment: str) -> None:
        """Returns when it takes tasks; `environment` is more for this one start."""
        already = self._times_ready(queue)
        self.workers[queue].env = self.env | environment
        self.workers[queue].start()
        self.wait_for(lambda: self._times_ready(queue) > already, "the worker is ready")

    def wait_for_workers(self) -> None:
        for queue in QUEUES:
            self.wait_for(lambda queue=queue: self._times_ready(queue) > 0, "the worker is ready")

    def kill_web(self) -> None:
        """Visitors wait meanwhile: the socket stays open."""
        self.web.kill()

    def start_web(self) -> None:
        self.web.start()
        self.wait_for(lambda: answers(self.port), "the web server answers")

    def _times_ready(self, queue: str) -> int:
        return self.log(f"worker-{queue}").count(" ready.")

    def _child(self, name: str, command: Sequence[str]) -> Child:
        child = Child(
            name,
            command,
            log=self.folder / f"{name}.log",
            env=self.env,
            cwd=CHECKOUT,
            inherit=[self._listener.fileno()] if name == "web" else [],
        )
        self.servers.adopt(child)
        return child

    def _environment(self, changes: Mapping[str, str]) -> dict[str, str]:
        environment = product_environment(
            this_checkout(),
            database_url=self.database_url,
            redis_url=self.redis_url,
            base_url=self.base_url,
        )
        for name in NOT_HANDED_ON:
            environment.pop(name, None)
        # Static files straight from the source: nothing has to be collected first.
        return {**environment, "STATIC_PLAIN": "true", "WEB_CONCURRENCY": "2", **changes}
