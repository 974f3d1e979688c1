"""What can be asked of the installation at this moment."""

import contextlib
import shutil
from dataclasses import dataclass
from datetime import datetime

import redis
from django.conf import settings
from django.utils import timezone

from analysis.recomputation.counting import stale_studies
from analysis.sql import fetch_all
from studies.models import Job
from triadsurvey.models import MaintenanceRun
from triadsurvey.workers import broker

# What is stored, since when the database is there, and since when the oldest answer waits that a
# stale result does not know.
NUMBERS = """
    SELECT (SELECT count(*) FROM studies_answer), pg_database_size(current_database()),
        (SELECT min(applied) FROM django_migrations), (
        SELECT min(a.answered_at) FROM studies_study s
        LEFT JOIN analysis_result r ON r.study_id = s.id AND r.analysis_set = s.primary_set
        JOIN studies_answer a
            ON a.study_id = s.id AND (r.computed_at IS NULL OR a.answered_at > r.computed_at)
        WHERE s.id = ANY(%(stale)s)
    )
"""


@dataclass(frozen=True, slots=True)
class SiteState:
    """Numbers of this moment. Ages are in seconds."""

    answers: int
    database_bytes: int
    stale_results: int
    oldest_stale_seconds: float
    unfinished_jobs: int
    disk_free_bytes: int
    disk_bytes: int
    # None where the broker does not answer.
    queues: dict[str, broker.Queue] | None
    beat_seconds: float | None
    installed_seconds: float
    # None where none has ever succeeded.
    backup_seconds: float | None
    drill_seconds: float | None


def site_state() -> SiteState:
    """Ask the database, the broker and the disk."""
    stale = stale_studies()
    [(answers, database_bytes, installed, oldest)] = fetch_all(NUMBERS, {"stale": stale})
    disk = shutil.disk_usage(settings.BASE_DIR)
    queues, beat_seconds = _broker()
    finished = MaintenanceRun.objects.finished()
    return SiteState(
        answers=answers,
        database_bytes=database_bytes,
        stale_results=len(stale),
        oldest_stale_seconds=_age(oldest) or 0.0,
        unfinished_jobs=Job.objects.unfinished().count(),
        disk_free_bytes=disk.free,
        disk_bytes=disk.total,
        queues=queues,
        beat_seconds=beat_seconds,
        installed_seconds=_age(installed) or 0.0,
        backup_seconds=_age(finished.get(MaintenanceRun.Kind.BACKUP)),
        drill_seconds=_age(finished.get(MaintenanceRun.Kind.DRILL)),
    )


def _age(moment: datetime | None) -> float | None:
    """Return the seconds since then; None where it has never been."""
    return None if moment is None else max(0.0, (timezone.now() - moment).total_seconds())


def _broker() -> tuple[dict[str, broker.Queue] | None, float | None]:
    with contextlib.closing(broker.client()) as connection:
        try:
            queues = {name: broker.queue(connection, name) for name in broker.queue_names()}
            return queues, broker.beat_seconds(connection)
        except redis.RedisError:
            return None, None
