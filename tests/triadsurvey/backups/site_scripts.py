"""The scripts of `deploy/` in a folder of their own.

They call `docker`; a stand-in runs here what they would run in containers: PostgreSQL's programs
against a server of the test, and manage.py.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from tests.triadsurvey.backups.product import Product
from triadsurvey.localstack.backup import tool
from triadsurvey.localstack.places import this_checkout

DOCKER = """#!{python}
import os, subprocess, sys
folder = os.path.dirname(os.path.abspath(__file__))
words = sys.argv[1:]
with open(os.path.join(folder, "calls"), "a") as calls:
    calls.write(words[1] + "\\n")
assert words.pop(0) == "compose"
if os.path.exists(os.path.join(folder, "fail-" + words[0])):
    sys.exit("docker: as the test wants it")
match words:
    case ["exec", "-T", "db", *command]:
        sys.exit(subprocess.run(command).returncode)
    case ["run", *_] if os.path.exists(os.path.join(folder, "no-migrations")):
        pass
    case ["run", "--rm", *words]:
        service = words.index("migrate")
        command = words[service + 3:] or ["migrate", "--no-input", "--verbosity", "0"]
        if "--env" in words[:service]:
            name, _, value = words[words.index("--env") + 1].partition("=")
            os.environ[name] = value.replace("@db:5432/", "@/") + "?host=" + os.environ["PGHOST"]
        sys.exit(subprocess.run([sys.executable, {manage!r}, *command]).returncode)
    case ["up" | "stop" | "build", *_]:
        pass
    case _:
        sys.exit("unknown: " + " ".join(words))
"""


class Site:
    """A folder with the scripts, and a `docker` for them."""

    def __init__(self, folder: Path, product: Product, sockets: str) -> None:
        self.folder = folder
        self._bin = folder / "bin"
        self._bin.mkdir()
        shutil.copytree(this_checkout().checkout / "deploy", folder / "deploy")
        docker = self._bin / "docker"
        manage = str(this_checkout().checkout / "manage.py")
        docker.write_text(DOCKER.format(python=sys.executable, manage=manage))
        docker.chmod(0o755)
        programs = Path(tool("pg_dump")).parent
        self._environment = {
            **product.environment,
            "PATH": f"{self._bin}:{programs}:{os.environ['PATH']}",
            "PGHOST": sockets,
        }

    def run(self, script: str, *words: str) -> subprocess.CompletedProcess[str]:
        command = [str(self.folder / "deploy" / script), *words]
        return subprocess.run(
            command, env=self._environment, cwd="/", capture_output=True, text=True, check=False
        )

    def fails_at(self, step: str) -> None:
        (self._bin / f"fail-{step}").touch()

    def works_again(self, step: str) -> None:
        (self._bin / f"fail-{step}").unlink()

    def calls(self) -> list[str]:
        file = self._bin / "calls"
        return file.read_text().split() if file.exists() else []

    def backups(self) -> list[Path]:
        return sorted((self.folder / "backups").iterdir())
