"""Plain numbers that took long to compute, kept in Redis for whoever asks next.

Redis gives speed only: whatever ails it costs one page a moment, then nothing for a while.
"""

import logging
import time
from collections.abc import Callable

from django.core.cache import cache

# Raised when a method changes, so that no older number is shown.
VERSION = 1
KEEP_SECONDS = 7 * 24 * 3600
# After a failure Redis is left alone for so long.
REST_SECONDS = 5.0

Numbers = tuple[float | None, ...]

logger = logging.getLogger(__name__)


class _Rest:
    until = 0.0


def remembered(name: str, *arguments: float, compute: Callable[[], Numbers]) -> Numbers:
    """What `compute` gives, from Redis where it is known."""
    key = ":".join(["plan", str(VERSION), name, *map(repr, arguments)])
    known = _attempt(lambda: cache.get(key))
    if isinstance(known, tuple):
        return known
    numbers = compute()
    _attempt(lambda: cache.set(key, numbers, KEEP_SECONDS))
    return numbers


def _attempt(call: Callable[[], object]) -> object:
    """The call's result; None where Redis fails, or failed a moment ago."""
    if time.monotonic() < _Rest.until:
        return None
    try:
        return call()
    except Exception:  # noqa: BLE001 - whatever ails Redis, the page is computed
        _Rest.until = time.monotonic() + REST_SECONDS
        logger.warning("Redis does not answer: plans are computed anew")
        return None
