"""A backup holds everything, a restore brings exactly that back, a broken file changes nothing."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from triadsurvey.localstack import StackError
from triadsurvey.localstack.backup import dump, load
from triadsurvey.localstack.places import Places
from triadsurvey.localstack.postgres import PostgresServer
from triadsurvey.localstack.servers import TemporaryServers

# With what makes restores hard: a trigger that refuses changes, and references both ways.
TABLES = """
CREATE TABLE answer (id int PRIMARY KEY, choice int NOT NULL, said text);
CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE 'answers are never changed'; END $$;
CREATE TRIGGER kept BEFORE UPDATE OR DELETE ON answer FOR EACH ROW EXECUTE FUNCTION refuse();
INSERT INTO answer
    SELECT n, 1 + n % 3, E'a\\tb\\n' || repeat('ñ', n) FROM generate_series(1, 500) n;
"""


@pytest.fixture(scope="module")
def server() -> Iterator[PostgresServer]:
    servers = TemporaryServers().start(valkey=False)
    yield servers.postgres
    servers.stop()


def run_sql(server: PostgresServer, statement: str) -> list[tuple[object, ...]]:
    connection = server.connect()
    try:
        with connection.cursor() as cursor:
            cursor.execute(statement)
            return cursor.fetchall() if cursor.description else []
    finally:
        connection.close()


def content(server: PostgresServer) -> list[tuple[object, ...]]:
    return run_sql(
        server, "SELECT count(*), md5(string_agg(answer::text, '' ORDER BY id)) FROM answer"
    )


@pytest.fixture
def filled(server: PostgresServer) -> PostgresServer:
    run_sql(server, "DROP SCHEMA public CASCADE; CREATE SCHEMA public")
    run_sql(server, TABLES)
    return server


def test_restore_brings_back_what_was_and_nothing_else(
    filled: PostgresServer, tmp_path: Path
) -> None:
    before = content(filled)
    file = dump(Places(tmp_path), filled.url())
    assert file.stat().st_mode & 0o077 == 0
    run_sql(filled, "INSERT INTO answer VALUES (501, 2, 'later')")
    # What a newer version had added refers to a table that the restore replaces.
    run_sql(filled, "CREATE TABLE newer (answer int REFERENCES answer)")
    assert content(filled) != before

    load(file, filled.url())

    assert content(filled) == before
    assert run_sql(filled, "SELECT to_regclass('newer')") == [(None,)]
    with pytest.raises(Exception, match="never changed"):
        run_sql(filled, "DELETE FROM answer")
    # And once more, from a backup of what was restored.
    load(dump(Places(tmp_path), filled.url()), filled.url())
    assert content(filled) == before


def test_broken_backup_is_refused_and_the_database_stays_as_it_was(
    filled: PostgresServer, tmp_path: Path
) -> None:
    file = dump(Places(tmp_path), filled.url())
    file.write_bytes(file.read_bytes()[:-600])
    run_sql(filled, "INSERT INTO answer VALUES (501, 2, 'later')")
    before = content(filled)
    with pytest.raises(StackError, match="the database is as it was"):
        load(file, filled.url())
    assert content(filled) == before


def test_failed_backup_leaves_no_file_that_looks_like_one(tmp_path: Path) -> None:
    with pytest.raises(StackError, match="pg_dump failed"):
        dump(Places(tmp_path), f"postgres://nobody@/nothing?host={tmp_path}")
    assert list((tmp_path / "backups").iterdir()) == []
