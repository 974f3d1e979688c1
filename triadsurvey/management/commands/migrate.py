"""Django's `migrate`, one at a time: two at once would each make the same tables."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.core.management.commands import migrate
from django.db import connection

from studies.services.advisory_locks import LockClass, session_lock


class Command(migrate.Command):
    def handle(self, *args: Any, **options: Any) -> None:
        with self._alone():
            super().handle(*args, **options)

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Wait until no other `migrate` is at work on this database."""
        with session_lock(LockClass.MIGRATION, 0) as ours:
            if ours:
                yield
                return
        self.stdout.write("Another migration is at work: waiting for its end.")
        # As long as that takes; our own statements keep their limit.
        with connection.cursor() as cursor:
            cursor.execute("SET lock_timeout = 0")
        with session_lock(LockClass.MIGRATION, 0, wait=True), connection.cursor() as cursor:
            cursor.execute("RESET lock_timeout")
            yield
