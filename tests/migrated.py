"""PostgreSQL data with every migration applied: made once, copied by each run and each stack.

To make them takes eight seconds of a processor, to copy them a third of one. They are kept under
`.local/` until a migration, PostgreSQL or an installed package changes.
"""

import fcntl
import hashlib
import os
import shutil
import subprocess
import sysconfig
from pathlib import Path

from triadsurvey.localstack.environment import manage, product_environment
from triadsurvey.localstack.places import this_checkout
from triadsurvey.localstack.servers import TemporaryServers

CHECKOUT = this_checkout().checkout
KEPT = this_checkout().local / "migrated"
# What makes the tables and their first rows: migrations, what they import, what follows them.
SOURCES = (
    "studies/migrations",
    "analysis/migrations",
    "triadsurvey/migrations",
    "studies/values/json_values.py",
    "studies/receivers.py",
    "triadsurvey/settings.py",
)


def copy_into(servers: TemporaryServers, kept: Path = KEPT) -> None:
    """Give these servers the data before they start; make them where they are missing or old."""
    kept.mkdir(parents=True, exist_ok=True)
    made = kept / key()
    with (kept / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # another process makes them, copies them or removes them
        if not made.exists():
            _remove_all(kept)
            _make(made)
        _copy(made, servers.folder / "postgres")


def key() -> str:
    """Digest of all that the data depend on: sources, installed packages (PostgreSQL), account."""
    packages = Path(sysconfig.get_path("purelib")).glob("*.dist-info")
    digest = hashlib.sha256(f"{os.geteuid()} {sorted(path.name for path in packages)}".encode())
    for path in _sources():
        content = hashlib.sha256(path.read_bytes()).hexdigest()
        digest.update(f"{path.relative_to(CHECKOUT)} {content}\n".encode())
    return digest.hexdigest()


def _sources() -> list[Path]:
    named = [CHECKOUT / source for source in SOURCES]
    below = [path for folder in named for path in folder.rglob("*")]
    return sorted(path for path in named + below if path.suffix in {".py", ".sql"})


def _remove_all(kept: Path) -> None:
    for folder in kept.iterdir():
        if folder.is_dir():
            shutil.rmtree(folder)


def _make(made: Path) -> None:
    servers = TemporaryServers()
    try:
        servers.start(valkey=False)
        _migrate(servers)
        servers.postgres.stop("fast")  # everything is written down
        unfinished = made.with_name("unfinished")
        _copy(servers.folder / "postgres", unfinished)
        os.sync()  # a machine that crashes now must not leave half of it under its final name
        unfinished.rename(made)
    finally:
        servers.stop()


def _migrate(servers: TemporaryServers) -> None:
    environment = product_environment(
        this_checkout(),
        database_url=servers.postgres.url(),
        redis_url=servers.valkey.url(),
        base_url="http://127.0.0.1:8000",
    )
    command = manage("migrate", "--no-input", "--verbosity", "0", places=this_checkout())
    subprocess.run(command, cwd=CHECKOUT, env=environment, check=True)


def _copy(source: Path, target: Path) -> None:
    """With owners and modes, about which PostgreSQL is particular."""
    subprocess.run(["cp", "-a", source, target], check=True)
