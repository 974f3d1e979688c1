"""Tell me: e-mails to a study's owner about what they wait for, each thing once.

What was told is recorded in the transaction that sent the mail: where the mail fails nothing is
recorded, and it is tried again the next time.
"""

import logging
from dataclasses import dataclass
from datetime import timedelta
from smtplib import SMTPException

from django.conf import settings
from django.core.mail import EmailMessage
from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery, TextField
from django.db.models.functions import Cast, Greatest, JSONObject, Now
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import override

from studies.models import Answer, Event, RecruitmentLink, Study
from studies.services.advisory_locks import LockClass, try_lock_until_commit
from studies.services.events import log
from studies.services.judging import limits

SILENT_FOR = timedelta(days=7)
VERDICTS = (Event.What.VERDICT_GIVEN, Event.What.VERDICT_REACHED)
NEWS = (Event.What.NUMBER_REACHED, *VERDICTS)
# From each of these on, a week is waited for the next answer.
RESTARTS = (Event.What.OPENED, Event.What.RESUMED, Event.What.AMENDED)

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Notice:
    """What there is to tell about a study."""

    events: tuple[Event, ...]
    links: tuple[RecruitmentLink, ...]
    silent: bool
    retention_over: bool = False

    def __bool__(self) -> bool:
        return bool(self.events or self.links or self.silent or self.retention_over)


def studies_to_look_at() -> QuerySet[Study]:
    """Studies about which something may have to be told: news, links run out, silence."""
    return Study.objects.filter(owner__is_active=True).filter(
        Q(pk__in=_untold().values("study"))
        | Q(pk__in=_links_to_watch().values("study"))
        | Q(pk__in=_silent().values("pk"))
        | Q(pk__in=_kept_too_long().values("pk"))
    )


def tell(*, study_id: int) -> bool:
    """Send the owner one e-mail with all that is due about a study; True where one was sent.

    Of several workers one does it. No row is locked meanwhile: a slow mail server must not keep
    judges waiting.
    """
    with transaction.atomic():
        study = studies_to_look_at().select_related("owner").filter(pk=study_id).first()
        if study is None or not try_lock_until_commit(LockClass.OWNER_MAIL, study.pk):
            return False
        notice = notice_of(study)
        if not notice or not _send(study, notice):
            return False
        _remember(study, notice)
        return True


def notice_of(study: Study) -> Notice:
    """What is due about a study now."""
    links = tuple(link for link in _links_to_watch().filter(study=study) if _has_run_out(link))
    return Notice(
        events=tuple(_untold().filter(study=study)),
        links=links,
        silent=_silent().filter(pk=study.pk).exists(),
        retention_over=_kept_too_long().filter(pk=study.pk).exists(),
    )


def _untold() -> QuerySet[Event]:
    told = Event.objects.filter(
        study=OuterRef("study"),
        what=Event.What.OWNER_TOLD,
        details__contains=JSONObject(event=OuterRef("pk")),
    )
    return Event.objects.filter(~Exists(told), what__in=NEWS)


def _links_to_watch() -> QuerySet[RecruitmentLink]:
    """Links of studies that still want judges, which may have run out without being told."""
    return RecruitmentLink.objects.filter(
        Q(expires_at__lte=Now()) | Q(quota__isnull=False, personal=False),
        study__status__in=Study.COUNTING_STATUSES,
        study__completed_at__isnull=True,
        revoked_at__isnull=True,
        expiry_told_at__isnull=True,
    )


def _has_run_out(link: RecruitmentLink) -> bool:
    if not RecruitmentLink.objects.usable().filter(pk=link.pk).exists():
        return True
    return link.quota is not None and limits.taking_part(link) >= link.quota


def _silent() -> QuerySet[Study]:
    """Open studies without an answer for a week, whose owner was not told since the last one."""
    answers = Answer.objects.filter(trial__study=OuterRef("pk")).order_by("-pk")
    restarts = Event.objects.filter(study=OuterRef("pk"), what__in=RESTARTS).order_by("-pk")
    told = Event.objects.filter(
        study=OuterRef("pk"), what=Event.What.OWNER_TOLD_OF_SILENCE, at__gt=OuterRef("since")
    )
    return (
        Study.objects.accepting()
        .filter(completed_at__isnull=True)
        .annotate(
            # In PostgreSQL GREATEST passes over what is null.
            since=Greatest(
                "opened_at",
                Subquery(answers.values("answered_at")[:1]),
                Subquery(restarts.values("at")[:1]),
            )
        )
        .filter(~Exists(told), since__lte=Now() - SILENT_FOR)
    )


def _kept_too_long() -> QuerySet[Study]:
    """Studies whose data were to be kept until a day that has come, and nobody was told of it.

    A later day that comes in its turn is told of again.
    """
    day = JSONObject(until=Cast(OuterRef("retention_until"), TextField()))
    told = Event.objects.filter(
        study=OuterRef("pk"), what=Event.What.OWNER_TOLD_OF_RETENTION, details__contains=day
    )
    return Study.objects.exclude(status=Study.Status.DRAFT).filter(
        ~Exists(told), retention_until__lte=timezone.localdate()
    )


def _send(study: Study, notice: Notice) -> bool:
    """True where the mail server took it."""
    title = " ".join(study.title.split())
    with override(settings.LANGUAGE_CODE):
        page = reverse("admin:studies_study_change", args=[study.pk])
        body = render_to_string(
            "mail/notice.txt",
            {
                "title": title,
                "sentences": sentences(study, notice),
                "address": f"{settings.BASE_URL}{page}",
            },
        )
    mail = EmailMessage(f"triadsurvey: {title}", body, to=[study.owner.email])
    try:
        mail.send()
    except (OSError, SMTPException, ValueError):
        logger.warning("the owner of study %s could not be told; tried again later", study.pk)
        return False
    return True


def sentences(study: Study, notice: Notice) -> list[str]:
    """What happened, in words. No numbers of a result: mail is no place for what may be blind."""
    found = [event.what for event in notice.events]
    told = []
    if Event.What.NUMBER_REACHED in found:
        told.append(f"All {study.evaluations} planned evaluations are in.")
    if any(what in VERDICTS for what in found):
        told.append("The verdict has been given.")
    told += _about_links(notice.links)
    if notice.silent:
        told.append("The study is open, but no answer has come in for a week.")
    if notice.retention_over:
        words = (
            "You wanted to keep its data until %(day)s. Nothing is deleted by itself: erase the "
            "study, or choose a later day."
        )
        told.append(words % {"day": study.retention_until})
    return told


def _about_links(links: tuple[RecruitmentLink, ...]) -> list[str]:
    told = [
        "The recruitment link “{panel}” has run out.".format(panel=" ".join(link.panel.split()))
        for link in links
        if not link.personal
    ]
    if personal := sum(link.personal for link in links):
        told.append(
            (
                "%(number)d personal link has run out."
                if personal == 1
                else "%(number)d personal links have run out."
            )
            % {"number": personal}
        )
    return told


def _remember(study: Study, notice: Notice) -> None:
    for event in notice.events:
        log(study, Event.What.OWNER_TOLD, event=event.pk)
    told_links = [link.pk for link in notice.links]
    RecruitmentLink.objects.filter(pk__in=told_links).update(expiry_told_at=Now())
    if notice.silent:
        log(study, Event.What.OWNER_TOLD_OF_SILENCE)
    if notice.retention_over:
        log(study, Event.What.OWNER_TOLD_OF_RETENTION, until=str(study.retention_until))
