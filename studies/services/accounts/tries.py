"""How often something was tried lately, by account or by address: against guessing and flooding.

Counted in Redis alone: while it is away nothing is counted, and no one is kept out.
"""

from django.core.cache import cache
from django.utils.crypto import salted_hmac

from studies.breaker import Breaker

breaker = Breaker("tries are not counted")


def count(what: str, key: str, *, seconds: int) -> int:
    """Count one more try; return how many there were since the first one, within this time."""
    return breaker.attempt(lambda: _count(_name(what, key), seconds)) or 0


def counted(what: str, key: str) -> int:
    """Return how many tries were counted."""
    return breaker.attempt(lambda: cache.get(_name(what, key), 0)) or 0


def _count(name: str, seconds: int) -> int:
    cache.add(name, 0, timeout=seconds)
    try:
        return cache.incr(name)
    except ValueError:  # its time ended in between
        return 1


def _name(what: str, key: str) -> str:
    """Return a name that holds no address and no account."""
    return f"tries:{what.replace(' ', '-')}:{salted_hmac('tries', key).hexdigest()}"
