"""Long work: begun by a researcher, done by a worker, resumed if that one was killed."""

import logging
import time
from collections.abc import Callable
from typing import Any, Self

from django.db import OperationalError, connections
from django.db.models import F
from django.db.models.functions import Now

from studies.models import Job, Study, Upload, User
from studies.models.job import FIRST_PAIR
from studies.services.advisory_locks import LockClass, session_lock
from studies.services.lifecycle import opening
from studies.services.lifecycle.availability import WrongStateError
from studies.services.lifecycle.checks import surface_cues
from studies.services.recruiting import invitations
from studies.services.texts import upload as uploads
from studies.services.texts.upload_check import check_upload

# The page of a job asks every second: writing more often is of no use.
WRITE_SECONDS = 0.4

# Cancelled half-way, opening would leave a plan that is frozen and a study that is not open.
NOT_CANCELLED = (Job.Kind.OPEN,)

logger = logging.getLogger(__name__)


class CancelledError(Exception):
    """The work was asked to stop: raised by `progress` at its next step."""


def begin(
    *,
    study: Study,
    user: User,
    kind: Job.Kind,
    total: int = 0,
    pair: str = FIRST_PAIR,
    **arguments: Any,
) -> Job:
    """Return the study's unfinished job of this kind, or a new one, for the caller to enqueue.

    What compares two subjects has a job for each `pair` of their letters.
    """
    job, _made = Job.objects.get_or_create(
        study=study,
        kind=kind,
        pair=pair,
        finished_at=None,
        defaults={"owner": user, "total": total, "arguments": arguments},
    )
    return job


def cancel(*, job: Job) -> None:
    """Ask a job to stop at its next step; end it at once if no worker has it.

    Of work that is stored piece by piece, what was done stays.
    """
    if job.kind in NOT_CANCELLED:
        raise ValueError("This work cannot be cancelled.")
    Job.objects.unfinished().filter(pk=job.pk).update(cancel_asked=True)
    with session_lock(LockClass.JOB, job.pk) as alone:
        if alone:
            Job.objects.unfinished().filter(pk=job.pk).update(finished_at=Now())


def run(*, job_id: int) -> None:
    """Do a job, in one worker at a time; store what went wrong with it, in words.

    If the database goes away the job stays unfinished and is resumed later. A job that was
    cancelled too late to stop is done.
    """
    with session_lock(LockClass.JOB, job_id) as alone:
        unfinished = Job.objects.unfinished().select_related("study").filter(pk=job_id)
        job = unfinished.first() if alone else None
        if job is None:
            return
        try:
            with _Progress(job.pk) as progress:
                error = _work(job, progress)
        except CancelledError:
            Job.objects.filter(pk=job_id).update(finished_at=Now())
            return
        done = F("done") if error else F("total")
        Job.objects.filter(pk=job_id).update(
            error=error, done=done, cancel_asked=False, finished_at=Now()
        )


class _Progress:
    """Stores how far a job is, and stops it when that was asked.

    It has a connection of its own, so that work in one transaction shows how far it is, too.
    """

    def __init__(self, job_id: int) -> None:
        self._job_id = job_id
        self._connection = connections.create_connection("default")
        self._written = 0.0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self._connection.close()

    def __call__(self, done: int, total: int) -> None:
        """Store the progress; raise CancelledError, which the work must let pass."""
        now = time.monotonic()
        if now - self._written < WRITE_SECONDS and done < total:
            return
        self._written = now
        with self._connection.cursor() as cursor:
            cursor.execute(
                "UPDATE studies_job SET done = %s, total = %s WHERE id = %s RETURNING cancel_asked",
                [done, total, self._job_id],
            )
            if (row := cursor.fetchone()) and row[0]:
                raise CancelledError


def _work(job: Job, progress: _Progress) -> str:
    """Do the work; return what went wrong, in words for the researcher, or nothing."""
    try:
        WORK[job.kind](job, progress)
    except (ValueError, opening.CannotOpenError, WrongStateError) as error:
        return str(error)
    except uploads.AlreadyStoredError:
        return "The upload is not there any more. Upload the file again."
    except (OperationalError, CancelledError):
        raise
    except Exception:  # the researcher who waits must be told of anything
        logger.exception("job %s (%s) failed", job.pk, job.kind)
        return "Something went wrong on our side. Try again; nothing was lost."
    return ""


def _open(job: Job, progress: _Progress) -> None:
    opening.finish_opening(study=job.study, user=job.owner, progress=progress)


def _check_upload(job: Job, progress: _Progress) -> None:
    check_upload(upload=_upload(job), progress=progress)


def _save_upload(job: Job, progress: _Progress) -> None:
    uploads.save_upload(upload=_upload(job), mode=job.arguments["mode"], progress=progress)


def _report_surface_cues(job: Job, progress: _Progress) -> None:
    surface_cues.make_report(job=job, progress=progress)


def _send_invitations(job: Job, progress: _Progress) -> None:
    invitations.send(study=job.study, sender=job.owner, progress=progress)


def _upload(job: Job) -> Upload:
    waiting = Upload.objects.filter(pk=job.arguments["upload"], study=job.study)
    upload: Upload | None = waiting.defer("content").first()
    if upload is None:
        raise uploads.AlreadyStoredError
    return upload


WORK: dict[str, Callable[[Job, _Progress], None]] = {
    Job.Kind.OPEN: _open,
    Job.Kind.CHECK_UPLOAD: _check_upload,
    Job.Kind.SAVE_UPLOAD: _save_upload,
    Job.Kind.SEND_INVITATIONS: _send_invitations,
    Job.Kind.SURFACE_CUES: _report_surface_cues,
}
