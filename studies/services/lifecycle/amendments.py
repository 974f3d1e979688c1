"""Amend the plan of an opened study: raise the number of evaluations, or reopen it."""

from django.db import transaction
from django.db.models.functions import Now

from studies.models import Amendment, Answer, Event, Study, User
from studies.models.study import MAX_EVALUATIONS
from studies.services.events import log
from studies.services.lifecycle.availability import WrongStateError, lock_for
from studies.services.lifecycle.places.making import making_of
from studies.signals import announce


class CostsVerdictError(WrongStateError):
    """Raising the number would end the fixed-number verdict, and this was not accepted."""


class NotRaisedError(WrongStateError):
    """The number is as large already: another amendment was quicker."""


def results_were_visible(study: Study) -> bool:
    """Whether results could be seen: then raising the number costs the fixed-number verdict."""
    if study.blind:
        return study.unsealed_at is not None or study.is_complete
    return Answer.objects.counted().filter(trial__study=study).exists()


def amending_costs(study: Study) -> bool:
    """Whether raising the number now would end the fixed-number verdict for good."""
    return study.method == Study.Method.FIXED and results_were_visible(study)


def raise_evaluations(
    *, study: Study, user: User, evaluations: int, why: str, cost_accepted: bool = True
) -> Amendment:
    """Raise the number of evaluations and make the triads for it.

    Before the first counted answer, or while the study is blind, it costs nothing; later it ends
    the fixed-number verdict for good, and raises CostsVerdictError unless that is accepted: the
    first answer may come in while the researcher reads that it costs nothing. A complete study
    takes judges again.
    """
    with transaction.atomic():
        study = lock_for("amend", study)
        if evaluations > MAX_EVALUATIONS:
            raise ValueError(f"evaluations must be at most {MAX_EVALUATIONS}")
        if evaluations <= study.evaluations:
            raise NotRaisedError(
                f"The number is {study.evaluations} by now: write a larger one, or leave it."
            )
        if not cost_accepted and amending_costs(study):
            raise CostsVerdictError(
                "Results could be seen meanwhile: raising the number now ends the fixed-number "
                "verdict."
            )
        amendment = _amend(study, user, Amendment.Kind.EVALUATIONS, evaluations, why)
        Study.objects.filter(pk=study.pk).update(evaluations=evaluations, completed_at=None)
        study.refresh_from_db()
        making_of(study).make(study, None)
        announce(study.pk)
    return amendment


def reopen(*, study: Study, user: User, why: str) -> Amendment:
    """Open a closed study again: an amendment, since results could be seen.

    An end date that has passed is removed: it would close the study again at once.
    """
    with transaction.atomic():
        study = lock_for("reopen", study)
        amendment = _amend(study, user, Amendment.Kind.REOPENED, study.evaluations, why)
        Study.objects.filter(pk=study.pk, ends_at__lte=Now()).update(ends_at=None)
        Study.objects.filter(pk=study.pk).update(status=Study.Status.OPEN, closed_at=None)
        announce(study.pk)
    return amendment


def _amend(study: Study, user: User, kind: str, evaluations: int, why: str) -> Amendment:
    amendment = Amendment.objects.create(
        study=study,
        kind=kind,
        old_evaluations=study.evaluations,
        new_evaluations=evaluations,
        after_looking=results_were_visible(study),
        who=user,
        why=why,
    )
    log(study, Event.What.AMENDED, who=user, why=why, amendment=amendment.pk)
    return amendment
