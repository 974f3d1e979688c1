"""`migrate` runs once at a time: where two are started at once, the second waits for the first."""

import io
import time
from threading import Timer

import psycopg2
import pytest
from django.core.management import call_command
from django.core.management.commands import migrate
from django.db import connection, transaction

from studies.services.advisory_locks import LockClass

HELD_SECONDS = 1.0
KEYS = [int(LockClass.MIGRATION), 0]


@pytest.mark.django_db
def test_a_second_migrate_waits_longer_than_a_page_would(settings):
    first = psycopg2.connect(**connection.get_connection_params())
    with first.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_lock(%s, %s)", KEYS)
    with connection.cursor() as cursor:
        cursor.execute("SET lock_timeout = '200ms'")
    ends = Timer(HELD_SECONDS, first.close)
    begin = time.monotonic()
    ends.start()
    out = io.StringIO()
    call_command("migrate", interactive=False, stdout=out)
    assert time.monotonic() - begin >= HELD_SECONDS
    assert "Another migration is at work: waiting" in out.getvalue()
    assert "No migrations to apply" in out.getvalue()
    with connection.cursor() as cursor:
        cursor.execute("SHOW lock_timeout")
        assert cursor.fetchone()[0] == settings.DATABASE_LIMITS["lock_timeout"]


@pytest.mark.django_db(transaction=True)
def test_a_table_in_use_is_waited_for_in_short_tries(monkeypatch):
    """Judges who come while a migration waits for their table wait behind it."""
    at_work = psycopg2.connect(**connection.get_connection_params())
    with at_work.cursor() as cursor:
        cursor.execute("SELECT * FROM studies_judge FOR UPDATE")
    tried = []

    def changes_the_table(command, *args, **options):
        tried.append(time.monotonic())
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("LOCK TABLE studies_judge IN ACCESS EXCLUSIVE MODE")

    monkeypatch.setattr(migrate.Command, "handle", changes_the_table)
    Timer(HELD_SECONDS + 2, at_work.close).start()
    out = io.StringIO()
    call_command("migrate", interactive=False, stdout=out)
    assert len(tried) >= 2
    assert out.getvalue() == (len(tried) - 1) * "The tables are in use: trying again.\n"


@pytest.mark.django_db
def test_a_migrate_alone_waits_for_no_one_and_leaves_no_lock():
    out = io.StringIO()
    call_command("migrate", interactive=False, stdout=out)
    assert "waiting" not in out.getvalue()
    other = psycopg2.connect(**connection.get_connection_params())
    with other.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_lock(%s, %s)", KEYS)
        assert cursor.fetchone() == (True,)
    other.close()
