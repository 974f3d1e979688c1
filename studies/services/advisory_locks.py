"""Advisory locks of the database: one worker at a time, without locking a row that judges need.

Each use has a class of its own, and in it one lock for each study or job.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from enum import IntEnum, unique

from django.db import connection


@unique
class LockClass(IntEnum):
    """The first key of a lock: four letters, read as a number."""

    JOB = 0x6A6F6273  # "jobs"
    MIGRATION = 0x6D696772  # "migr"
    OWNER_MAIL = 0x6E6F7465  # "note"
    PAPER_RANKING = 0x72616E6B  # "rank"
    PILOT_TRIADS = 0x70696C6F  # "pilo"
    RECOMPUTATION = 0x7265636F  # "reco"


@contextmanager
def session_lock(lock_class: LockClass, key: int, *, wait: bool = False) -> Iterator[bool]:
    """Take a lock for the block; yield False if another session has it and this one does not wait.

    It is taken in a statement of its own and goes with the connection of a worker that is killed.
    """
    function = "pg_advisory_lock" if wait else "pg_try_advisory_lock"
    taken = _call(function, lock_class, key) or wait
    try:
        yield taken
    finally:
        if taken and connection.is_usable():
            _call("pg_advisory_unlock", lock_class, key)


def lock_until_commit(lock_class: LockClass, key: int) -> None:
    """Wait for a lock and keep it until the transaction ends."""
    _call("pg_advisory_xact_lock", lock_class, key)


def try_lock_until_commit(lock_class: LockClass, key: int) -> bool:
    """Take a lock until the transaction ends; return False if another transaction has it."""
    return _call("pg_try_advisory_xact_lock", lock_class, key)


def _call(function: str, lock_class: LockClass, key: int) -> bool:
    """Call one of PostgreSQL's functions; those that wait return no value."""
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {function}(%s, %s)", [int(lock_class), key])
        return cursor.fetchone()[0] is True
