"""The settings of these tests, for a worker with a watchdog that loses patience after seconds."""

from tests.faults.workers.fast_sweep import *  # noqa: F403 - all of them

WATCHDOG_LOOK_SECONDS = 0.5
WATCHDOG_STUCK_SECONDS = 5.0
