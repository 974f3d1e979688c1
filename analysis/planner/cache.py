"""Numbers that take long to compute, kept in Redis.

Redis gives speed only: when it fails, one page loses a moment, and then it is left alone a while.
"""

from collections.abc import Callable
from typing import TypeVar

from django.core.cache import cache

from studies.breaker import Breaker

# To be raised when a method changes, so that no older number is shown.
VERSION = 1
KEEP_SECONDS = 7 * 24 * 3600

Numbers = TypeVar("Numbers")  # a tuple or a dictionary of them

breaker = Breaker("plans are computed anew")


def cached(name: str, *arguments: object, compute: Callable[[], Numbers]) -> Numbers:
    """Return what `compute` gives, from Redis where it is known."""
    key = ":".join(["plan", str(VERSION), name, *map(repr, arguments)])
    known: Numbers | None = breaker.attempt(lambda: cache.get(key))
    if known is not None:
        return known
    numbers = compute()
    breaker.attempt(lambda: cache.set(key, numbers, KEEP_SECONDS))
    return numbers
