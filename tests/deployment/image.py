"""The image of the Dockerfile as a folder: the files that .dockerignore lets in, and packages.

A process in it runs as another user, who may read all and write nothing in it.
"""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping
from fnmatch import fnmatch
from importlib import metadata
from pathlib import Path, PurePath

from tests.project.locks import pins
from triadsurvey.localstack.places import this_checkout

CHECKOUT = this_checkout().checkout
DOCKERFILE = CHECKOUT / "Dockerfile"
# For root: the image's user, who may read what is root's (Python itself may be), as in the image.
USER = re.search(r"--uid (\d+)", DOCKERFILE.read_text())
AS_ITS_USER = (
    [
        "setpriv", f"--reuid={USER[1]}", f"--regid={USER[1]}", "--clear-groups", "--no-new-privs",
        "--inh-caps=-all,+dac_read_search", "--ambient-caps=+dac_read_search",
    ]
    if os.geteuid() == 0 and USER
    else []
)  # fmt: skip


class Image:
    """A tree of files, and an interpreter with the packages of the production lock alone."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.tree, self._venv = folder / "app", folder / "venv"
        # As the Dockerfile says it.
        self.environment = {
            "PATH": f"{self._venv / 'bin'}:/usr/bin:/bin",
            "PYTHONUNBUFFERED": "1",
            "HOME": "/nonexistent",
        }

    def build(self, install: Callable[[Path], None]) -> None:
        """Follow the Dockerfile; `install` puts the packages into the interpreter's folder."""
        _copy_context(self.tree)
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", self._venv], check=True)
        install(self._venv)
        for command in re.findall(
            r"^RUN (.*python (?:-m compileall|manage.py).*)$", _lines(), re.M
        ):
            # Python itself is another's here.
            self._build(re.sub(r""" "\$\(python -c '[^']*stdlib[^']*'\)\"""", "", command))
        for path in [self.tree, *self.tree.rglob("*")]:
            path.chmod(path.stat().st_mode & ~0o222)

    def _build(self, command: str) -> None:
        subprocess.run(
            ["bash", "-c", command], cwd=self.tree, env=self.environment, check=True,
            stdout=subprocess.DEVNULL,
        )  # fmt: skip

    def files(self) -> set[PurePath]:
        return {path.relative_to(self.tree) for path in self.tree.rglob("*")}

    def open_again(self) -> None:
        """Let the folder be removed."""
        for path in [self.tree, *self.tree.rglob("*")]:
            path.chmod(path.stat().st_mode | 0o200)

    def run(
        self, command: list[str], environment: Mapping[str, str]
    ) -> subprocess.CompletedProcess[str]:
        """Run a command in it, to its end."""
        return subprocess.run(
            [*AS_ITS_USER, *command], cwd=self.tree, env={**self.environment, **environment},
            capture_output=True, text=True, check=False, timeout=300,
        )  # fmt: skip


def link_packages(venv: Path) -> None:
    """Link the packages of the production lock from where they are installed: the tests' own."""
    site = next(venv.glob("lib/python*/site-packages"))
    for name in pins("production", f"3.{sys.version_info.minor}"):
        distribution = metadata.distribution(name)
        for top in {PurePath(file).parts[0] for file in distribution.files or ()} - {".."}:
            if not (site / top).exists() and top != "__pycache__":
                (site / top).symlink_to(Path(str(distribution.locate_file(top))))


def install_packages(venv: Path) -> None:
    """Install the production lock as the Dockerfile does."""
    rules = ["--require-hashes", "--only-binary", ":all:", "--quiet"]
    lock = CHECKOUT / "requirements" / "production.txt"
    python = venv / "bin" / "python"
    subprocess.run(
        [sys.executable, "-m", "pip", f"--python={python}", "install", *rules, "-r", lock],
        check=True,
    )


def _lines() -> str:
    return re.sub(r"\\\n\s*", "", DOCKERFILE.read_text())


def _copy_context(tree: Path) -> None:
    """Copy what `COPY . .` copies."""
    patterns = [
        line for line in (CHECKOUT / ".dockerignore").read_text().splitlines()
        if line and not line.startswith("#")
    ]  # fmt: skip
    roots = {line[1:].split("/")[0] for line in patterns if line.startswith("!")}
    for root in sorted(roots):
        start = CHECKOUT / root
        for path in [start, *start.rglob("*")]:
            relative = path.relative_to(CHECKOUT)
            if path.is_file() and _is_let_in(relative, patterns):
                (tree / relative).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(path, tree / relative)


def _is_let_in(path: PurePath, patterns: list[str]) -> bool:
    """Return what the last line says that fits the file or a folder above it."""
    let_in = True
    names = [str(part) for part in (path, *path.parents)][:-1]
    for pattern in patterns:
        bare = pattern.removeprefix("!")
        if any(_fits(name, bare) for name in names):
            let_in = pattern.startswith("!")
    return let_in


def _fits(name: str, pattern: str) -> bool:
    """Return whether a line fits a whole path; `**/` stands for any folders, `*` for one name."""
    if pattern.startswith("**/"):
        return fnmatch(PurePath(name).name, pattern[3:])
    return name.count("/") == pattern.count("/") and fnmatch(name, pattern)
