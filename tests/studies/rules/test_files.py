"""The files of `studies/rules` say what a migrated database holds: no rule more, less or other."""

import pytest
from django.db import connection

from studies import rules

pytestmark = pytest.mark.django_db

FUNCTIONS = """
    SELECT oid::regprocedure::text, pg_get_functiondef(oid) FROM pg_proc
    WHERE pronamespace = current_schema()::regnamespace
"""
TRIGGERS = """
    SELECT tgrelid::regclass || ' ' || tgname, pg_get_triggerdef(oid) || ' ' || tgenabled::text
    FROM pg_trigger WHERE NOT tgisinternal
"""
# Triggers go with their functions.
DROP_ALL = """
    DO $$ DECLARE one regprocedure; BEGIN
        FOR one IN SELECT oid FROM pg_proc WHERE pronamespace = current_schema()::regnamespace LOOP
            EXECUTE 'DROP FUNCTION ' || one || ' CASCADE';
        END LOOP;
    END $$
"""
EVENT_KEPT = "studies_event event_kept"


def held() -> dict[str, str]:
    """The definition of each function and each trigger of the database."""
    with connection.cursor() as cursor:
        cursor.execute(f"{FUNCTIONS} UNION ALL {TRIGGERS}")
        return dict(cursor.fetchall())


def run(statements: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statements)


def drift() -> set[str]:
    """Names of what differs between the database and the files. (The test is rolled back.)"""
    migrated = held()
    run(DROP_ALL)
    assert held() == {}
    run(rules.statements())
    written = held()
    return {name for name in migrated | written if migrated.get(name) != written.get(name)}


def test_files_and_database_hold_the_same_rules() -> None:
    assert drift() == set()


@pytest.mark.parametrize(
    ("change", "found"),
    [
        pytest.param("DROP TRIGGER event_kept ON studies_event", EVENT_KEPT, id="trigger missing"),
        pytest.param(
            "CREATE TRIGGER more BEFORE DELETE ON studies_job"
            " FOR EACH ROW EXECUTE FUNCTION studies_refuse('no')",
            "studies_job more",
            id="trigger more",
        ),
        pytest.param(
            "CREATE OR REPLACE TRIGGER event_kept BEFORE UPDATE ON studies_event"
            " FOR EACH ROW EXECUTE FUNCTION studies_refuse('the record of events is append-only')",
            EVENT_KEPT,
            id="trigger other",
        ),
        pytest.param(
            "ALTER TABLE studies_event DISABLE TRIGGER event_kept", EVENT_KEPT, id="trigger off"
        ),
        pytest.param(
            "DROP FUNCTION studies_erasing", "studies_erasing(bigint)", id="function missing"
        ),
        pytest.param(
            "CREATE FUNCTION more() RETURNS int LANGUAGE sql AS 'SELECT 1'",
            "more()",
            id="function more",
        ),
        pytest.param(
            "CREATE OR REPLACE FUNCTION studies_erasing(study bigint) RETURNS boolean"
            " LANGUAGE sql STABLE AS 'SELECT true'",
            "studies_erasing(bigint)",
            id="function other",
        ),
    ],
)
def test_a_difference_is_found(change: str, found: str) -> None:
    run(change)
    assert drift() == {found}
