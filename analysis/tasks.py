"""Tasks of the Celery worker."""

from celery import shared_task

from analysis.recomputation import counting, debounce
from analysis.recomputation.rating_study import ranking
from analysis.recomputation.store import RunStatus, recompute

# Answers within so many seconds make one recomputation.
COUNTDOWN = 0.15
# Where another worker recomputes the study, another run follows after so many seconds.
COME_BACK = 0.5
# A claim outlives the countdown a little: the task releases it before it reads.
GRACE_MILLISECONDS = 100
# A million answers take a few. Longer, a study would keep a process from the results of others.
SOFT_SECONDS, MOST_SECONDS = 40, 50
# How often beat sweeps.
SWEEP_SECONDS = 15


def ask_for_recomputation(study_id: int, *, countdown: float = COUNTDOWN) -> None:
    """Have the study recomputed soon, once for many calls. Never raises, and never waits long."""
    debounce.breaker.attempt(lambda: _ask(study_id, countdown))


def _ask(study_id: int, countdown: float) -> None:
    milliseconds = int(1000 * countdown) + GRACE_MILLISECONDS
    if token := debounce.claim(study_id, milliseconds=milliseconds):
        recompute_study.apply_async([study_id, token], countdown=countdown)


@shared_task(
    name="analysis.tasks.recompute_study", soft_time_limit=SOFT_SECONDS, time_limit=MOST_SECONDS
)
def recompute_study(study_id: int, token: str | None = None) -> None:
    """Recompute a study; while another worker does so, come back later."""
    debounce.release(study_id, token)
    if recompute(study_id=study_id) is RunStatus.BUSY:
        ask_for_recomputation(study_id, countdown=COME_BACK)


@shared_task(name="analysis.tasks.sweep")
def sweep() -> None:
    """Have the studies recomputed that hold more than their results cover, and rankings made."""
    for study_id in counting.stale_studies():
        ask_for_recomputation(study_id)
    for study_id in ranking.rankings_due():
        rank_as_paper.apply_async([study_id], expires=SWEEP_SECONDS)


@shared_task(name="analysis.rank_as_paper")
def rank_as_paper(study_id: int) -> None:
    """Rank a rating study as the paper does: long work, which no result waits for."""
    ranking.rank_as_paper(study_id=study_id)
