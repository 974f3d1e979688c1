"""End a worker that has stopped taking tasks; tell by a file that it is well.

A worker may live, answer pings, and take no task any more: a lost connection can cost it its places
in the queue. It is stuck if tasks wait in its queues, it works on none, and has begun none for a
while. Then it ends itself, and what started it (Docker, systemd, `make run`) starts it again;
tasks that it had taken come back. A worker that is frozen as a whole cannot do that: its heartbeat,
a file with its process id that is written every few seconds, grows old, and a health check sees it.
"""

import logging
import os
import threading
import time
from collections.abc import Sequence
from pathlib import Path

import redis
from celery.worker import state

from triadsurvey import broker

LOOK_SECONDS = 5.0
# The periodic tasks of each queue come more often than this, or wait.
STUCK_SECONDS = 30.0

logger = logging.getLogger(__name__)


class Watchdog(threading.Thread):
    """Look every few seconds whether this worker takes the tasks that wait for it."""

    def __init__(self, queues: Sequence[str], *, heartbeat: str = "") -> None:
        super().__init__(name="watchdog", daemon=True)
        self._queues = queues
        self._heartbeat = Path(heartbeat) if heartbeat else None
        self._redis = broker.client()
        self._begun = -1
        self._since = 0.0

    def run(self) -> None:
        while not self.stuck():
            if self._heartbeat:
                self._heartbeat.write_text(str(os.getpid()))
            time.sleep(LOOK_SECONDS)
        logger.critical(
            "%s has taken no task for %.0f s while some wait: it ends, to be started again",
            "/".join(self._queues),
            STUCK_SECONDS,
        )
        # As a crash would: a stuck worker may not heed a request to stop.
        os._exit(1)

    def stuck(self) -> bool:
        """Return whether tasks have waited, and none was begun or worked on, for too long."""
        now, begun = time.monotonic(), sum(state.total_count.values())
        if begun != self._begun or state.active_requests or not self._waiting():
            self._begun, self._since = begun, now
        return now - self._since > STUCK_SECONDS

    def _waiting(self) -> int:
        """Return how many tasks wait; 0 while the broker is away: not the worker's fault."""
        try:
            return sum(self._redis.llen(queue) for queue in self._queues)
        except redis.RedisError:
            return 0
