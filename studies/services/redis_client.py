"""The one client of Redis for what a judge's request tells it: it gives up soon, and at once."""

from functools import cache

import redis
from django.conf import settings
from redis.backoff import NoBackoff
from redis.retry import Retry


@cache
def client() -> redis.Redis:
    """Return the process's client. Call it through a `Breaker`."""
    return redis.Redis.from_url(
        settings.REDIS_URL,
        socket_timeout=settings.REDIS_TIMEOUT,
        socket_connect_timeout=settings.REDIS_TIMEOUT,
        retry=Retry(NoBackoff(), 0),
    )
