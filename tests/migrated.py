"""PostgreSQL data with every migration applied: made once a run, copied by each stack.

To make them takes eight seconds of a processor, to copy them a third of one.
"""

import fcntl
import os
import shutil
import subprocess
from pathlib import Path

from tests.servers import RUN_FOLDER
from triadsurvey.localstack.environment import manage, product_environment
from triadsurvey.localstack.places import this_checkout
from triadsurvey.localstack.servers import TemporaryServers


def copy_into(servers: TemporaryServers) -> None:
    """Before these servers start.

    A run that was lent its servers has no folder: its stacks make their data each by itself.
    """
    shared = Path(os.environ.get(RUN_FOLDER, servers.folder))
    made = shared / "migrated"
    with (shared / "migrated.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # of two processes one waits for the other's
        if not made.exists():
            _make(made)
    _copy(made, servers.folder / "postgres")


def _make(made: Path) -> None:
    servers = TemporaryServers()
    try:
        servers.start(valkey=False)
        _migrate(servers)
        servers.postgres.stop("fast")  # everything is written down
        unfinished = made.with_name("migrated.unfinished")
        shutil.rmtree(unfinished, ignore_errors=True)
        _copy(servers.folder / "postgres", unfinished)
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
    subprocess.run(command, cwd=this_checkout().checkout, env=environment, check=True)


def _copy(source: Path, target: Path) -> None:
    """With owners and modes, about which PostgreSQL is particular."""
    subprocess.run(["cp", "-a", source, target], check=True)
