"""Ranges, locks, image and compose file say the same, and hold no secret and no surprise."""

import json
import re
import shutil
import subprocess
import sys
import tomllib
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name
from packaging.version import Version

from tests.project.locks import PIN, lock_text, pins
from triadsurvey import asgi, gunicorn_conf
from triadsurvey.localstack.environment import QUEUES, beat_command, web_command, worker_command

CHECKOUT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((CHECKOUT / "pyproject.toml").read_text())["project"]
LOCKS = ("production", "local", "dev")
PYTHONS = ("3.11", "3.12", "3.13")
NO_INDEX = re.compile(r"NewConnectionError|name resolution|dns error|client error \(Connect\)")


def ranges(lock: str) -> list[Requirement]:
    """The requirements in pyproject.toml that this lock answers."""
    extras = PROJECT["optional-dependencies"]
    wanted = {
        "production": PROJECT["dependencies"],
        "local": [*PROJECT["dependencies"], *extras["local"]],
        "dev": [*PROJECT["dependencies"], *extras["local"], *extras["dev"]],
    }
    return [Requirement(line) for line in wanted[lock]]


@pytest.mark.parametrize("python", PYTHONS)
@pytest.mark.parametrize("lock", LOCKS)
def test_lock_pins_every_requirement_inside_its_range(lock: str, python: str) -> None:
    pinned = pins(lock, python)
    outside = {
        str(requirement): str(pinned.get(canonicalize_name(requirement.name)))
        for requirement in ranges(lock)
        if canonicalize_name(requirement.name) not in pinned
        or pinned[canonicalize_name(requirement.name)] not in requirement.specifier
    }
    assert outside == {}


@pytest.mark.parametrize("python", PYTHONS)
def test_each_lock_holds_the_smaller_one_in_the_same_versions(python: str) -> None:
    production, local, dev = (pins(lock, python) for lock in LOCKS)
    assert production.items() <= local.items() <= dev.items()


@pytest.mark.parametrize("lock", LOCKS)
def test_lock_is_hashed_throughout_and_names_no_registry(lock: str) -> None:
    text = lock_text(lock)
    entries = re.split(r"^(?=[\w.-]+==)", text, flags=re.MULTILINE)[1:]
    assert len(entries) == len(PIN.findall(text)) > 20
    assert [entry for entry in entries if "--hash=sha256:" not in entry] == []
    assert re.findall(r"https?://|--(?:extra-)?index-url|--find-links", text) == []


def test_pythons_are_the_same_everywhere() -> None:
    supported = SpecifierSet(PROJECT["requires-python"])
    minors = [f"3.{minor}" for minor in range(8, 20) if f"3.{minor}" in supported]
    assert minors == list(PYTHONS)
    bootstrap = (CHECKOUT / "scripts" / "bootstrap.py").read_text()
    assert "OLDEST, NEWEST = (3, 11), (3, 13)" in bootstrap


def test_psycopg_3_is_neither_locked_nor_installed() -> None:
    locked = {name for lock in LOCKS for python in PYTHONS for name in pins(lock, python)}
    installed = {canonicalize_name(dist.name) for dist in metadata.distributions()}
    names = locked | installed
    assert "psycopg2-binary" in names
    assert {name for name in names if re.match(r"psycopg(?!2)|psycopg2$", name)} == set()


@pytest.mark.slow
def test_lock_is_whole_and_installs_from_wheels_alone(tmp_path: Path) -> None:
    """What `make run` installs. To install it would take a minute more: `make test` has just
    installed the larger lock, which holds this one, by the same rules."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", tmp_path], check=True)
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--python", tmp_path]
    rules = ["--require-hashes", "--only-binary", ":all:", "--ignore-installed"]
    lock = CHECKOUT / "requirements" / "local.txt"
    report = tmp_path / "report.json"
    command = [*pip, "install", "--quiet", "--dry-run", *rules, "-r", lock, "--report", report]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0 and NO_INDEX.search(done.stderr):
        pytest.skip("no package index can be reached")  # and in CI that is a failure
    # A package that another one needs and the lock leaves out is an error here.
    assert done.returncode == 0, done.stderr
    chosen = [entry["metadata"] for entry in json.loads(report.read_text())["install"]]
    found = {str(canonicalize_name(one["name"])): Version(one["version"]) for one in chosen}
    assert found == pins("local", f"3.{sys.version_info.minor}")


def compose() -> dict[str, Any]:
    loaded: dict[str, Any] = yaml.safe_load((CHECKOUT / "docker-compose.yml").read_text())
    return loaded


def test_compose_runs_every_part_with_a_health_check() -> None:
    services = compose()["services"]
    workers = {f"worker-{queue}" for queue in QUEUES}
    assert set(services) == {"proxy", "db", "redis", "migrate", "web", "beat", *workers}
    lasting = {name for name in services if name != "migrate"}
    assert {
        name for name in lasting if services[name].get("healthcheck", {}).get("test")
    } == lasting
    for name in ("web", "beat", *workers):
        assert services[name]["depends_on"]["migrate"] == {
            "condition": "service_completed_successfully"
        }


def test_compose_keeps_the_data_in_a_named_volume() -> None:
    (mount,) = compose()["services"]["db"]["volumes"]
    volume, _, folder = mount.partition(":")
    assert volume in compose()["volumes"]
    assert folder == "/var/lib/postgresql"  # from PostgreSQL 18 on the image's own choice


def test_compose_shows_nothing_but_the_proxy() -> None:
    services = compose()["services"]
    assert [name for name, service in services.items() if "ports" in service] == ["proxy"]
    # With a port or a name of its own there could be only one of it.
    assert not {"ports", "container_name", "hostname"} & set(services["web"])


def test_compose_builds_once_and_what_is_built_comes_first() -> None:
    services = compose()["services"]
    assert [name for name, service in services.items() if "build" in service] == ["migrate"]
    ours = {name for name, service in services.items() if service["image"] == "triadsurvey"}
    assert ours == {"migrate", "web", "beat", *(f"worker-{queue}" for queue in QUEUES)}


def test_compose_limits_every_log() -> None:
    for name, service in compose()["services"].items():
        options = service["logging"]["options"]
        assert set(options) == {"max-size", "max-file"}, name


def test_compose_waits_for_the_database_itself() -> None:
    """While the data are made, a server answers on its socket that ends a moment later."""
    db = compose()["services"]["db"]
    test = db["healthcheck"]["test"]
    assert test[test.index("--host") + 1] == "127.0.0.1"
    assert db["shm_size"] == "1gb"
    [connections] = re.findall(r"max_connections=(\d+)", " ".join(db["command"]))
    threads = gunicorn_conf.MOST_PROCESSES * (asgi.THREADS + asgi.DOWNLOADS)
    # Two replicas of web as large as they come, the workers, and a few for people.
    assert 2 * threads + 30 <= int(connections)


def test_health_checks_start_no_python() -> None:
    for name, service in compose()["services"].items():
        if name != "migrate":
            assert "python" not in " ".join(service["healthcheck"]["test"]), name


def test_compose_passes_every_setting_on() -> None:
    """What stands in `.env` reaches each of our processes, unless compose.yml says it itself."""
    services = compose()["services"]
    for name, service in services.items():
        if service["image"] == "triadsurvey":
            assert service["env_file"] == ".env", name
            fixed = service["environment"].items()
            told = {key for key, value in fixed if f"${{{key}" not in str(value)}
            assert told <= {"PGPASSWORD", "WORKER_HEARTBEAT"}, name
    of_the_proxy = {"SITE_ADDRESS", "FRONT_PROXIES", "HTTP_PORT", "HTTPS_PORT"}
    used = set(re.findall(r"\$\{([A-Z_]+)", yaml.dump(services["proxy"])))
    assert used == of_the_proxy | {"BASE_URL"}
    assert of_the_proxy | {"POSTGRES_PASSWORD"} <= names_in_env_example()


def test_compose_starts_nothing_without_what_is_required() -> None:
    example = (CHECKOUT / ".env.example").read_text()
    head = example.partition("# --- Mail")[0]
    required = set(re.findall(r"^([A-Z_]+)=", head, re.MULTILINE)) - {"TRUSTED_PROXIES"}
    text = (CHECKOUT / "docker-compose.yml").read_text()
    refused = set(re.findall(r"\$\{([A-Z_]+):\?", text))
    assert required == {"SECRET_KEY", "POSTGRES_PASSWORD", "BASE_URL", "ALLOWED_HOSTS"}
    assert refused == required - {"SECRET_KEY"} | {"SECRET_KEY_FILE"}
    assert "${SECRET_KEY:-${SECRET_KEY_FILE:?" in text  # one of the two


def test_connections_are_kept_longer_than_proxies_keep_theirs() -> None:
    [proxys] = re.findall(r"keepalive (\d+)s", (CHECKOUT / "deploy" / "Caddyfile").read_text())
    # 120 s: Caddy by itself; 60 s: nginx.
    assert int(proxys) < 120 < gunicorn_conf.keepalive


def test_proxy_writes_no_request_into_its_log() -> None:
    caddyfile = (CHECKOUT / "deploy" / "Caddyfile").read_text()
    assert re.search(r"log default \{.*?request delete", caddyfile, re.DOTALL)
    assert len(re.findall(r"^\s*log\b", caddyfile, re.MULTILINE)) == 1  # none of accesses


SECRET_NAME = re.compile(r"SECRET|PASSWORD|TOKEN|_KEY")


def test_compose_and_example_hold_no_secret() -> None:
    literal = [
        f"{service}: {name}"
        for service, content in compose()["services"].items()
        for name, value in content.get("environment", {}).items()
        if SECRET_NAME.search(name) and not re.fullmatch(r"\$\{[A-Z_]+:[^@]*\}", str(value))
    ]
    assert literal == []
    text = (CHECKOUT / "docker-compose.yml").read_text()
    assert re.findall(r"://[^$/\s:]+:[^$@\s]+@", text) == []
    example = (CHECKOUT / ".env.example").read_text()
    given = re.findall(r"^#?([A-Z_]+)=(\S+)$", example, re.MULTILINE)
    assert [name for name, _ in given if SECRET_NAME.search(name)] == []


def test_compose_file_is_accepted_by_docker_compose() -> None:
    docker = shutil.which("docker")
    version = docker and subprocess.run([docker, "compose", "version"], capture_output=True)
    if not version or version.returncode != 0:
        return  # no Docker here to ask; the tests above read the file everywhere
    command = [str(docker), "compose", "config", "--quiet"]
    done = subprocess.run(command, cwd=CHECKOUT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_compose_starts_what_make_run_starts() -> None:
    """One topology: what the end-to-end test runs is what a server runs."""
    services = compose()["services"]

    def flags(command: list[str], *but: str) -> list[str]:
        return [part for part in command[1:] if part not in but]

    folder = Path("/dev/shm")
    for queue in QUEUES:
        assert flags(services[f"worker-{queue}"]["command"]) == flags(worker_command(queue))
    assert flags(services["beat"]["command"]) == flags(beat_command(folder))
    (image,) = re.findall(r"^CMD (\[.*?\])$", dockerfile(), re.MULTILINE | re.DOTALL)
    assert flags(json.loads(image.replace("\\\n", ""))) == flags(web_command("0.0.0.0:8000"))


def dockerfile() -> str:
    return (CHECKOUT / "Dockerfile").read_text()


def test_image_runs_without_root_from_the_production_lock() -> None:
    users = re.findall(r"^USER (\S+)$", dockerfile(), re.MULTILINE)
    assert users == ["triadsurvey"]
    assert re.findall(r"requirements/(\w+)\.txt", dockerfile()).count("production") == 2
    assert "local" not in re.findall(r"requirements/(\w+)\.txt", dockerfile())
    ignored = (CHECKOUT / ".dockerignore").read_text().splitlines()
    assert ignored.index("*") < ignored.index("!triadsurvey")
    assert "triadsurvey/localstack" in ignored


def names_in_env_example() -> set[str]:
    text = (CHECKOUT / ".env.example").read_text()
    return set(re.findall(r"^#?([A-Z_]+)=", text, re.MULTILINE))


def test_env_example_names_every_variable_that_we_read() -> None:
    readers = ("settings.py", "asgi.py", "gunicorn_conf.py")
    sources = [CHECKOUT / "triadsurvey" / name for name in readers]
    reads = re.compile(r"env\.(?:text|flag|whole|words|one_of|site_address)\(\s*\"(\w+)\"")
    read = {name for source in sources for name in reads.findall(source.read_text())}
    assert len(read) > 10
    assert read - names_in_env_example() == set()
    of_compose = {"POSTGRES_PASSWORD", "SITE_ADDRESS", "FRONT_PROXIES", "HTTP_PORT", "HTTPS_PORT"}
    of_make_run = {"PORT"}
    assert names_in_env_example() - read == of_compose | of_make_run
