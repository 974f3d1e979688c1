"""Storing what was typed and checked: a new study, a changed draft, a recruitment link."""

from collections.abc import Sequence

from django.db import transaction

from studies.models import RecruitmentLink, Study, User
from studies.services.record import log
from studies.services.studies import WrongStateError


def make_study(*, study: Study, user: User) -> Study:
    """Store a new draft of this person."""
    with transaction.atomic():
        study.owner = user
        study.save()
        log(study, "made", who=user)
    return study


def change_draft(*, study: Study, user: User, fields: Sequence[str]) -> Study:
    """Store these fields of a draft, which nobody opens meanwhile."""
    with transaction.atomic():
        if not Study.objects.select_for_update().get(pk=study.pk).is_draft:
            raise WrongStateError("The study is not a draft any more: its plan is fixed.")
        study.save(update_fields=[*fields, "accepted_warnings"])
        log(study, "study changed", who=user, row=study.pk, fields=list(fields))
    return study


def make_link(*, link: RecruitmentLink, user: User) -> RecruitmentLink:
    """Store a new recruitment link."""
    with transaction.atomic():
        link.save()
        log(link.study, "recruitmentlink added", who=user, row=link.pk, fields=[])
    return link
