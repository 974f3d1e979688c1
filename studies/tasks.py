"""Tasks of Celery for `studies`: each takes ids, calls one service, and may run twice."""

from collections.abc import Iterable
from contextlib import suppress
from datetime import date
from functools import partial
from typing import Any

from celery import Task, shared_task
from django.contrib.sessions.backends.db import SessionStore
from django.db import transaction

from studies.models import Job, Study, User
from studies.services import database_clock, jobs
from studies.services.accounts import people
from studies.services.lifecycle import opening, transitions
from studies.services.lifecycle.availability import WrongStateError
from studies.services.notifying import mails, retention, webhooks
from studies.services.recruiting import openings
from studies.services.texts import upload as uploads

# The next look, ten seconds later, takes the rest.
WEBHOOKS_AT_ONCE = 100


def after_commit(task: Task, *arguments: Any) -> None:
    """Enqueue a task once the transaction is stored.

    A broker that is away harms no page: a periodic task finds the same work.
    """
    transaction.on_commit(partial(task.delay, *arguments), robust=True)


# A million triads take half an hour; work that the limit ends is resumed.
@shared_task(soft_time_limit=6 * 3600, time_limit=6 * 3600 + 60)
def run_job(job_id: int) -> None:
    """Do a piece of long work."""
    jobs.run(job_id=job_id)


def begin_job(*, study: Study, user: User, kind: Job.Kind, total: int = 0, **more: Any) -> Job:
    """Return the study's unfinished job of this kind, or a new one; enqueue it after commit."""
    job = jobs.begin(study=study, user=user, kind=kind, total=total, **more)
    after_commit(run_job, job.pk)
    return job


def open_study(*, study: Study, user: User, accepted: list[str]) -> Job | None:
    """Open a small study at once and return None; else freeze the plan and begin the job.

    A job also resumes an opening that was interrupted.
    """
    if opening.is_made_at_once(study):
        opening.open_study(study=study, user=user, accepted=accepted)
        return None
    study = opening.begin_opening(study=study, user=user, accepted=accepted)
    return begin_job(study=study, user=user, kind=Job.Kind.OPEN, total=study.evaluations)


@shared_task
def continue_jobs() -> None:
    """Resume the jobs that a killed worker or an absent broker left unfinished."""
    for job_id in _ids(Job.objects.unfinished()):
        run_job.delay(job_id)


@shared_task
def close_ended() -> None:
    """Close the studies that are past their end date."""
    for study in Study.objects.ended():
        # A researcher may have closed it meanwhile.
        with suppress(WrongStateError):
            transitions.close(study=study, user=None, why="end date")


@shared_task
def store_openings() -> None:
    """Store how often links were opened since the last time."""
    openings.store()


@shared_task
def tell_owners() -> None:
    """Send the e-mails that are due."""
    for study_id in _ids(mails.studies_to_look_at()):
        mails.tell(study_id=study_id)


@shared_task
def keep_retention(today: str = "") -> None:
    """Remind owners of studies that are to be erased, and erase those that are due."""
    day = date.fromisoformat(today) if today else database_clock.today()
    for study_id in _ids(retention.to_look_at(day)):
        retention.proceed(study_id=study_id, today=day)


@shared_task
def tell_webhooks() -> None:
    """Send the deliveries that are due, each in its own task: no server delays another."""
    webhooks.store_deliveries()
    for delivery_id in _ids(webhooks.due()[:WEBHOOKS_AT_ONCE]):
        deliver.delay(delivery_id)


@shared_task(soft_time_limit=40, time_limit=60)
def deliver(delivery_id: int) -> None:
    """Send one delivery of a webhook."""
    webhooks.deliver(delivery_id=delivery_id)


@shared_task
def mail_new_password(user_id: int) -> None:
    """Send the link for another password."""
    people.mail_new_password(user=User.objects.get(pk=user_id))


@shared_task
def drop_old_uploads() -> None:
    """Delete uploads that were not confirmed within a day."""
    uploads.drop_old_uploads()


@shared_task
def drop_old_sessions() -> None:
    """Delete sessions that have run out: each sign-in that was begun and left is one."""
    SessionStore.clear_expired()


def _ids(rows: Any) -> Iterable[int]:
    return list(rows.values_list("pk", flat=True))
