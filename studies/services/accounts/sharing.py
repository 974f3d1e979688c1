"""Sharing a study: with accounts, and by links to its results for people without one."""

from django.conf import settings
from django.db import transaction
from django.db.models.functions import Now
from django.urls import reverse

from studies.models import Collaborator, Event, ShareLink, Study, User
from studies.models.visibility import Role
from studies.services.events import log
from studies.values.visible_text import visible


class CannotShareError(ValueError):
    """A study cannot be shared like that; the message is for the owner."""


class NoAccountError(CannotShareError):
    """There is no account with this address."""


def share(*, study: Study, user: User, email: str, role: str) -> Collaborator:
    """Give an account a role in a study, or another role than it had.

    It is found by its exact address alone: no page lists accounts.
    """
    if role not in Role.values:
        raise ValueError(f"role must be one of {', '.join(Role.values)}")
    person = User.objects.filter(email__iexact=visible(email)).first()
    if person is None:
        raise NoAccountError(
            "There is no account with this address, and you may not invite it. "
            "An administrator of this site can, from this page."
        )
    if not (person.is_active and person.is_staff):
        raise CannotShareError("The account with this address is blocked.")
    if person.pk == study.owner_id:
        raise CannotShareError("This is the owner of the study.")
    with transaction.atomic():
        collaborator, _made = Collaborator.objects.update_or_create(
            study=study, user=person, defaults={"role": role}
        )
        log(study, Event.What.SHARED, who=user, person=person.pk, role=role)
    return collaborator


def unshare(*, study: Study, user: User, collaborator_id: int) -> None:
    """End an account's role in a study."""
    with transaction.atomic():
        found = Collaborator.objects.filter(study=study, pk=collaborator_id).first()
        if found is not None:
            found.delete()
            log(study, Event.What.UNSHARED, who=user, person=found.user_id)


def make_share_link(*, study: Study, user: User, note: str) -> ShareLink:
    """Make a link that shows the study's results without an account, until it is withdrawn."""
    with transaction.atomic():
        link = ShareLink.objects.create(study=study, made_by=user, note=note)
        log(study, Event.What.SHARE_LINK_MADE, who=user, share_link=link.pk)
        return link


def address_of(link: ShareLink) -> str:
    """Return the whole address to send, from the one setting."""
    return f"{settings.BASE_URL}{reverse('analysis:shared', args=[link.token])}"


def withdraw_share_link(*, link: ShareLink, user: User) -> None:
    """Make the link show nothing any more."""
    with transaction.atomic():
        if ShareLink.objects.filter(pk=link.pk, revoked_at=None).update(revoked_at=Now()):
            log(link.study, Event.What.SHARE_LINK_WITHDRAWN, who=user, share_link=link.pk)
