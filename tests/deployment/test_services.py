"""What docker-compose.yml starts is healthy: in the image's own files, with its own environment."""

import json
import shutil
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.deployment.compose import Compose, interpolated, read_env
from tests.deployment.image import CHECKOUT, link_packages
from tests.deployment.machine import Machine
from tests.stand_ins.caddy import free_port
from triadsurvey.localstack.places import Account, fresh_folder

pytestmark = pytest.mark.slow
PASSWORD = "with $, # and blanks"


def env_file(folder: Path, **values: str) -> Path:
    """The `.env` that an administrator has made of the example."""
    lines = "".join(f"{name}='{value}'\n" for name, value in values.items())
    file = folder / ".env"
    file.write_text((CHECKOUT / ".env.example").read_text() + lines)
    return file


@pytest.fixture(scope="module")
def port() -> int:
    return free_port()


@pytest.fixture(scope="module")
def machine(port: int) -> Iterator[Machine]:
    folder = fresh_folder(Account(), "machine")
    folder.chmod(0o755)
    file = env_file(
        folder,
        SECRET_KEY="of this test alone " * 4,
        POSTGRES_PASSWORD=PASSWORD,
        BASE_URL=f"http://localhost:{port}",
        ALLOWED_HOSTS="localhost",
        WEB_CONCURRENCY="1",
    )
    machine = Machine(folder, file)
    machine.build(link_packages)
    try:
        yield machine
    finally:
        machine.end()
        machine.image().open_again()
        shutil.rmtree(folder)


def test_the_image_holds_what_runs_and_nothing_else(machine: Machine) -> None:
    files = {str(path) for path in machine.image().files()}
    assert {"manage.py", "triadsurvey/asgi.py", "deploy/alive.sh", "deploy/answers.sh"} <= files
    tops = {path.split("/")[0] for path in files} - {"__pycache__"}
    assert tops == {
        "analysis", "deploy", "locale", "manage.py", "requirements", "static", "staticfiles",
        "studies", "templates", "triadsurvey",
    }  # fmt: skip
    assert not [path for path in files if path.startswith(("triadsurvey/localstack", ".env"))]
    assert any(path.endswith(".pyc") for path in files)


def test_all_parts_become_healthy_and_write_nothing_into_the_image(
    machine: Machine, port: int
) -> None:
    before = machine.image().files()
    lasting = [name for name in machine.compose.services if name != "migrate"]
    # None runs yet, and each health check says so.
    assert [name for name in lasting if machine.is_well(name)] == []
    machine.up()
    assert [name for name in lasting if not machine.is_well(name)] == []
    with urllib.request.urlopen(f"http://localhost:{port}/readyz") as answer:
        assert answer.status == 200
    assert machine.image().run(["touch", "new"], {}).returncode != 0
    assert machine.image().files() == before


def test_nothing_starts_without_what_is_required(tmp_path: Path, machine: Machine) -> None:
    empty = Compose(env_file(tmp_path), {})
    for name in ("web", "db"):
        with pytest.raises(ValueError, match="is not set in"):
            empty.environment(name)
    web = machine.compose.environment("web")
    assert web["PGPASSWORD"] == PASSWORD
    assert web["ALLOWED_HOSTS"] == "localhost,127.0.0.1"


SETTINGS = """
import json
from triadsurvey import settings
print(json.dumps([
    settings.SECURE_HSTS_SECONDS, settings.DATABASES["default"]["CONN_MAX_AGE"],
    settings.CSRF_TRUSTED_ORIGINS, settings.EMAIL_PORT, settings.EMAIL_USE_SSL,
]))
"""


def test_what_stands_in_env_reaches_the_settings_also_from_files(
    machine: Machine, tmp_path: Path
) -> None:
    for name, value in {"port": "465\n", "ssl": "yes\n"}.items():
        (tmp_path / name).write_text(value)
    file = env_file(
        tmp_path,
        SECRET_KEY="x" * 60,
        POSTGRES_PASSWORD=PASSWORD,
        BASE_URL="https://triads.example",
        ALLOWED_HOSTS="triads.example",
        HSTS_SECONDS="0",
        CONN_MAX_AGE="7",
        CSRF_TRUSTED_ORIGINS="https://www.example",
        EMAIL_PORT_FILE=str(tmp_path / "port"),
        EMAIL_USE_SSL_FILE=str(tmp_path / "ssl"),
    )
    done = machine.image().run(["python", "-c", SETTINGS], Compose(file, {}).environment("web"))
    assert json.loads(done.stdout or done.stderr) == [
        0, 7, ["https://triads.example", "https://www.example"], 465, True,
    ]  # fmt: skip


def test_an_env_file_is_read_as_compose_reads_it(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("A='x $y #z'\n#B=1\nC=two # words\nA_FILE=/run/a\n")
    assert read_env(tmp_path / ".env") == {"A": "x $y #z", "C": "two", "A_FILE": "/run/a"}
    assert interpolated("${A:-${B:?no}}/${C:-d}", {"A": "1"}) == "1/d"
    with pytest.raises(ValueError, match="no"):
        interpolated("${A:-${B:?no}}", {})
