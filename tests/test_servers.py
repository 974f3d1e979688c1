"""The servers of the test run itself: ours, apart for each worker, empty for each test."""

import os

import pytest
from django.contrib.auth.models import Group
from django.core.cache import cache
from django.db import connection

from studies.models import Answer, User
from tests.analysis.answering import give_answers
from tests.factories import open_study
from tests.servers import with_redis_database

pytestmark = pytest.mark.django_db


def test_database_is_the_run_s_own_and_no_superuser_s() -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT current_setting('fsync'), current_setting('listen_addresses'), rolsuper"
            " FROM pg_roles WHERE rolname = current_user"
        )
        assert cursor.fetchone() == ("off", "", False)


@pytest.mark.skipif("TEST_DATABASE_URL" in os.environ, reason="a server was lent")
def test_database_sorts_by_code_point_on_every_machine() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT string_agg(c, '' ORDER BY c) FROM unnest('{a,B,é,Z}'::text[]) c")
        assert cursor.fetchone() == ("BZaé",)


@pytest.mark.parametrize("_again", [1, 2])
def test_cache_is_empty_at_the_start_of_a_test(_again: int) -> None:
    assert cache.get("left") is None
    cache.set("left", "behind")
    assert cache.get("left") == "behind"


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("_again", [1, 2])
def test_tables_are_empty_after_a_test_with_transactions_of_its_own(_again: int) -> None:
    assert not User.objects.exists()
    assert not Answer.objects.exists()
    assert Group.objects.exists()  # migrating has made them
    give_answers(open_study(), 1, 1)


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("unix:///tmp/a/valkey.sock?db=0", "unix:///tmp/a/valkey.sock?db=3"),
        ("redis://:secret@localhost:6379/0", "redis://:secret@localhost:6379/3"),
        ("redis://localhost:6379", "redis://localhost:6379/3"),
    ],
)
def test_with_redis_database_changes_only_the_database(url: str, expected: str) -> None:
    assert with_redis_database(url, 3) == expected
