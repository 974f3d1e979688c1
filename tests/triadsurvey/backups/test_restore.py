"""Backup, restore and update as docs/deploy.md says them, with people at work on the database."""

import json
import os
import random
import shutil
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg2
import pytest

from tests import migrated, released
from tests.triadsurvey.backups.product import ANSWER, CHANGE, LOOK, RECOMPUTE, STALE, Product
from tests.triadsurvey.backups.site_scripts import Site
from triadsurvey.localstack import StackError
from triadsurvey.localstack.backup import bring_up_to_date, dump, load
from triadsurvey.localstack.drill import drill, scratch_database
from triadsurvey.localstack.places import Places, this_checkout
from triadsurvey.localstack.servers import TemporaryServers

pytestmark = pytest.mark.slow

# Those after the first, which no release has, can be taken back, and run on the data of the backup
# before it is made; those after the second run again wherever it is restored.
OLDEST, OLDER = released.MIGRATIONS["studies"], "0054_letters_of_drafts"
WRITERS = 2
TABLES = ("study", "recruitmentlink", "judge", "trial", "answer", "triad", "stimulus")

# One more judge like the first one, in the columns that this version has.
INSERT = """
INSERT INTO studies_judge SELECT (jsonb_populate_record(j, jsonb_build_object(
    'id', nextval(pg_get_serial_sequence('studies_judge', 'id')),
    'code', md5(random()::text), 'form_key', gen_random_uuid()::text
))).* FROM studies_judge j ORDER BY id LIMIT 1
"""

DEMO = """
import io
from pathlib import Path
from django.core.management import call_command
call_command("ensure_admin", email="a@example.org", password_file=Path("{}"), stdout=io.StringIO())
call_command("load_demo", stdout=io.StringIO())
"""
BACK = f"""
call_command("migrate", "studies", "{OLDEST}", verbosity=0)
call_command("migrate", "triadsurvey", "zero", verbosity=0)
call_command("migrate", "studies", "{OLDER}", verbosity=0)
"""


class Writers:
    """People at work: locks in any order, rows that refer to others, and again when sent away."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._over = threading.Event()
        self.written = 0
        self.error = ""
        self._threads = [threading.Thread(target=self._work, args=[n]) for n in range(WRITERS)]

    def __enter__(self) -> "Writers":
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self._over.set()
        for thread in self._threads:
            thread.join()

    def go_on(self) -> bool:
        """Whether one more row is written; two that wait for each other take a second."""
        written = self.written
        end = time.monotonic() + 30
        while self.written == written and time.monotonic() < end:
            time.sleep(0.01)
        return self.written > written

    def _work(self, seed: int) -> None:
        chance = random.Random(seed)
        while not self._over.is_set():
            try:
                self._write(chance)
            except psycopg2.Error as error:
                self.error = str(error)
                time.sleep(0.01)

    def _write(self, chance: random.Random) -> None:
        connection = psycopg2.connect(self._url)
        try:
            while not self._over.is_set():
                with connection, connection.cursor() as cursor:
                    for table in chance.sample(TABLES, 3):
                        cursor.execute(
                            f"SELECT 1 FROM studies_{table} ORDER BY id DESC LIMIT 1 FOR UPDATE"  # noqa: S608
                        )
                    cursor.execute(INSERT)
                self.written += 1
                time.sleep(0.005)
        finally:
            connection.close()


def rows(url: str, statement: str) -> list[tuple[Any, ...]]:
    connection = psycopg2.connect(url)
    try:
        with connection, connection.cursor() as cursor:
            cursor.execute(statement)
            return cursor.fetchall() if cursor.description else []
    finally:
        connection.close()


def rules(url: str) -> dict[str, int]:
    """How many foreign keys, checks, triggers and indexes hold."""
    return dict(
        rows(
            url,
            "SELECT contype::text, count(*) FROM pg_constraint WHERE convalidated GROUP BY 1"
            " UNION ALL SELECT 'triggers', count(*) FROM pg_trigger WHERE tgenabled = 'O'"
            " UNION ALL SELECT 'indexes', count(*) FROM pg_index WHERE indisvalid",
        )
    )


def content(url: str) -> list[tuple[Any, ...]]:
    return rows(
        url,
        "SELECT answers_stored, counted, correct, (SELECT count(*) FROM studies_answer),"
        " (SELECT md5(string_agg(a::text, '' ORDER BY id)) FROM studies_answer a)"
        " FROM analysis_result",
    )


@pytest.fixture(scope="module")
def servers() -> Iterator[TemporaryServers]:
    servers = TemporaryServers()
    try:
        migrated.copy_into(servers)
        yield servers.start()
    finally:
        servers.stop()


@pytest.fixture(scope="module")
def product(servers: TemporaryServers) -> Iterator[Product]:
    product = Product(servers)
    yield product
    product.stop()


@pytest.fixture(scope="module")
def held(product: Product) -> dict[str, int]:
    """The rules of this version."""
    return rules(product.url)


@pytest.fixture(scope="module")
def older(product: Product, held: dict[str, int], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A backup of the demo study with twenty answers, as an older version made it.

    Its database has no place for the time of backups.
    """
    folder = tmp_path_factory.mktemp("older")
    product.shell(DEMO.format(folder / "password"), ANSWER.format(first=0, last=20), STALE, BACK)
    file = dump(Places(folder), product.url)
    product.manage("migrate", "--verbosity", "0")
    assert rules(product.url) == held
    return file


def test_a_restored_study_gives_the_same_results_and_keeps_its_rules(
    product: Product, older: Path, tmp_path: Path
) -> None:
    [before] = product.shell(LOOK)
    assert json.loads(before)[:2] == [20, 20]
    file = dump(Places(tmp_path), product.url)
    [more] = product.shell(ANSWER.format(first=20, last=25), STALE, LOOK)
    assert json.loads(more)[:2] == [25, 25]

    load(file, product.url)

    product.manage("migrate", "--verbosity", "0")
    # Counted anew from the restored answers, not only brought back.
    assert product.shell(STALE, LOOK, RECOMPUTE, LOOK, CHANGE) == [before, before, "refused"]


@pytest.fixture
def site(tmp_path: Path, product: Product, servers: TemporaryServers) -> Site:
    return Site(tmp_path, product, str(servers.folder))


def test_an_older_backup_is_restored_while_people_write(
    site: Site, product: Product, older: Path, held: dict[str, int]
) -> None:
    before = content(product.url)
    # What a newer version had made, and refers to what is replaced.
    rows(product.url, "CREATE TABLE newer (study bigint REFERENCES studies_study)")

    with Writers(product.url) as writers:
        done = site.run("restore.sh", str(older))
        assert writers.go_on(), writers.error
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1].startswith(f"Restored from {older}; every result")
    assert site.calls() == ["up", "exec", "exec", "stop", "exec", "run", "run", "up"]
    assert len(site.backups()) == 1
    assert rules(product.url) == held
    assert content(product.url) == before


def test_the_same_backup_is_restored_by_make_restore(
    product: Product, older: Path, held: dict[str, int]
) -> None:
    before = content(product.url)
    with Writers(product.url) as writers:
        load(older, product.url)
    bring_up_to_date(this_checkout(), product.url)
    assert writers.written > 0, writers.error
    assert rules(product.url) == held
    assert content(product.url) == before


def test_a_broken_backup_changes_nothing_and_the_site_starts_again(
    site: Site, product: Product, older: Path
) -> None:
    broken = site.folder / "broken.dump"
    broken.write_bytes(older.read_bytes()[:-6000])
    before = content(product.url)
    done = site.run("restore.sh", str(broken))
    assert done.returncode == 1
    assert "the database is as it was" in done.stderr
    assert site.calls() == ["up", "exec", "exec", "stop", "exec", "up"]
    assert content(product.url) == before


def test_a_backup_that_cannot_be_migrated_leaves_the_site_stopped_and_says_the_way_back(
    site: Site, product: Product, tmp_path: Path
) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    file = dump(Places(elsewhere), product.url)
    site.fails_at("run")
    done = site.run("restore.sh", str(file))
    assert done.returncode == 1
    [kept] = site.backups()
    assert f"deploy/restore.sh backups/{kept.name}" in done.stderr
    assert site.calls()[-1] == "run"


def noted(url: str) -> dict[str, float]:
    """Return the age of the last backup and drill in seconds, as the page Status is told."""
    return dict(
        rows(
            url,
            "SELECT kind, extract(epoch FROM now() - finished_at)::float"
            " FROM triadsurvey_maintenancerun",
        )
    )


def databases(url: str) -> set[str]:
    return {name for (name,) in rows(url, "SELECT datname FROM pg_database")}


def test_a_drill_restores_the_newest_backup_beside_the_database(
    site: Site, product: Product, older: Path
) -> None:
    before, there = content(product.url), databases(product.url)
    (site.folder / "backups").mkdir()
    shutil.copy(older, site.folder / "backups" / "triadsurvey-20261128T030000Z.dump")
    (site.folder / "backups" / "triadsurvey-20261127T030000Z.dump").write_text("an older one")
    done = site.run("drill.sh")
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1] == (
        "backups/triadsurvey-20261128T030000Z.dump can be restored; every result and verdict in it "
        "is the same as counted anew."
    )
    assert "stop" not in site.calls()
    assert (content(product.url), databases(product.url)) == (before, there)
    assert "drill" in noted(product.url)


def test_a_drill_fails_with_a_broken_backup_and_leaves_nothing_behind(
    site: Site, product: Product, older: Path
) -> None:
    there = databases(product.url)
    broken = site.folder / "broken.dump"
    broken.write_bytes(older.read_bytes()[:-6000])
    assert site.run("drill.sh", str(broken)).returncode == 1
    site.fails_at("run")
    rows(product.url, "DELETE FROM triadsurvey_maintenancerun")
    assert site.run("drill.sh", str(older)).returncode == 1
    assert noted(product.url) == {}
    assert databases(product.url) == there
    assert site.run("drill.sh").returncode == 1  # there is none


def test_make_drill_uses_a_database_of_its_own(product: Product, older: Path) -> None:
    before, there = content(product.url), databases(product.url)
    with scratch_database(product.url) as scratch:
        load(older, scratch)
        rows(scratch, "DELETE FROM analysis_result")
        assert len(databases(product.url)) == len(there) + 1
    assert (content(product.url), databases(product.url)) == (before, there)
    with pytest.raises(StackError, match="no backup"):
        drill(Places(older.parent / "nothing"))


def test_a_nightly_backup_ends_the_old_ones_once_it_is_whole(site: Site, product: Product) -> None:
    rows(product.url, "UPDATE triadsurvey_maintenancerun SET finished_at = '2026-01-01'")
    folder = site.folder / "backups"
    folder.mkdir()
    for name, days in {"triadsurvey-1.dump": 15, "triadsurvey-2.dump": 13, "kept.dump": 90}.items():
        (folder / name).touch()
        moment = time.time() - days * 86400
        os.utime(folder / name, (moment, moment))
    site.fails_at("exec")
    assert site.run("nightly.sh").returncode == 1
    assert len(site.backups()) == 3
    site.works_again("exec")
    assert site.run("nightly.sh").returncode == 0
    assert noted(product.url)["backup"] < 60
    names = [path.name for path in site.backups()]
    assert names[:2] == ["kept.dump", "triadsurvey-2.dump"]
    assert len(names) == 3


def test_nothing_is_touched_without_a_file(site: Site) -> None:
    assert site.run("restore.sh").returncode != 0
    assert site.run("restore.sh", "no-such.dump").returncode != 0
    assert site.calls() == []


def test_a_backup_that_fails_leaves_no_file_and_stops_what_needs_it(site: Site) -> None:
    site.fails_at("exec")
    for script in ("backup.sh", "update.sh"):
        done = site.run(script)
        assert done.returncode == 1
        assert "There is no backup" in done.stderr
    assert site.backups() == []
    assert site.calls() == ["exec", "build", "exec"]


def test_an_update_migrates_alone_before_anything_is_replaced(site: Site) -> None:
    (site.folder / "bin" / "no-migrations").touch()
    done = site.run("update.sh")
    assert done.returncode == 0, done.stderr
    assert site.calls() == ["build", "exec", "exec", "run", "up"]
    [kept] = site.backups()
    assert kept.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize(
    ("step", "calls"), [("build", ["build"]), ("run", ["build", "exec", "exec", "run"])]
)
def test_an_update_that_fails_leaves_the_old_version_running(
    site: Site, step: str, calls: list[str]
) -> None:
    site.fails_at(step)
    assert site.run("update.sh").returncode != 0
    assert site.calls() == calls
