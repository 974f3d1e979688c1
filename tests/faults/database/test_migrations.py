"""Judges of the released version answer on while the newest migrations are applied."""

import threading
import time
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import psycopg2
import pytest

from tests import migrated, released
from tests.faults import scenes
from tests.faults.scenes import Scene
from tests.stack import Stack

JUDGES = 3
# What a judge's page waits for the database (`triadsurvey.deadlines`).
LONGEST_SECONDS = 4.0
# Each begins and chooses so often: places are left when the migrations are done.
PACE_SECONDS = 0.03
GO_BACK = f"""
from django.core.management import call_command
for app, name in {list(released.MIGRATIONS.items())}:
    call_command("migrate", app, name, verbosity=0)
"""


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Stack]:
    """A stack of which the servers run alone."""
    stack = Stack(tmp_path, durable=False)
    migrated.copy_into(stack.servers)
    stack.servers.start()
    yield stack
    stack.stop()


class Judge(threading.Thread):
    """Begins and chooses, again and again, as another person each time."""

    def __init__(self, scene: Scene, number: int) -> None:
        super().__init__(daemon=True)
        self.scene, self.number = scene, number
        self.confirmed: dict[str, int] = {}
        self.longest = 0.0
        self.over = threading.Event()
        self.error: psycopg2.Error | None = None

    def run(self) -> None:
        connection = self.scene.stack.servers.postgres.connect()
        try:
            with connection.cursor() as cursor:
                cursor.execute(f"PREPARE begin_ (text, text) AS {released.BEGIN}")
                cursor.execute(f"PREPARE choose (text, int) AS {released.CHOOSE}")
                for visit in count():
                    if self.over.wait(PACE_SECONDS):
                        return
                    self._visit(cursor, f"judge-{self.number}-{visit}", 1 + visit % 3)
        except psycopg2.Error as error:
            self.error = error
        finally:
            connection.close()

    def _visit(self, cursor: "psycopg2.extensions.cursor", code: str, choice: int) -> None:
        for statement, values in (
            ("EXECUTE begin_(%s, %s)", [self.scene.token, code]),
            ("EXECUTE choose(%s, %s)", [code, choice]),
        ):
            begin = time.monotonic()
            cursor.execute(statement, values)
            assert cursor.fetchone() is not None, "a study without a free triad"
            self.longest = max(self.longest, time.monotonic() - begin)
        self.confirmed[code] = choice


# A study that was opened and decided before: its plan and its verdict stay, byte by byte.
KEPT = """
    SELECT s.plan_json, s.plan_sha256, s.texts_sha256, v.*
    FROM studies_study s LEFT JOIN analysis_verdict v ON v.study_id = s.id WHERE s.id = %s
"""
DECIDE = """
from studies.models import Judge, Study
from studies.services.judging.answering.answers import answer
from studies.services.judging.trials import next_trial
from analysis.recomputation.store import recompute
from tests.factories import make_judge
decided = Study.objects.get(pk=made[1][0])
for number in range(decided.evaluations):
    answer(code=next_trial(make_judge(decided.links.get())).code, position=1 + number % 3)
recompute(study_id=decided.pk)
"""


def applied(database: Stack) -> set[tuple[str, str]]:
    return set(database.sql("SELECT app, name FROM django_migrations"))


def test_judges_of_the_released_version_answer_on_while_the_newest_migrations_are_applied(database):
    newest = applied(database)
    scene, decided = scenes.make(
        database, {"evaluations": 2400, "items": 30}, {"evaluations": 6}, and_then=DECIDE + GO_BACK
    )
    assert applied(database) < newest
    [kept] = database.sql(KEPT, [decided.pk])
    assert None not in kept[:4]  # it has a verdict
    judges = [Judge(scene, number) for number in range(JUDGES)]
    for judge in judges:
        judge.start()
    try:
        database.wait_for(lambda: all(judge.confirmed for judge in judges), "judges answer")
        database.manage("migrate")
        before = [len(judge.confirmed) for judge in judges]
        database.wait_for(
            lambda: all(
                judge.error or len(judge.confirmed) > n
                for judge, n in zip(judges, before, strict=True)
            ),
            "judges answer on the new tables",
            LONGEST_SECONDS,
        )
    finally:
        for judge in judges:
            judge.over.set()
            judge.join()
    assert [judge.error for judge in judges] == [None] * JUDGES
    assert max(judge.longest for judge in judges) < LONGEST_SECONDS
    confirmed = {code: choice for judge in judges for code, choice in judge.confirmed.items()}
    assert scene.answers() == confirmed
    assert applied(database) == newest
    assert database.sql(KEPT, [decided.pk]) == [kept]
