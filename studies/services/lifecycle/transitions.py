"""The states of a study: paused, resumed, closed, complete, unsealed, archived.

Opening, amendments and erasure have modules of their own.
"""

from django.db import transaction
from django.db.models.functions import Now

from studies.kinds import kind_of
from studies.models import Event, Study, Trial, User
from studies.models.judging.triad import Mode
from studies.services.events import log
from studies.services.lifecycle.availability import ActionName, lock_for
from studies.signals import announce

Status = Study.Status


def pause(*, study: Study, user: User) -> None:
    """Give no more triads; answers to held ones still count."""
    _change_status("pause", study, user, what=Event.What.PAUSED, to=Status.PAUSED)


def resume(*, study: Study, user: User) -> None:
    """Give triads again."""
    _change_status("resume", study, user, what=Event.What.RESUMED, to=Status.OPEN)


def _change_status(
    action: ActionName, study: Study, user: User, *, what: Event.What, to: str
) -> None:
    with transaction.atomic():
        study = lock_for(action, study)
        Study.objects.filter(pk=study.pk).update(status=to)
        log(study, what, who=user)


def close(*, study: Study, user: User | None, why: str = "") -> None:
    """End the study: later answers are surplus. Judges who are reading keep their page."""
    with transaction.atomic():
        study = lock_for("close", study)
        Study.objects.filter(pk=study.pk).update(status=Status.CLOSED, closed_at=Now())
        log(study, Event.What.CLOSED, who=user, why=why)
        announce(study.pk)


def held_trials(study: Study) -> int:
    """Count the live trials held now: closing would turn their answers into surplus."""
    return Trial.objects.held_now().filter(study=study, mode=Mode.LIVE).count()


def mark_complete(*, study_id: int) -> bool:
    """Record that all planned triads are answered, and unseal; True the first time."""
    with transaction.atomic():
        study = Study.objects.select_for_update().get(pk=study_id)
        if study.completed_at or not study.opened_at or not _all_answered(study):
            return False
        Study.objects.filter(pk=study_id).update(completed_at=Now())
        if study.blind and study.unsealed_at is None:
            Study.objects.filter(pk=study_id).update(unsealed_at=Now())
        log(study, Event.What.NUMBER_REACHED)
        return True


def _all_answered(study: Study) -> bool:
    return not kind_of(study).places().planned().unanswered().filter(study=study).exists()


def end_recruitment(*, study_id: int) -> bool:
    """Record that a sequential plan has its verdict and needs no more judges; True the first time.

    The results are unsealed.
    """
    with transaction.atomic():
        study = Study.objects.select_for_update().get(pk=study_id)
        if study.completed_at is not None:
            return False
        Study.objects.filter(pk=study_id).update(completed_at=Now())
        if study.unsealed_at is None:
            Study.objects.filter(pk=study_id).update(unsealed_at=Now())
        log(study, Event.What.VERDICT_REACHED)
        return True


def unseal(*, study: Study, user: User, why: str) -> None:
    """Show the results of a blind study before it is complete. Logged, and never undone."""
    with transaction.atomic():
        study = lock_for("unseal", study)
        Study.objects.filter(pk=study.pk).update(unsealed_at=Now())
        log(study, Event.What.UNSEALED, who=user, why=why)


def archive(*, study: Study, user: User) -> None:
    """Take a draft or closed study out of the lists; nothing is lost."""
    with transaction.atomic():
        study = lock_for("archive", study)
        Study.objects.filter(pk=study.pk).update(archived_at=Now())
        log(study, Event.What.ARCHIVED, who=user)


def unarchive(*, study: Study, user: User) -> None:
    """Bring an archived study back into the lists."""
    with transaction.atomic():
        study = lock_for("unarchive", study)
        Study.objects.filter(pk=study.pk).update(archived_at=None)
        log(study, Event.What.UNARCHIVED, who=user)
