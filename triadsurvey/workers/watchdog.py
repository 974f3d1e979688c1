"""End a worker that has stopped taking tasks; tell what started it that it is well.

A worker may live, answer pings, and take no task any more: a lost connection can cost it its places
in the queue. It is stuck if tasks wait in its queues, it works on none, and has begun none for a
while. Then it ends itself, and what started it (Docker, systemd, `make run`) starts it again;
tasks that it had taken come back. A worker that is frozen as a whole cannot do that: its heart
stops (`heartbeat`), and what started it sees that and ends it. Beat's heart beats with each task
that it sends.
"""

import logging
import os
import threading
import time
from collections.abc import Sequence
from pathlib import Path

import redis
from celery.worker import state
from django.conf import settings
from gunicorn.systemd import sd_notify  # type: ignore[import-untyped] # it has no types

from triadsurvey.workers import broker

logger = logging.getLogger(__name__)


def ready() -> None:
    """Tell systemd, where it has started this process, that it is at work."""
    sd_notify("READY=1", logger)
    heartbeat()


def heartbeat() -> None:
    """Write the process id into the file that health checks look at, and tell systemd."""
    if file := os.environ.get("WORKER_HEARTBEAT"):
        Path(file).write_text(str(os.getpid()))
    sd_notify("WATCHDOG=1", logger)


class Watchdog(threading.Thread):
    """Look every few seconds whether this worker takes the tasks that wait for it."""

    def __init__(self, queues: Sequence[str]) -> None:
        super().__init__(name="watchdog", daemon=True)
        self._queues = queues
        self._redis = broker.client()
        self._begun = -1
        self._since = 0.0

    def run(self) -> None:
        while not self.stuck():
            heartbeat()
            time.sleep(settings.WATCHDOG_LOOK_SECONDS)
        logger.critical(
            "%s has taken no task for %.0f s while some wait: it ends, to be started again",
            "/".join(self._queues),
            settings.WATCHDOG_STUCK_SECONDS,
        )
        # As a crash would: a stuck worker may not heed a request to stop.
        os._exit(1)

    def stuck(self) -> bool:
        """Return whether tasks have waited, and none was begun or worked on, for too long."""
        now, begun = time.monotonic(), sum(state.total_count.values())
        if begun != self._begun or state.active_requests or not self._waiting():
            self._begun, self._since = begun, now
        return now - self._since > settings.WATCHDOG_STUCK_SECONDS

    def _waiting(self) -> int:
        """Return how many tasks wait; 0 while the broker is away: not the worker's fault."""
        try:
            return sum(self._redis.llen(queue) for queue in self._queues)
        except redis.RedisError:
            return 0
