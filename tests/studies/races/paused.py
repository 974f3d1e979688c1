"""Two at once: the first stands still at a named place until the second waits or is through.

No sleep decides what is met: the second one either waits for a lock, as PostgreSQL says, or ends.
"""

import threading
import time
from collections.abc import Callable
from types import ModuleType
from typing import Any

import pytest
from django.db import connection

from tests.studies.races.simultaneous import Outcome

PATIENCE = 30


class Place:
    """A function of the product after which the first thread that gets there stands still."""

    def __init__(self, module: ModuleType, name: str) -> None:
        self.module, self.name = module, name
        self.reached, self.go_on = threading.Event(), threading.Event()
        self._real = getattr(module, name)
        self._lock = threading.Lock()

    def __call__(self, *arguments: Any, **more: Any) -> Any:
        result = self._real(*arguments, **more)
        with self._lock:
            first, _ = not self.reached.is_set(), self.reached.set()
        if first:
            assert self.go_on.wait(PATIENCE)
        return result


def one_inside(
    place: tuple[ModuleType, str], first: Callable[[], Any], second: Callable[[], Any]
) -> tuple[Outcome, Outcome]:
    """Run `first` up to the place, then `second` as far as it comes, then both to their ends."""
    paused, outcomes = Place(*place), (Outcome(), Outcome())
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(paused.module, paused.name, paused)
        threads = [
            threading.Thread(target=_run, args=pair)
            for pair in zip((first, second), outcomes, strict=True)
        ]
        threads[0].start()
        try:
            assert paused.reached.wait(PATIENCE), outcomes[0].error
            threads[1].start()
            wait_until_through_or_waiting(threads[1])
        finally:
            paused.go_on.set()
            for thread in threads:
                if thread.ident:
                    thread.join(PATIENCE)
    return outcomes


def _run(call: Callable[[], Any], outcome: Outcome) -> None:
    try:
        outcome.result = call()
    except Exception as error:  # noqa: BLE001 - looked at by the test
        outcome.error = error
    finally:
        connection.close()


def wait_until_through_or_waiting(thread: threading.Thread) -> None:
    until = time.monotonic() + PATIENCE
    while thread.is_alive() and not _a_statement_waits():
        assert time.monotonic() < until
        thread.join(0.01)


def _a_statement_waits() -> bool:
    with connection.cursor() as cursor:
        cursor.execute(
            """SELECT EXISTS (SELECT FROM pg_stat_activity WHERE datname = current_database()
                AND wait_event_type = 'Lock')"""
        )
        return bool(cursor.fetchone()[0])
