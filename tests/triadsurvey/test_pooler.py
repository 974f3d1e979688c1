"""A pooler that shares sessions: no part of the product starts behind it, and each says why."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import psycopg2
import pytest

from tests import migrated
from tests.triadsurvey.pooler import TransactionPooler
from triadsurvey.localstack.environment import manage, web_command, worker_command
from triadsurvey.localstack.places import Account, fresh_folder, this_checkout
from triadsurvey.localstack.postgres import DATABASE, ROLE
from triadsurvey.localstack.servers import TemporaryServers


@pytest.fixture(scope="module")
def pooled() -> Iterator[str]:
    """The address of a database behind such a pooler."""
    servers = TemporaryServers()
    migrated.copy_into(servers)  # to make an empty one takes longer
    servers.start(valkey=False)
    folder = fresh_folder(Account(), "pooler")
    try:
        with TransactionPooler(folder, str(servers.folder), user=ROLE, database=DATABASE):
            yield f"postgres://{ROLE}@/{DATABASE}?host={quote(str(folder))}"
    finally:
        servers.stop()
        shutil.rmtree(folder)


def test_the_pooler_gives_two_clients_one_session(pooled: str) -> None:
    sessions = set()
    for connection in [psycopg2.connect(pooled) for _ in range(2)]:
        connection.autocommit = True
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_backend_pid()")
            sessions.add(cursor.fetchone())
        connection.close()
    assert len(sessions) == 1


@pytest.mark.slow
@pytest.mark.parametrize(
    "command",
    [
        web_command("127.0.0.1:0"),
        worker_command("results"),
        manage("migrate", places=this_checkout()),
    ],
    ids=["web", "worker", "migrate"],
)
def test_nothing_starts_behind_it(pooled: str, tmp_path: Path, command: list[str]) -> None:
    environment = {
        **os.environ, "DATABASE_URL": pooled, "METRICS_TOKEN": "x", "WEB_CONCURRENCY": "1",
        "DJANGO_SETTINGS_MODULE": "triadsurvey.settings",
    }  # fmt: skip
    before = set(Path("/dev/shm").glob("triadsurvey-metrics-*"))
    done = subprocess.run(
        command, cwd=this_checkout().checkout, env=environment, capture_output=True, text=True,
        check=False, timeout=60,
    )  # fmt: skip
    assert done.returncode != 0
    assert "Set pool_mode = session" in done.stderr
    assert set(Path("/dev/shm").glob("triadsurvey-metrics-*")) <= before
