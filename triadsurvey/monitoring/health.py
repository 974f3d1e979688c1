"""What is well and what is not, in words, with what to do."""

from collections.abc import Iterator
from dataclasses import dataclass

from triadsurvey.monitoring.site_state import SiteState
from triadsurvey.workers.broker import Queue

# Results follow answers within a second, deliveries are looked for each ten seconds; long work may
# wait behind other long work.
LONGEST_WAIT = {"results": 60.0, "deliveries": 300.0, "jobs": 6 * 3600.0}
LONGEST_STALE = 60.0
# Beat sends a task each ten seconds.
LONGEST_BEAT = 60.0
LEAST_FREE = 0.05
# One is due each night, the other each week.
LONGEST_WITHOUT_BACKUP = 2 * 86400.0
LONGEST_WITHOUT_DRILL = 8 * 86400.0


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at. `advice` is for the case that it is not well."""

    name: str
    value: str
    well: bool = True
    advice: str = ""


def findings(state: SiteState) -> list[Finding]:
    """Look at everything."""
    return [_results(state), *_broker(state), _disk(state), *_safety(state), *_numbers(state)]


def _results(state: SiteState) -> Finding:
    return Finding(
        "Results that are out of date",
        f"{state.stale_results}, the oldest for {duration(state.oldest_stale_seconds)}"
        if state.stale_results
        else "none",
        state.oldest_stale_seconds <= LONGEST_STALE,
        "The worker of the queue results counts them: look at its log, and start it again.",
    )


def _broker(state: SiteState) -> Iterator[Finding]:
    if state.queues is None:
        yield Finding(
            "Redis",
            "does not answer",
            well=False,
            advice="Judges are served and answers stored; results wait until it is back.",
        )
        return
    for name, queue in state.queues.items():
        yield _queue(name, queue)
    beat = state.beat_seconds
    yield Finding(
        "Beat, which starts what is due",
        "has sent nothing yet" if beat is None else f"last seen {duration(beat)} ago",
        beat is not None and beat <= LONGEST_BEAT,
        "Look at the log of beat, and start it again.",
    )


def _queue(name: str, queue: Queue) -> Finding:
    waits = f"{queue.waiting} waiting, the oldest for {duration(queue.oldest_seconds)}"
    return Finding(
        f"Queue {name}",
        waits if queue.waiting else "empty",
        queue.oldest_seconds <= LONGEST_WAIT[name],
        f"Look at the log of the worker of {name}. If it is always busy, start another one.",
    )


def _disk(state: SiteState) -> Finding:
    share = state.disk_free_bytes / state.disk_bytes
    return Finding(
        "Disk of the web server",
        f"{size(state.disk_free_bytes)} of {size(state.disk_bytes)} free",
        share >= LEAST_FREE,
        "Make room: a database that cannot write takes no answers.",
    )


def _safety(state: SiteState) -> list[Finding]:
    return [
        Finding(
            name,
            "none yet" if age is None else f"{duration(age)} ago",
            # A new installation has had no night yet.
            (state.installed_seconds if age is None else age) <= longest,
            f"Let {script} run by cron, and look at what it says (docs/deploy.md).",
        )
        for name, age, longest, script in (
            ("Last backup", state.backup_seconds, LONGEST_WITHOUT_BACKUP, "deploy/nightly.sh"),
            ("Last restore drill", state.drill_seconds, LONGEST_WITHOUT_DRILL, "deploy/drill.sh"),
        )
    ]


def _numbers(state: SiteState) -> list[Finding]:
    return [
        Finding("Long work that is not done", str(state.unfinished_jobs)),
        Finding("Answers stored", f"{state.answers:,}".replace(",", " ")),
        Finding("Size of the database", size(state.database_bytes)),
    ]


def duration(seconds: float) -> str:
    """Say an age as people do."""
    for length, unit in ((86400, "days"), (3600, "hours"), (60, "minutes")):
        if seconds >= 2 * length:
            return f"{seconds // length:.0f} {unit}"
    return "1 second" if 0.5 <= seconds < 1.5 else f"{seconds:.0f} seconds"


def size(number: int) -> str:
    """Say a number of bytes in the units of disks."""
    return f"{number / 1e9:.1f} GB" if number >= 1e9 else f"{number / 1e6:.0f} MB"
