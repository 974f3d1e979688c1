"""One machine with the services of docker-compose.yml, each a process, kept between commands."""

import contextlib
import json
import shutil
import subprocess
import time
from collections.abc import Callable, Mapping
from pathlib import Path

import redis

from tests.deployment.compose import Compose
from tests.deployment.image import AS_ITS_USER, Image
from tests.stand_ins.caddy import CADDY, CADDYFILE, free_port
from triadsurvey.localstack.binaries import usable_binaries
from triadsurvey.localstack.places import server_account, this_checkout
from triadsurvey.localstack.processes import Child, Started

HEALTHY_SECONDS = 120.0
# What a container has of its own is a port or folder of the machine here.
PORTS = ("db", "redis", "web", "admin")
STOPPED_SECONDS = 10.0


class Machine:
    """The services of the `.env` in one folder; their data, ports and processes in another."""

    def __init__(self, folder: Path, env_file: Path) -> None:
        self.folder = folder
        self._account = server_account()
        self._binaries = usable_binaries(self._account, this_checkout().data)
        self._ports = self._kept("ports", lambda: {name: free_port() for name in PORTS})
        self._started: dict[str, dict[str, object]] = self._kept("started", dict)
        self._children: dict[str, Child] = {}
        web, admin = self._ports["web"], self._ports["admin"]
        self.compose = Compose(
            env_file,
            {
                "/dev/shm": str(folder / "shm" / "SERVICE"),
                "@db:5432": f"@127.0.0.1:{self._ports['db']}",
                "redis:6379": f"127.0.0.1:{self._ports['redis']}",
                "0.0.0.0:8000": f"127.0.0.1:{web}",
                "8000": str(web),
                "2019": str(admin),
            },
        )

    # What docker compose does

    def build(self, install: Callable[[Path], None]) -> None:
        number = len(list(self.folder.glob("image-*"))) + 1
        unfinished = Image(self.folder / "unfinished")
        unfinished.build(install)
        unfinished.folder.rename(self.folder / f"image-{number}")

    def up(self, *names: str) -> None:
        """Start these services, or all, each after those that it depends on."""
        for name in names or self.compose.services:
            self._begin(name)
        for name in names or self.compose.services:
            self._until_well(name)

    def _begin(self, name: str) -> None:
        """Start a service that does not run, or runs from an older image."""
        if self._is_current("web" if name == "migrate" else name):
            return
        for needed, how in self.compose.services[name].get("depends_on", {}).items():
            self._begin(needed)
            if how["condition"] == "service_healthy":
                self._until_well(needed)
        if name == "migrate":
            done = self.run({}, [])
            if done.returncode != 0:
                raise SystemExit(done.stderr)
            return
        self.stop(name)
        self._launch(name)

    def start(self, name: str) -> None:
        """Start a service, and wait until its health check says that it is well."""
        self._launch(name)
        self._until_well(name)

    def _launch(self, name: str) -> None:
        self._children[name] = child = self._child(name)
        self._keep(name, child.start())

    def _until_well(self, name: str) -> None:
        deadline = time.monotonic() + HEALTHY_SECONDS
        while name != "migrate" and not self.is_well(name):
            if not self.is_up(name) or time.monotonic() > deadline:
                words = self.log(name).read_text()[-2000:]
                raise SystemExit(f"{name} does not become healthy: {words}")
            time.sleep(0.2)
        if name == "db":
            self._make_database()

    def stop(self, *names: str) -> None:
        running = [one for name in names if (one := self.process(name))]
        for one in running:
            one.ask_to_stop()
        for one in running:
            one.end(STOPPED_SECONDS)

    def end(self) -> None:
        """End what this object has started at once: its data go, too."""
        for child in self._children.values():
            child.kill()

    def execute(self, name: str, command: list[str]) -> int:
        """Run a command in a service that is up, with our input and output."""
        cwd, environment = Path.cwd(), self._of_the_database()
        if name in self.compose.built():
            cwd = self.image().tree
            environment = {**self.image().environment, **self.compose.environment(name)}
            command = [*AS_ITS_USER, *command]
        return subprocess.run(command, cwd=cwd, env=environment, check=False).returncode

    def run(self, more: Mapping[str, str], command: list[str]) -> subprocess.CompletedProcess[str]:
        """Run `migrate`, or another command in its place, to its end."""
        given = {name: self.compose.here("migrate", value) for name, value in more.items()}
        return self.image().run(
            command or self.compose.command("migrate"),
            {**self.compose.environment("migrate"), **given},
        )

    # Looking

    def image(self) -> Image:
        numbers = [int(one.name.split("-")[1]) for one in self.folder.glob("image-*")]
        return Image(self.folder / f"image-{max(numbers)}")

    def process(self, name: str) -> Started | None:
        """Return the service's process, if it runs."""
        record = self._started.get(name)
        if record is None:
            return None
        started = Started.from_record({k: v for k, v in record.items() if k != "image"})
        return started if started.running() else None

    def is_up(self, name: str) -> bool:
        return self.process(name) is not None

    def is_well(self, name: str) -> bool:
        """Run the service's health check in its container."""
        check = self.compose.health_check(name)
        if shutil.which(check[0], path=self._path()) is None:
            return self._answers(name)
        if name == "db":
            return subprocess.run(
                check, env=self._of_the_database(), stdout=subprocess.DEVNULL
            ).returncode == 0  # fmt: skip
        return self.image().run(check, self.compose.environment(name)).returncode == 0

    def log(self, name: str) -> Path:
        return self.folder / f"{name}.log"

    def _answers(self, name: str) -> bool:
        """Look in another way, where the program of a health check is not on this machine."""
        if name != "redis":
            return self.is_up(name)
        with (
            contextlib.suppress(redis.RedisError),
            contextlib.closing(redis.Redis(port=self._ports["redis"])) as client,
        ):
            return bool(client.ping())
        return False

    def _is_current(self, name: str) -> bool:
        """Return whether a service runs, of the newest image if it is one of ours."""
        of_ours = name in self.compose.built()
        image = self._started.get(name, {}).get("image")
        return self.is_up(name) and (not of_ours or image == self.image().folder.name)

    # Making

    def _child(self, name: str) -> Child:
        own = self.folder / "shm" / name
        own.mkdir(parents=True, exist_ok=True)
        own.chmod(0o777)
        for old in own.iterdir():  # a container's memory is empty after a restart
            old.unlink()
        if name in self.compose.built():
            environment = {**self.image().environment, **self.compose.environment(name)}
            command = [*AS_ITS_USER, *self.compose.command(name)]
            log, cwd = self.log(name), self.image().tree
            return Child(name, command, log=log, env=environment, cwd=cwd)
        return {"db": self._database, "redis": self._redis, "proxy": self._proxy}[name]()

    def _database(self) -> Child:
        """The image of PostgreSQL: data made once, its user, its password asked for over TCP."""
        data, given = self.folder / "volume", self.compose.environment("db")
        if not data.exists():
            self._account.folder(data)
            secret = self.folder / "shm" / "db" / "password"
            secret.write_text(given["POSTGRES_PASSWORD"])
            secret.chmod(0o644)
            subprocess.run(
                [self._binaries.postgres / "initdb", "-D", data, "-U", given["POSTGRES_USER"],
                 f"--pwfile={secret}", "--auth-local=trust", "--auth-host=scram-sha-256",
                 *given["POSTGRES_INITDB_ARGS"].split()],
                env={"PATH": "/usr/bin:/bin"}, check=True, stdout=subprocess.DEVNULL, cwd="/",
                **self._account.identity(),
            )  # fmt: skip
        words = self.compose.command("db")[1:]
        at = ["-p", str(self._ports["db"]), "-k", str(self.folder / "shm" / "db")]
        return Child(
            "db", [self._binaries.postgres / "postgres", "-D", data, *at, *words],
            log=self.log("db"), env={"PATH": "/usr/bin:/bin"}, account=self._account,
        )  # fmt: skip

    def _make_database(self) -> None:
        """Make the database that the image of PostgreSQL makes at its first start."""
        name = self.compose.environment("db")["POSTGRES_DB"]
        ask = ["psql", "-U", name, "-d", "postgres", "-Atc"]
        there = "SELECT datname FROM pg_database"
        found = subprocess.run(
            [*ask, there], env=self._of_the_database(), capture_output=True, text=True, check=True
        )
        if name not in found.stdout.split():
            make = [*ask, f"CREATE DATABASE {name}"]
            subprocess.run(make, env=self._of_the_database(), capture_output=True, check=True)

    def _redis(self) -> Child:
        words = [*self.compose.command("redis")[1:], "--bind", "127.0.0.1"]
        return Child(
            "redis", [self._binaries.valkey_server, *words, "--port", str(self._ports["redis"])],
            log=self.log("redis"), env={"PATH": "/usr/bin:/bin"}, account=self._account,
            cwd=self.folder / "shm" / "redis",
        )  # fmt: skip

    def _proxy(self) -> Child:
        file = self.folder / "Caddyfile"
        file.write_text(CADDYFILE.replace("web:8000", f"127.0.0.1:{self._ports['web']}"))
        environment = {
            **self.compose.environment("proxy"),
            "CADDY_ADMIN": f"127.0.0.1:{self._ports['admin']}",
            "HOME": str(self.folder / "shm" / "proxy"),
        }
        return Child(
            "proxy", [CADDY, "run", "--config", file], log=self.log("proxy"), env=environment
        )

    def _path(self) -> str:
        return f"{self._binaries.postgres}:/usr/bin:/bin"

    def _of_the_database(self) -> dict[str, str]:
        """What a command in the database's container finds."""
        return {
            "PATH": self._path(),
            "PGHOST": str(self.folder / "shm" / "db"),
            "PGPORT": str(self._ports["db"]),
        }

    def _kept(self, name: str, make: Callable[[], dict]) -> dict:
        file = self.folder / f"{name}.json"
        if not file.exists():
            file.write_text(json.dumps(make()))
        return json.loads(file.read_text())

    def _keep(self, name: str, started: Started) -> None:
        image = self.image().folder.name if name in self.compose.built() else ""
        self._started[name] = {**started.record(), "image": image}
        (self.folder / "started.json").write_text(json.dumps(self._started))
