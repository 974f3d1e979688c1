"""Work of the Celery worker: it only calls services."""

from celery import shared_task

from analysis.recomputation import counting, debounce
from analysis.recomputation.store import Run, recompute

# A burst of answers within this time makes one recomputation.
COUNTDOWN = 0.3
COME_BACK = 0.5
# The key outlives the countdown a little: the task deletes it before it reads.
GRACE_MILLISECONDS = 100


def ask_for_recomputation(study_id: int, *, countdown: float = COUNTDOWN) -> None:
    """Have the study recomputed soon, once for all who ask. Never raises, and takes no time."""
    debounce.breaker.attempt(lambda: _ask(study_id, countdown))


def _ask(study_id: int, countdown: float) -> None:
    milliseconds = int(1000 * countdown) + GRACE_MILLISECONDS
    if name := debounce.first_to_ask(study_id, milliseconds=milliseconds):
        recompute_study.apply_async([study_id, name], countdown=countdown)


@shared_task(name="analysis.tasks.recompute_study")
def recompute_study(study_id: int, asked_by: str | None = None) -> None:
    """Recompute one study; where another worker is at it, come back."""
    debounce.forget(study_id, asked_by)
    if recompute(study_id=study_id) is Run.BUSY:
        ask_for_recomputation(study_id, countdown=COME_BACK)


@shared_task(name="analysis.tasks.sweep")
def sweep() -> None:
    """Have every study recomputed whose result does not cover all that is stored."""
    for study_id in counting.stale_studies():
        ask_for_recomputation(study_id)
