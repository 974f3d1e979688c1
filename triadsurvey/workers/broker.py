"""What waits in the broker, and since when; when beat has last sent a task.

Celery's messages do not say when they were sent, so that each gets the moment as a header.
"""

import contextlib
import json
import time
from typing import Any, NamedTuple

import redis
from django.conf import settings

SENT_AT = "triadsurvey_sent_at"
BEAT_KEY = "beat:sent-at"


class Queue(NamedTuple):
    """The tasks that wait, and the seconds for which the oldest has done so."""

    waiting: int
    oldest_seconds: float


def client() -> redis.Redis:
    """Return a client that gives up soon."""
    return redis.Redis.from_url(
        settings.REDIS_URL,
        socket_timeout=settings.REDIS_TIMEOUT,
        socket_connect_timeout=settings.REDIS_TIMEOUT,
    )


def queue_names() -> list[str]:
    """Return the queues of all tasks."""
    routed = {route["queue"] for route in settings.CELERY_TASK_ROUTES.values()}
    return sorted({*routed, settings.CELERY_TASK_DEFAULT_QUEUE})


def queue(connection: redis.Redis, name: str) -> Queue:
    """Look into a queue without taking from it. The oldest task stands last."""
    oldest = connection.lindex(name, -1)
    return Queue(connection.llen(name), _seconds_since(_sent_at(oldest)) if oldest else 0.0)


def beat_seconds(connection: redis.Redis) -> float | None:
    """Return the seconds since beat has sent a task; None where it has sent none yet."""
    at = connection.get(BEAT_KEY)
    return None if at is None else _seconds_since(float(at))


def note_sent(headers: dict[str, Any]) -> None:
    """Write down when a message is sent."""
    headers[SENT_AT] = time.time()


def note_beat() -> None:
    """Write down that beat is at work. A broker that is away cannot be told, nor sent a task."""
    with contextlib.suppress(redis.RedisError), contextlib.closing(client()) as connection:
        connection.set(BEAT_KEY, time.time())


def _sent_at(message: bytes | str) -> float:
    return float(json.loads(message)["headers"].get(SENT_AT, time.time()))


def _seconds_since(moment: float) -> float:
    return max(0.0, time.time() - moment)
