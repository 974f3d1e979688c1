"""Asking for a recomputation through a broker that may be slow, frozen or away.

A burst of answers asks once: a key in Redis says that a recomputation is coming. Whatever ails
Redis costs whoever asks a third of a second, and then nothing for a while; the sweep catches up.
"""

import secrets
from functools import cache

import redis
from django.conf import settings
from redis.backoff import NoBackoff
from redis.retry import Retry

from studies.breaker import Breaker

# In one step, or another key could be set between the two.
DELETE_IF_NAMED = """
    if redis.call("GET", KEYS[1]) == ARGV[1] then redis.call("DEL", KEYS[1]) end
"""

breaker = Breaker("the sweep will recompute")


@cache
def _redis() -> redis.Redis:
    return redis.Redis.from_url(
        settings.REDIS_URL,
        socket_timeout=settings.REDIS_TIMEOUT,
        socket_connect_timeout=settings.REDIS_TIMEOUT,
        retry=Retry(NoBackoff(), 0),
    )


def _key(study_id: int) -> str:
    return f"pending:{study_id}"


def first_to_ask(study_id: int, *, milliseconds: int) -> str | None:
    """A name for this asking, once in so many milliseconds; None where one is coming already."""
    name = secrets.token_hex(8)
    return name if _redis().set(_key(study_id), name, nx=True, px=milliseconds) else None


def forget(study_id: int, name: str | None = None) -> None:
    """The recomputation that was coming has come: whoever asks from now on asks for another.

    One that came late finds that another was asked for meanwhile, and leaves that one alone: else
    a busy worker would be given more and more of them. Without a name: whichever it is.
    """
    breaker.attempt(lambda: _forget(study_id, name))


def _forget(study_id: int, name: str | None) -> None:
    if name is None:
        _redis().delete(_key(study_id))
    else:
        _redis().eval(DELETE_IF_NAMED, 1, _key(study_id), name)
