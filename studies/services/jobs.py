"""Long work: begun by a person, done by a worker, taken up again where a worker was killed."""

import logging
import time
from collections.abc import Callable
from typing import Any, Self

from django.db import OperationalError, connections
from django.db.models import F
from django.db.models.functions import Now

from studies.models import Job, Study, Upload, User
from studies.services.advisory_locks import LockClass, session_lock
from studies.services.judging import reading_trials
from studies.services.lifecycle import opening
from studies.services.lifecycle.availability import WrongStateError
from studies.services.recruiting import invitations
from studies.services.texts import surface_cues
from studies.services.texts import upload as uploads
from studies.services.texts.upload_check import check_upload

# A page looks every second: there is no use in writing more often.
WRITE_SECONDS = 0.4

# Cancelled half-way, opening would leave a plan that is frozen and a study that is not open.
NOT_CANCELLED = (Job.Kind.OPEN,)

logger = logging.getLogger(__name__)


class CancelledError(Exception):
    """Somebody asked the work to stop: raised by `progress` at its next step."""


def begin(*, study: Study, user: User, kind: Job.Kind, total: int = 0, **arguments: Any) -> Job:
    """The study's unfinished job of this kind, else a new one; the caller enqueues it."""
    job, _made = Job.objects.get_or_create(
        study=study,
        kind=kind,
        finished_at=None,
        defaults={"owner": user, "total": total, "arguments": arguments},
    )
    return job


def cancel(*, job: Job) -> None:
    """Ask a job to stop at its next step; one that no worker has is over at once.

    What was done so far stays where the work keeps it piece by piece.
    """
    if job.kind in NOT_CANCELLED:
        raise ValueError("This work cannot be cancelled.")
    Job.objects.unfinished().filter(pk=job.pk).update(cancel_asked=True)
    with session_lock(LockClass.JOB, job.pk) as alone:
        if alone:
            Job.objects.unfinished().filter(pk=job.pk).update(finished_at=Now())


def run(*, job_id: int) -> None:
    """Do a job to its end, in one worker at a time; what went wrong is kept with it, in words.

    Where the database goes away the job stays unfinished, and is taken up again later. A job that
    was cancelled too late for it to stop is simply done.
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
    """Writes how far a job is, over a connection of its own, and stops it where that was asked.

    So even what is done in one transaction, all or nothing, shows how far it is.
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
        """Raises CancelledError, which whoever works must let pass."""
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
    """Do it; what went wrong, in words for the person who waits, or nothing."""
    try:
        WORK[job.kind](job, progress)
    except (ValueError, opening.CannotOpenError, WrongStateError) as error:
        return str(error)
    except uploads.AlreadyStoredError:
        return "The upload is not there any more. Upload the file again."
    except (OperationalError, CancelledError):
        raise
    except Exception:  # whatever it is, the person who waits must be told
        logger.exception("job %s (%s) failed", job.pk, job.kind)
        return "Something went wrong on our side. Try again; nothing was lost."
    return ""


def _open(job: Job, progress: _Progress) -> None:
    opening.finish_opening(study=job.study, progress=progress)


def _check_upload(job: Job, progress: _Progress) -> None:
    check_upload(upload=_upload(job), progress=progress)


def _save_upload(job: Job, progress: _Progress) -> None:
    uploads.save_upload(upload=_upload(job), mode=job.arguments["mode"], progress=progress)


def _report_surface_cues(job: Job, progress: _Progress) -> None:
    surface_cues.make_report(job=job, progress=progress)


def _send_invitations(job: Job, progress: _Progress) -> None:
    invitations.send(study=job.study, sender=job.owner, progress=progress)


def _upload(job: Job) -> Upload:
    upload: Upload | None = Upload.objects.filter(
        pk=job.arguments["upload"], study=job.study
    ).first()
    if upload is None:
        raise uploads.AlreadyStoredError
    return upload


def _reading(job: Job, progress: _Progress) -> None:
    reading_trials.analyse(job=job, progress=progress)


WORK: dict[str, Callable[[Job, _Progress], None]] = {
    Job.Kind.OPEN: _open,
    Job.Kind.CHECK_UPLOAD: _check_upload,
    Job.Kind.SAVE_UPLOAD: _save_upload,
    Job.Kind.SEND_INVITATIONS: _send_invitations,
    Job.Kind.SURFACE_CUES: _report_surface_cues,
    Job.Kind.READING: _reading,
}
