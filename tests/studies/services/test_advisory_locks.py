"""Of two sessions one has a lock, until it lets go, ends or commits."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection, connections, transaction

from studies.services.advisory_locks import (
    LockClass,
    lock_until_commit,
    session_lock,
    try_lock_until_commit,
)

pytestmark = pytest.mark.django_db(transaction=True)

KEY = 7


@pytest.fixture
def other() -> Iterator[Any]:
    """Another session of the database."""
    session = connections.create_connection("default")
    yield session
    session.close()


def free_for(session: Any, lock_class: LockClass, key: int = KEY) -> bool:
    """Whether the session could take the lock now; it does not keep it."""
    with session.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_lock(%s, %s)", [lock_class, key])
        [taken] = cursor.fetchone()
        if taken:
            cursor.execute("SELECT pg_advisory_unlock(%s, %s)", [lock_class, key])
    return bool(taken)


def test_a_session_has_its_lock_for_the_block_alone(other: Any) -> None:
    with session_lock(LockClass.JOB, KEY) as taken:
        assert taken
        assert not free_for(other, LockClass.JOB)
        assert free_for(other, LockClass.JOB, KEY + 1)
        assert free_for(other, LockClass.RECOMPUTATION)
    assert free_for(other, LockClass.JOB)


def test_a_lock_that_another_session_has_is_not_taken_and_not_let_go(other: Any) -> None:
    with other.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_lock(%s, %s)", [LockClass.JOB, KEY])
    with session_lock(LockClass.JOB, KEY) as taken:
        assert not taken
    assert not free_for(connection, LockClass.JOB)


def test_who_waits_has_the_lock(other: Any) -> None:
    with session_lock(LockClass.RECOMPUTATION, KEY, wait=True) as taken:
        assert taken
        assert not free_for(other, LockClass.RECOMPUTATION)


def test_a_transaction_keeps_its_lock_until_it_ends(other: Any) -> None:
    with transaction.atomic():
        lock_until_commit(LockClass.PILOT_TRIADS, KEY)
        assert try_lock_until_commit(LockClass.OWNER_MAIL, KEY)
        assert not free_for(other, LockClass.PILOT_TRIADS)
        assert not free_for(other, LockClass.OWNER_MAIL)
    assert free_for(other, LockClass.PILOT_TRIADS)
    assert free_for(other, LockClass.OWNER_MAIL)


def test_a_transaction_that_does_not_wait_is_told(other: Any) -> None:
    with other.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_lock(%s, %s)", [LockClass.OWNER_MAIL, KEY])
    with transaction.atomic():
        assert not try_lock_until_commit(LockClass.OWNER_MAIL, KEY)
