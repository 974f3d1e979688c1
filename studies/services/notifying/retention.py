"""Erase studies on the day that their owners chose, after two e-mails to them.

The first e-mail goes out 14 days before, the second 3 days before. What comes late moves the rest:
from the first e-mail to the erasure are always at least 14 days, from the second at least 3. An
e-mail that could not be sent was not sent, so nothing is erased. Each stands in the study's history
with the day that it was about: another day begins anew.
"""

import logging
from datetime import date, timedelta

from django.conf import settings
from django.core.mail import EmailMessage
from django.db import transaction
from django.db.models import QuerySet
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import override

from studies.models import Event, Study
from studies.services.advisory_locks import LockClass, try_lock_until_commit
from studies.services.events import log
from studies.services.lifecycle import erasure
from studies.services.mail_errors import NOT_SENT

FIRST, SECOND = timedelta(days=14), timedelta(days=3)

logger = logging.getLogger(__name__)


def to_look_at(today: date) -> QuerySet[Study]:
    """Return the studies that erase themselves soon, or now. Owners who are blocked get no mail."""
    return Study.objects.filter(
        erases_itself=True, retention_until__lte=today + FIRST, owner__is_active=True
    ).exclude(status__in=[Study.Status.DRAFT, Study.Status.OPENING])


def day_of_erasure(until: date, told: list[date], today: date) -> date:
    """Return the earliest day, by the days on which the owner was told; `today` stands for more."""
    first = told[0] if told else today
    second = told[1] if len(told) > 1 else today
    return max(until, first + FIRST, second + SECOND)


def proceed(*, study_id: int, today: date) -> None:
    """Do what is due: tell the owner, or erase. One worker at a time."""
    with transaction.atomic():
        if not try_lock_until_commit(LockClass.OWNER_MAIL, study_id):
            return
        study = to_look_at(today).select_related("owner").filter(pk=study_id).first()
        if study is None or study.retention_until is None:
            return
        told = days_told(study)
        day = day_of_erasure(study.retention_until, told, today)
        if len(told) >= 2:
            if today >= day:
                _erase(study, today)
        elif today >= day - (SECOND if told else FIRST) and _tell(study, day):
            until = str(study.retention_until)
            what = Event.What.OWNER_TOLD_OF_ERASURE
            log(study, what, until=until, on=str(today), day=str(day))


def days_told(study: Study) -> list[date]:
    """Return the days on which the owner was told of the erasure at this day, in order."""
    until = str(study.retention_until)
    told = Event.objects.filter(study=study, what=Event.What.OWNER_TOLD_OF_ERASURE)
    found = told.filter(details__until=until).values_list("details__on", flat=True)
    return [date.fromisoformat(day) for day in found.order_by("pk")]


def _erase(study: Study, today: date) -> None:
    """Erase it, if its owner has not chosen otherwise until its row was ours."""
    locked = Study.objects.select_for_update().filter(pk=study.pk)
    if locked.filter(erases_itself=True, retention_until=study.retention_until).exists():
        why = f"Its data were to be kept until {study.retention_until}."
        erasure.erase(study=study, user=None, why=why)


def _tell(study: Study, day: date) -> bool:
    """Send the e-mail; return whether the mail server took it."""
    title = " ".join(study.title.split())
    with override(settings.LANGUAGE_CODE):
        keep = reverse("studies:keep", args=[study.code])
        page = reverse("analysis:overview", args=[study.code])
        body = render_to_string(
            "mail/erasure.txt",
            {
                "title": title,
                "until": study.retention_until,
                "day": day,
                "keep": f"{settings.BASE_URL}{keep}",
                "address": f"{settings.BASE_URL}{page}",
            },
        )
    mail = EmailMessage(f"Will be erased on {day}: {title}", body, to=[study.owner.email])
    try:
        mail.send()
    except NOT_SENT:
        logger.warning("the owner of study %s could not be told of its erasure", study.pk)
        return False
    return True
