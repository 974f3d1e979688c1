"""Ctrl-C, SIGTERM and a closed terminal: one way to end, never in the middle of a start."""

import contextlib
import signal
from collections.abc import Iterator
from types import FrameType

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Stop(BaseException):
    """Somebody asked us to end. Not an Exception: no handler of errors may swallow it."""


class Interrupts:
    """Turns the signals into `Stop`, at once or, while they are held, as soon as they are not.

    Between starting a process and writing it down nothing may come in: it would be forgotten.
    """

    def __init__(self) -> None:
        self._held = 0
        self._pending = False
        for number in SIGNALS:
            signal.signal(number, self._receive)

    def _receive(self, _number: int, _frame: FrameType | None) -> None:
        self._pending = True
        if not self._held:
            raise Stop

    @contextlib.contextmanager
    def held(self) -> Iterator[None]:
        self._held += 1
        try:
            yield
        finally:
            self._held -= 1
        if self._pending and not self._held:
            raise Stop

    def hold_for_good(self) -> None:
        """From here on we are ending anyway."""
        self._held += 1
