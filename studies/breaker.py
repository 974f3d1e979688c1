"""A circuit breaker: go on without Redis while it does not answer."""

import logging
import time
from collections.abc import Callable
from typing import TypeVar

REST_SECONDS = 5.0

T = TypeVar("T")

logger = logging.getLogger(__name__)


class Breaker:
    """Makes calls to Redis; after one that failed it makes none for a while.

    So a Redis that is slow, frozen or away costs a page one wait, and the next pages none.
    """

    def __init__(self, warning: str, *, rest_seconds: float = REST_SECONDS) -> None:
        self._warning = warning
        self._rest_seconds = rest_seconds
        self._closed_until = 0.0

    def attempt(self, call: Callable[[], T]) -> T | None:
        """Return the call's result; None if it failed, or if one failed a moment ago."""
        if time.monotonic() < self._closed_until:
            return None
        try:
            return call()
        except Exception:  # noqa: BLE001 - nothing that ails Redis may harm a page
            self._closed_until = time.monotonic() + self._rest_seconds
            logger.warning("Redis does not answer: %s", self._warning)
            return None
