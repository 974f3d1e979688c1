"""`make run`: servers, database, demo, web, worker and beat, until it is told to stop."""

import contextlib
import errno
import http.client
import os
import socket
import time
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

from triadsurvey import env
from triadsurvey.localstack import StackError
from triadsurvey.localstack.binaries import usable_binaries
from triadsurvey.localstack.control import (
    READY_SECONDS,
    Interrupts,
    Stop,
    lock_or_addresses,
    reap_killed_run,
    say,
    say_addresses,
)
from triadsurvey.localstack.environment import (
    ADMIN_EMAIL,
    QUEUES,
    READY_TO_SERVE,
    admin_password_file,
    beat_command,
    prepare_command,
    product_environment,
    web_command,
    worker_command,
)
from triadsurvey.localstack.ledger import Ledger
from triadsurvey.localstack.places import Places, fresh_folder, server_account
from triadsurvey.localstack.postgres import PostgresServer
from triadsurvey.localstack.processes import POLL_SECONDS, Child
from triadsurvey.localstack.valkey import ValkeyServer

HOST = "127.0.0.1"
FIRST_PORT = 8000
PORTS_TRIED = 100
WATCH_SECONDS = 0.5
# A larger log is put aside when a run starts.
LARGEST_LOG = 10_000_000
# A process that ends is started again, unless it has ended so often within a minute.
MOST_DEATHS = 3
# Without these no page is served; without another one the run goes on.
ESSENTIAL = (PostgresServer.name, "web")
# A worker touches its heartbeat every few seconds (`triadsurvey.workers.watchdog`).
FROZEN_SECONDS = 45.0


def run(places: Places) -> int:
    """Run until told to stop; return at once if a run of this checkout is there."""
    lock = lock_or_addresses(places)
    if lock is None:
        return 0
    with lock:
        reap_killed_run(places)
        interrupts = Interrupts()
        current = Run(places, interrupts)
        try:
            current.start()
            current.watch()
        except Stop:
            return 0
        finally:
            interrupts.hold_for_good()
            current.stop()


class Run:
    """The processes of one `make run`."""

    def __init__(self, places: Places, interrupts: Interrupts) -> None:
        self._places = places
        self._interrupts = interrupts
        self._ledger = Ledger.of_this_process(places.run_ledger)
        self._environment: dict[str, str] = {}
        self._listener: socket.socket | None = None
        # With each child the function that starts it (again), in the order of their start.
        self._servers: dict[Child, Callable[[], object]] = {}
        self._product: dict[Child, Callable[[], object]] = {}
        self._helpers: dict[Child, Callable[[], object]] = {}
        self._deaths: dict[str, list[float]] = {}

    def start(self) -> None:
        say("Starting triadsurvey …")
        self._ledger.write()
        self._prepare_logs()
        database_url, redis_url = self._start_servers()
        self._listener = listening_socket(wanted_port(self._places))
        port = self._listener.getsockname()[1]
        self._places.port.write_text(f"{port}\n")
        base_url = f"http://127.0.0.1:{port}"
        self._environment = product_environment(
            self._places, database_url=database_url, redis_url=redis_url, base_url=base_url
        )
        setting_up = self._prepare_product()
        self._start_product(self._listener)
        addresses = self._first_data(setting_up, base_url)
        self._wait_until_ready(port)
        self._ledger.facts = {
            "ready": True,
            "addresses": addresses,
            "database_url": database_url,
            "redis_url": redis_url,
        }
        self._ledger.write()
        say("triadsurvey is ready.")
        say_addresses(self._places, addresses)
        say("Ctrl-C stops it. Logs are in .local/log/, the e-mails it would send in .local/mail/")

    def watch(self) -> NoReturn:
        """Start again what has ended."""
        while True:
            time.sleep(WATCH_SECONDS)
            for child, start in {**self._servers, **self._product}.items():
                if not child.running() or self._frozen(child):
                    self._start_again(child, start)

    def stop(self) -> None:
        """Stop the product first, then the servers, so that it can store what it has in hand."""
        if self._servers or self._product:
            say("Stopping …")
        for group in (self._helpers, self._product, self._servers):
            for child in group:
                child.ask_to_stop()
            for child in group:
                child.stop()
        if self._listener is not None:
            self._listener.close()
        self._ledger.clear()

    def _prepare_logs(self) -> None:
        self._places.logs.mkdir(exist_ok=True)
        self._places.logs.chmod(0o700)
        for log in self._places.logs.glob("*.log"):
            if log.stat().st_size > LARGEST_LOG:
                log.replace(log.with_suffix(".old"))

    def _start_servers(self) -> tuple[str, str]:
        """Return the addresses of both servers; start those that the environment does not name."""
        database_url, redis_url = env.text("DATABASE_URL", ""), env.text("REDIS_URL", "")
        if database_url and redis_url:
            return database_url, redis_url
        account = server_account()
        binaries = usable_binaries(account, self._places.data)
        sockets = fresh_folder(account, "run")
        self._ledger.add_folder(sockets)
        if not database_url:
            postgres = PostgresServer(
                binaries=binaries,
                account=account,
                data=self._places.data / "postgres",
                sockets=sockets,
                log=self._log("postgres"),
            )
            self._begin(postgres.child, postgres.start, self._servers)
            database_url = postgres.url()
        if not redis_url:
            valkey = ValkeyServer(
                binaries=binaries,
                account=account,
                data=self._places.data / "valkey",
                sockets=sockets,
                log=self._log("valkey"),
            )
            self._begin(valkey.child, valkey.start, self._servers)
            redis_url = valkey.url()
        return database_url, redis_url

    def _prepare_product(self) -> Child:
        """Begin the set-up; return when tables and static files are there."""
        log = self._log("set-up")
        log.unlink(missing_ok=True)  # what it says is read below
        child = Child(
            "set-up",
            prepare_command(ADMIN_EMAIL, admin_password_file(self._places)),
            log=log,
            env=self._environment,
            cwd=self._places.checkout,
        )
        self._begin(child, child.start, self._helpers)
        while READY_TO_SERVE not in log.read_text():
            if not child.running():
                raise StackError(f"The set-up failed: {child.last_words(1)} (see {log})")
            time.sleep(POLL_SECONDS)
        return child

    def _first_data(self, child: Child, base_url: str) -> dict[str, str]:
        """Wait for the end of the set-up, and return the addresses to print."""
        if child.wait() != 0:
            raise StackError(f"The set-up failed: {child.last_words(1)} (see {child.log})")
        lines = (line.partition(": ") for line in child.log.read_text().splitlines())
        demo = {name: f"{base_url}{path}" for name, _, path in lines if path.startswith("/")}
        return {"researchers": f"{base_url}/studies/", **demo}

    def _start_product(self, listener: socket.socket) -> None:
        # The web server gets our socket: while it is started again, visitors wait and are not
        # refused.
        web = web_command(f"fd://{listener.fileno()}")
        commands = {
            "web": web,
            **{f"worker-{queue}": worker_command(queue) for queue in QUEUES},
            "beat": beat_command(self._places.local),
        }
        for name, command in commands.items():
            child = Child(
                name,
                command,
                log=self._log(name),
                env={**self._environment, "WORKER_HEARTBEAT": str(self._heartbeat(name))},
                cwd=self._places.checkout,
                inherit=[listener.fileno()] if name == "web" else [],
            )
            self._heartbeat(name).unlink(missing_ok=True)
            self._begin(child, child.start, self._product)

    def _begin(
        self,
        child: Child,
        start: Callable[[], object],
        group: dict[Child, Callable[[], object]],
    ) -> None:
        child.around_start = self._ledger.written_down(self._interrupts.held)
        group[child] = start
        start()

    def _start_again(self, child: Child, start: Callable[[], object]) -> None:
        now = time.monotonic()
        deaths = [death for death in self._deaths.get(child.name, []) if now - death < 60]
        if len(deaths) >= MOST_DEATHS:
            if child.name in ESSENTIAL:
                raise StackError(f"{child.name} keeps ending: {child.last_words()}")
            return  # judges are served without it: it is tried again a minute later
        self._deaths[child.name] = [*deaths, now]
        say(f"{child.name} has ended and is started again (see {child.log}).")
        child.kill()  # its own children may still run
        self._heartbeat(child.name).unlink(missing_ok=True)
        try:
            start()
        except StackError:
            if child.name in ESSENTIAL:
                raise

    def _frozen(self, child: Child) -> bool:
        """Return whether a worker lives but does nothing: its heartbeat is old."""
        with contextlib.suppress(FileNotFoundError):
            return time.time() - self._heartbeat(child.name).stat().st_mtime > FROZEN_SECONDS
        return False

    def _heartbeat(self, name: str) -> Path:
        return self._places.local / f"heartbeat-{name}"

    def _wait_until_ready(self, port: int) -> None:
        deadline = time.monotonic() + READY_SECONDS
        while not answers(port):
            for child in self._product:
                if not child.running():
                    raise StackError(f"{child.name} did not start: {child.last_words()}")
            if time.monotonic() > deadline:
                raise StackError(f"The web server does not answer (see {self._log('web')}).")

    def _log(self, name: str) -> Path:
        return self._places.logs / f"{name}.log"


def wanted_port(places: Places) -> int:
    """Return PORT, else the port of the last run: links that were sent lead there."""
    told = os.environ.get("PORT", _last_port(places))
    if not told.isdigit() or not 1 <= int(told) <= 65535:
        raise StackError(f"PORT must be a number from 1 to 65535, not {told!r}.")
    return int(told)


def _last_port(places: Places) -> str:
    try:
        return places.port.read_text().strip()
    except FileNotFoundError:
        return str(FIRST_PORT)


def listening_socket(first: int) -> socket.socket:
    """Listen on the first free port from `first` on; the web server gets the socket."""
    for port in range(first, min(first + PORTS_TRIED, 65536)):
        listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        # Connections of a run that has just ended do not keep the port.
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((HOST, port))
            listener.listen(2048)
        except OSError as error:
            listener.close()
            if error.errno not in {errno.EADDRINUSE, errno.EACCES}:
                raise
        else:
            if port != first:
                say(f"Port {first} is taken: using {port}.")
            return listener
    raise StackError(f"No free port from {first} on: name one with PORT=…")


def answers(port: int) -> bool:
    """Return whether the site at `port` says that it is alive."""
    connection = http.client.HTTPConnection(HOST, port, timeout=5)
    try:
        connection.request("GET", "/livez")
        return connection.getresponse().status < 500
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()
