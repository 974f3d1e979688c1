"""The database's disk is full: what is confirmed is stored, and nothing typed is lost."""

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from tests.faults import scenes
from tests.faults.people import Ledger, arrive
from tests.faults.scenes import Scene
from tests.stack import Stack
from triadsurvey.localstack.places import server_account

# What PostgreSQL says where a table cannot grow.
NO_ROOM_FOR_ANSWERS = """
    CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE disk_full USING MESSAGE = 'could not extend file: No space left on device'; END $$;
    CREATE TRIGGER no_room BEFORE INSERT ON studies_answer EXECUTE FUNCTION no_room();
"""


@pytest.fixture(scope="module")
def places(stack: Stack) -> list[Scene]:
    return scenes.make(stack, *[{"evaluations": 24}] * 2)


@contextmanager
def nothing_can_be_written(stack: Stack) -> Iterator[None]:
    """Let each write of PostgreSQL fail, as on a full disk: its log of changes too, so it ends."""
    identity = server_account().identity()
    postmaster, *others = stack.postgres_processes()
    for pid in (postmaster, *others):
        command = ["prlimit", f"--pid={pid}", "--fsize=0:unlimited"]
        # One of the others may have ended meanwhile.
        subprocess.run(command, check=pid == postmaster, cwd="/", **identity)
    try:
        yield
    finally:
        stack.stop_postgres("immediate")
        stack.start_postgres()  # with room again


def test_a_table_that_cannot_grow_keeps_what_was_typed(stack, places):
    [person], ledger = arrive(places[0], 1), Ledger()
    stack.sql(NO_ROOM_FOR_ANSWERS)
    try:
        page = person.choose(2, ledger)
        assert (page.status, page.form.hidden["choice"]) == (503, "2")
        assert person.scene.answers() == {}
        # Who reads is served.
        assert person.browser.get(person.scene.address, step="welcome").status == 200
    finally:
        stack.sql("DROP FUNCTION no_room CASCADE")
    assert person.browser.submit(page, page.form, {}, step="again").status == 200
    assert list(person.scene.answers().values()) == [2]


def test_a_full_disk_loses_no_confirmed_answer_and_nothing_typed(stack, places):
    first, second = arrive(places[1], 2)
    ledger = Ledger()
    assert first.choose(1, ledger).status == 200
    with nothing_can_be_written(stack):
        page = second.choose(3, ledger)
        assert (page.status, page.form.hidden["choice"]) == (503, "3")
    assert second.browser.submit(page, page.form, {}, step="again").status == 200
    assert ledger.missing_in(first.scene) == {}
    assert sorted(first.scene.answers().values()) == [1, 3]
    stack.wait_for(first.scene.is_right, "the result is right", 60)
