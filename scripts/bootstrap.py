"""Make `.venv` hold exactly what requirements/local.txt or requirements/dev.txt pins.

    python3 scripts/bootstrap.py local|dev

Runs before anything is installed, on any Python that is called `python3`: standard library only.
uv installs the packages, or venv and pip where there is no uv; from the same hash-pinned files, as
wheels only. A lock file that has not changed is not installed again.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parent.parent
VENV = CHECKOUT / ".venv"
PYTHON = VENV / "bin" / "python"
STAMP = VENV / "installed.json"
# The same range as `requires-python` in pyproject.toml; a test compares them.
OLDEST, NEWEST = (3, 11), (3, 13)
# Lock files that hold all of others: after `make test`, `make run` has nothing to install.
HOLDS = {"local": ("local",), "dev": ("dev", "local")}


class RefusalError(Exception):
    """What a person has to do first, in one sentence."""


def main() -> None:
    group = sys.argv[1]
    try:
        (CHECKOUT / ".local").mkdir(exist_ok=True)
        lock = (CHECKOUT / ".local" / "bootstrap.lock").open("w")
    except PermissionError as error:
        raise RefusalError(
            f"{error.filename} belongs to another user: use a checkout of your own."
        ) from error
    with lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # two at once would install over each other
        bootstrap(group)


def bootstrap(group: str) -> None:
    if not works(PYTHON):
        STAMP.unlink(missing_ok=True)
        make_venv()
    if installed().get(group) == digest(group):
        return
    say(f"Installing requirements/{group}.txt into .venv")
    install(group)
    fresh = {name: digest(name) for name in HOLDS[group]}
    STAMP.write_text(json.dumps({**installed(), **fresh}))


def works(python: Path) -> bool:
    """Return whether it is there, runs (its base may be gone) and has a supported version."""
    code = "import sys; print(*sys.version_info[:2])"
    try:
        told = subprocess.run([python, "-c", code], capture_output=True, text=True, check=False)
    except OSError:
        return False
    if told.returncode != 0:
        return False
    major, minor = (int(part) for part in told.stdout.split())
    return OLDEST <= (major, minor) <= NEWEST


def installed() -> dict[str, str]:
    """Return the digests of the lock files that were installed here, by name."""
    if not STAMP.exists():
        return {}
    return dict(json.loads(STAMP.read_text()))


def digest(group: str) -> str:
    return hashlib.sha256((CHECKOUT / "requirements" / f"{group}.txt").read_bytes()).hexdigest()


def base_python() -> Path | None:
    names = ["python3", *(f"python3.{minor}" for minor in range(NEWEST[1], OLDEST[1] - 1, -1))]
    # In every folder of the PATH: the first one found may belong to a broken environment.
    folders = [Path(folder) for folder in os.environ.get("PATH", "").split(os.pathsep) if folder]
    found = (folder / name for name in names for folder in folders)
    return next((python for python in found if works(python)), None)


def make_venv() -> None:
    python = base_python()
    if uv := shutil.which("uv"):
        # If the machine has no Python of such a version, uv gets one.
        wanted = str(python or f">={dotted(OLDEST)},<{NEWEST[0]}.{NEWEST[1] + 1}")
        run([uv, "venv", "--quiet", "--clear", "--python", wanted, VENV])
        return
    if python is None:
        raise RefusalError(
            f"triadsurvey needs Python {dotted(OLDEST)} to {dotted(NEWEST)}, "
            "and none is on the PATH: install the package python3.11 (or newer)."
        )
    if not has_ensurepip(python):
        install_venv_module(python)
    run([python, "-m", "venv", "--clear", VENV])


def has_ensurepip(python: Path) -> bool:
    """Return whether venv can install pip: Debian's `python3` lacks what it needs."""
    code = "import ensurepip, venv"
    return subprocess.run([python, "-c", code], capture_output=True, check=False).returncode == 0


def install_venv_module(python: Path) -> None:
    told = subprocess.run(
        [python, "-c", "import sys; print(sys.version_info[1])"],
        capture_output=True,
        text=True,
        check=True,
    )
    package = "python3-venv" if python.name == "python3" else f"python3.{told.stdout.strip()}-venv"
    apt = shutil.which("apt-get")
    if apt and os.geteuid() == 0:
        say(f"This Python has no ensurepip: installing {package}")
        environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        command = [apt, "install", "--yes", "--no-install-recommends", package]
        if subprocess.run(command, env=environment, check=False).returncode != 0:
            # A fresh machine has no package lists yet.
            subprocess.run([apt, "update"], env=environment, check=False)
            subprocess.run(command, env=environment, check=False)
    if not has_ensurepip(python):
        raise RefusalError(f"{python} cannot make environments: install the package {package}.")


def install(group: str) -> None:
    lock = CHECKOUT / "requirements" / f"{group}.txt"
    rules = ["--require-hashes", "--only-binary", ":all:", "--requirement", str(lock)]
    if uv := shutil.which("uv"):
        # Now, as pip does: else the first start would wait for it.
        compiled = "--compile-bytecode"
        run([uv, "pip", "install", "--quiet", compiled, "--python", PYTHON, *rules])
        return
    pip: list[str | Path] = [PYTHON, "-m", "pip", "--disable-pip-version-check"]
    if subprocess.run([*pip, "--version"], capture_output=True, check=False).returncode != 0:
        run([PYTHON, "-m", "ensurepip"])  # uv made the environment, without pip
    run([*pip, "install", "--quiet", "--no-input", *rules])


def run(command: list[str | Path]) -> None:
    # Else an active environment would be taken for ours.
    environment = {name: value for name, value in os.environ.items() if name != "VIRTUAL_ENV"}
    try:
        subprocess.run(command, check=True, env=environment)
    except subprocess.CalledProcessError as error:
        raise RefusalError(f"This failed: {' '.join(str(part) for part in error.cmd)}") from error


def dotted(version: tuple[int, int]) -> str:
    return f"{version[0]}.{version[1]}"


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    try:
        main()
    except RefusalError as refusal:
        sys.exit(str(refusal))
    except KeyboardInterrupt:
        sys.exit(130)
