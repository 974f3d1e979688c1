"""Read-only links to results, for people without an account."""

from django.conf import settings
from django.db import transaction
from django.db.models.functions import Now
from django.urls import reverse

from studies.models import Event, ShareLink, Study, User
from studies.services.events import log


def address_of(link: ShareLink) -> str:
    """The whole address to send, from the one setting."""
    return f"{settings.BASE_URL}{reverse('analysis:shared', args=[link.token])}"


def make(*, study: Study, user: User, note: str) -> ShareLink:
    """A link that shows the study's results to whoever has it, until it is withdrawn."""
    with transaction.atomic():
        link = ShareLink.objects.create(study=study, made_by=user, note=note)
        log(study, Event.What.SHARE_LINK_MADE, who=user, share_link=link.pk)
        return link


def withdraw(*, link: ShareLink, user: User) -> None:
    """The link shows nothing any more."""
    with transaction.atomic():
        if ShareLink.objects.filter(pk=link.pk, revoked_at=None).update(revoked_at=Now()):
            log(link.study, Event.What.SHARE_LINK_WITHDRAWN, who=user, share_link=link.pk)
