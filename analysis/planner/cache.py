"""Plain numbers that took long to compute, kept in Redis for whoever asks next.

Redis gives speed only: whatever ails it costs one page a moment, then nothing for a while.
"""

from collections.abc import Callable

from django.core.cache import cache

from studies.breaker import Breaker

# Raised when a method changes, so that no older number is shown.
VERSION = 1
KEEP_SECONDS = 7 * 24 * 3600

Numbers = tuple[float | None, ...]

breaker = Breaker("plans are computed anew")


def remembered(name: str, *arguments: float, compute: Callable[[], Numbers]) -> Numbers:
    """What `compute` gives, from Redis where it is known."""
    key = ":".join(["plan", str(VERSION), name, *map(repr, arguments)])
    known = breaker.attempt(lambda: cache.get(key))
    if isinstance(known, tuple):
        return known
    numbers = compute()
    breaker.attempt(lambda: cache.set(key, numbers, KEEP_SECONDS))
    return numbers
