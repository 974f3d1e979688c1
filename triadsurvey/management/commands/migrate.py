"""Django's `migrate`, one at a time, and while people are at work.

Two at once would each make the same tables. A migration that waits for a table keeps those waiting
who come after it, and may wait for them in turn: so it waits for two seconds only, and is tried
again. Each is a transaction of its own, and those that are done are not repeated.
"""

import random
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.core.management.commands import migrate
from django.db import OperationalError, connection

from studies.services.advisory_locks import LockClass, session_lock

ATTEMPTS = 40
# PostgreSQL's codes: a lock was not to be had in time; two waited for each other.
IN_USE = {"55P03", "40P01"}


class Command(migrate.Command):
    def handle(self, *args: Any, **options: Any) -> None:
        with self._alone(), _lock_timeout("2s"):
            for left in reversed(range(ATTEMPTS)):
                try:
                    super().handle(*args, **options)
                    return
                except OperationalError as error:
                    if getattr(error.__cause__, "pgcode", None) not in IN_USE or not left:
                        raise
                self.stdout.write("The tables are in use: trying again.")
                time.sleep(random.uniform(0.2, 1.0))  # noqa: S311 - not to meet the same again

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Wait until no other `migrate` is at work on this database."""
        with session_lock(LockClass.MIGRATION, 0) as ours:
            if ours:
                yield
                return
        self.stdout.write("Another migration is at work: waiting for its end.")
        with _lock_timeout("0"), session_lock(LockClass.MIGRATION, 0, wait=True):
            yield


@contextmanager
def _lock_timeout(value: str) -> Iterator[None]:
    """Let this session wait so long for a lock; without end for 0."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT set_config('lock_timeout', %s, false)", [value])
    try:
        yield
    finally:
        if connection.is_usable():
            with connection.cursor() as cursor:
                cursor.execute("RESET lock_timeout")
