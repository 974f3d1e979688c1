"""Numbers that take long to compute, kept in Redis.

Redis gives speed only: when it fails, one page loses a moment, and then it is left alone a while.
"""

from collections.abc import Callable

from django.core.cache import cache

from studies.breaker import Breaker

# To be raised when a method changes, so that no older number is shown.
VERSION = 1
KEEP_SECONDS = 7 * 24 * 3600

Numbers = tuple[float | None, ...]

breaker = Breaker("plans are computed anew")


def cached(name: str, *arguments: float, compute: Callable[[], Numbers]) -> Numbers:
    """Return what `compute` gives, from Redis where it is known."""
    key = ":".join(["plan", str(VERSION), name, *map(repr, arguments)])
    known = breaker.attempt(lambda: cache.get(key))
    if isinstance(known, tuple):
        return known
    numbers = compute()
    breaker.attempt(lambda: cache.set(key, numbers, KEEP_SECONDS))
    return numbers
