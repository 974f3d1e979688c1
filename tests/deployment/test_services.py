"""What docker-compose.yml starts is healthy: in the image's own files, with its own environment."""

import shutil
import subprocess
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import migrated
from tests.deployment.compose import Compose, interpolated, read_env
from tests.deployment.image import AS_ITS_USER, CHECKOUT, Image, link_packages
from tests.faults.test_proxy import CADDY, CADDYFILE, free_port
from triadsurvey.localstack.places import Account, fresh_folder
from triadsurvey.localstack.processes import Child
from triadsurvey.localstack.servers import TemporaryServers

pytestmark = pytest.mark.slow
HEALTHY_SECONDS = 90.0


class Site:
    """The services of compose, each a process with a folder of its own for what it writes."""

    def __init__(self, folder: Path, servers: TemporaryServers) -> None:
        self.image = Image(folder, install=link_packages)
        self.port, web, admin = free_port(), free_port(), free_port()
        self._shm = folder / "shm"
        self._caddyfile = folder / "Caddyfile"
        self._caddyfile.write_text(CADDYFILE.replace("web:8000", f"127.0.0.1:{web}"))
        (folder / ".env").write_text(
            (CHECKOUT / ".env.example").read_text().replace("SECRET_KEY=\n", "SECRET_KEY='$a #b'\n")
            + "POSTGRES_PASSWORD='$a #b'\nBASE_URL=http://localhost\nALLOWED_HOSTS=localhost\n"
            f"DATABASE_URL={servers.postgres.url()}\nREDIS_URL={servers.valkey.url()}\n"
            f"WEB_CONCURRENCY=1\nSITE_ADDRESS=http://localhost:{self.port}\n"
        )
        self.compose = Compose(
            folder / ".env",
            {
                "/dev/shm": str(self._shm / "SERVICE"),
                "0.0.0.0:8000": f"127.0.0.1:{web}",
                "8000": str(web),
                "2019": str(admin),
            },
        )
        commands = {name: self.compose.command(name) for name in self.compose.built()}
        commands["proxy"] = [str(CADDY), "run", "--config", str(self._caddyfile)]
        of_the_proxy = {"CADDY_ADMIN": f"127.0.0.1:{admin}"}
        self.children = {
            name: self._child(name, command, of_the_proxy if name == "proxy" else {})
            for name, command in commands.items()
        }

    def _child(self, name: str, command: list[str], more: dict[str, str]) -> Child:
        own = self._shm / name
        own.mkdir(parents=True)
        own.chmod(0o777)
        return Child(
            name,
            [*AS_ITS_USER, *command],
            log=self._shm / f"{name}.log",
            env={**self.image.environment, **self.compose.environment(name), **more},
            cwd=self.image.tree,
        )

    def health(self, name: str) -> int:
        """Run the service's health check in its container."""
        check = self.compose.health_check(name)
        return self.image.run(check, self.compose.environment(name)).returncode

    def until_healthy(self, name: str) -> None:
        deadline = time.monotonic() + HEALTHY_SECONDS
        while self.health(name) != 0:
            assert self.children[name].running(), self.children[name].last_words(20)
            assert time.monotonic() < deadline, self.children[name].last_words(20)
            time.sleep(0.2)


@pytest.fixture(scope="module")
def servers() -> Iterator[TemporaryServers]:
    servers = TemporaryServers()
    try:
        migrated.copy_into(servers)
        servers.start()
        # Another user than the servers' comes to their sockets.
        for each in (".", ".s.PGSQL.5432", "valkey.sock"):
            (servers.folder / each).chmod(0o777)
        yield servers
    finally:
        servers.stop()


@pytest.fixture(scope="module")
def site(servers: TemporaryServers) -> Iterator[Site]:
    folder = fresh_folder(Account(), "image")
    folder.chmod(0o755)
    site = Site(folder, servers)
    try:
        yield site
    finally:
        for child in site.children.values():
            child.kill()
        site.image.open_again()
        shutil.rmtree(folder)


def test_the_image_holds_what_runs_and_nothing_else(site: Site) -> None:
    files = {str(path) for path in site.image.files()}
    assert {"manage.py", "triadsurvey/asgi.py", "deploy/alive.sh", "deploy/answers.sh"} <= files
    tops = {path.split("/")[0] for path in files} - {"__pycache__"}
    assert tops == {
        "analysis", "deploy", "locale", "manage.py", "requirements", "static", "staticfiles",
        "studies", "templates", "triadsurvey",
    }  # fmt: skip
    assert not [path for path in files if path.startswith(("triadsurvey/localstack", ".env"))]
    assert any(path.endswith(".pyc") for path in files)


def test_all_parts_become_healthy_and_write_nothing_into_the_image(site: Site) -> None:
    before = site.image.files()
    migrate = site.image.run(site.compose.command("migrate"), site.compose.environment("migrate"))
    assert migrate.returncode == 0, migrate.stderr
    for name in site.children:
        assert site.health(name) != 0  # none runs yet
    for child in site.children.values():
        child.start()
    for name in site.children:
        if name != "proxy" or shutil.which("wget"):
            site.until_healthy(name)
    with urllib.request.urlopen(f"http://localhost:{site.port}/readyz") as answer:
        assert answer.status == 200
    refused = site.image.run(["touch", "new"], {})
    assert refused.returncode != 0
    assert site.image.files() == before


def test_the_checks_of_the_servers_are_true(servers: TemporaryServers, site: Site) -> None:
    check = site.compose.health_check("db")
    check[check.index("--host") + 1] = str(servers.folder)
    found = shutil.which("pg_isready") or str(servers.postgres._bin / "pg_isready")
    assert subprocess.run([found, *check[1:]], stdout=subprocess.DEVNULL).returncode == 0


def test_nothing_starts_without_what_is_required(tmp_path: Path, site: Site) -> None:
    (tmp_path / ".env").write_text((CHECKOUT / ".env.example").read_text())
    empty = Compose(tmp_path / ".env", {})
    for name in ("web", "db"):
        with pytest.raises(ValueError, match="is not set in"):
            empty.environment(name)
    web = site.compose.environment("web")
    assert (web["SECRET_KEY"], web["PGPASSWORD"]) == ("$a #b", "$a #b")
    assert web["ALLOWED_HOSTS"] == "localhost,127.0.0.1"


def test_an_env_file_is_read_as_compose_reads_it(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("A='x $y #z'\n#B=1\nC=two # words\nA_FILE=/run/a\n")
    assert read_env(tmp_path / ".env") == {"A": "x $y #z", "C": "two", "A_FILE": "/run/a"}
    assert interpolated("${A:-${B:?no}}/${C:-d}", {"A": "1"}) == "1/d"
    with pytest.raises(ValueError, match="no"):
        interpolated("${A:-${B:?no}}", {})
