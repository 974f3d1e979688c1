"""E-mails to a study's owner: what happened, and what is missing, each told once.

What was told is logged in the transaction that sends the mail: if the mail fails nothing is logged,
and it is tried again the next time.
"""

import logging
from dataclasses import dataclass
from datetime import timedelta

from django.conf import settings
from django.core.mail import EmailMessage
from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery, TextField
from django.db.models.functions import Cast, Greatest, JSONArray, JSONObject, Now
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import override

from studies.kinds import kind_of
from studies.models import Answer, Event, RecruitmentLink, Study
from studies.services import database_clock
from studies.services.advisory_locks import LockClass, try_lock_until_commit
from studies.services.events import log
from studies.services.judging import limits
from studies.services.mail_errors import NOT_SENT

SILENT_FOR = timedelta(days=7)
VERDICTS = (Event.What.VERDICT_GIVEN, Event.What.VERDICT_REACHED)
NEWS = (Event.What.NUMBER_REACHED, *VERDICTS)
# After each of these the owner is not told of silence for a week.
RESTARTS = (Event.What.OPENED, Event.What.RESUMED, Event.What.AMENDED)

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Notice:
    """What is to be told about a study."""

    events: tuple[Event, ...]
    links: tuple[RecruitmentLink, ...]
    silent: bool
    retention_over: bool = False

    def __bool__(self) -> bool:
        return bool(self.events or self.links or self.silent or self.retention_over)


def studies_to_look_at() -> QuerySet[Study]:
    """Return studies of which something may be to tell: news, links, silence, retention."""
    return Study.objects.filter(owner__is_active=True).filter(
        Q(pk__in=_untold_news().values("study"))
        | Q(pk__in=_links_to_watch().values("study"))
        | Q(pk__in=_silent().values("pk"))
        | Q(pk__in=_kept_too_long().values("pk"))
    )


def tell(*, study_id: int) -> bool:
    """Send the owner one e-mail with all that is due about a study; return whether one was sent.

    One worker at a time does it, by an advisory lock: a slow mail server must not keep judges
    waiting for a row.
    """
    with transaction.atomic():
        study = studies_to_look_at().select_related("owner").filter(pk=study_id).first()
        if study is None or not try_lock_until_commit(LockClass.OWNER_MAIL, study.pk):
            return False
        notice = notice_of(study)
        if not notice or not _send(study, notice):
            return False
        _log_told(study, notice)
        return True


def notice_of(study: Study) -> Notice:
    """Return what is due about a study now."""
    links = tuple(link for link in _links_to_watch().filter(study=study) if _has_run_out(link))
    return Notice(
        events=tuple(_untold_news().filter(study=study)),
        links=links,
        silent=_silent().filter(pk=study.pk).exists(),
        retention_over=_kept_too_long().filter(pk=study.pk).exists(),
    )


def _untold_news() -> QuerySet[Event]:
    # One mail tells of several events; earlier versions logged each.
    of_one = Q(details__contains=JSONObject(event=OuterRef("pk")))
    of_several = Q(details__contains=JSONObject(events=JSONArray(OuterRef("pk"))))
    told = Event.objects.filter(
        of_one | of_several, study=OuterRef("study"), what=Event.What.OWNER_TOLD
    )
    return Event.objects.filter(~Exists(told), what__in=NEWS)


def _links_to_watch() -> QuerySet[RecruitmentLink]:
    """Return links that may have run out, untold, of studies that still want judges."""
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
    return limits.is_full(link)


def _silent() -> QuerySet[Study]:
    """Return open studies without an answer for a week of which the owner was not told."""
    answers = Answer.objects.filter(trial__study=OuterRef("pk")).order_by("-pk")
    restarts = Event.objects.filter(study=OuterRef("pk"), what__in=RESTARTS).order_by("-pk")
    told = Event.objects.filter(
        study=OuterRef("pk"), what=Event.What.OWNER_TOLD_OF_SILENCE, at__gt=OuterRef("since")
    )
    return (
        Study.objects.accepting()
        .filter(completed_at__isnull=True)
        .annotate(
            # PostgreSQL's GREATEST ignores NULL.
            since=Greatest(
                "opened_at",
                Subquery(answers.values("answered_at")[:1]),
                Subquery(restarts.values("at")[:1]),
            )
        )
        .filter(~Exists(told), since__lte=Now() - SILENT_FOR)
    )


def _kept_too_long() -> QuerySet[Study]:
    """Return studies past their retention date, where the owner was not told of that date."""
    day = JSONObject(until=Cast(OuterRef("retention_until"), TextField()))
    told = Event.objects.filter(
        study=OuterRef("pk"), what=Event.What.OWNER_TOLD_OF_RETENTION, details__contains=day
    )
    return Study.objects.exclude(status=Study.Status.DRAFT).filter(
        # Those that erase themselves have mails of their own (`retention`).
        ~Exists(told),
        retention_until__lte=database_clock.today(),
        erases_itself=False,
    )


def _send(study: Study, notice: Notice) -> bool:
    """Send the e-mail; return whether the mail server took it."""
    title = " ".join(study.title.split())
    with override(settings.LANGUAGE_CODE):
        page = reverse("analysis:overview", args=[study.code])
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
    except NOT_SENT:
        logger.warning("the owner of study %s could not be told; tried again later", study.pk)
        return False
    return True


def sentences(study: Study, notice: Notice) -> list[str]:
    """Say what happened, without numbers of a result: the study may be blind."""
    found = [event.what for event in notice.events]
    told = []
    if Event.What.NUMBER_REACHED in found:
        things = kind_of(study).counted_things
        told.append(f"All {study.evaluations} planned {things} are in.")
    if any(what in VERDICTS for what in found):
        told.append("The verdict has been given.")
    told += _about_links(notice.links)
    if notice.silent:
        told.append("The study is open, but no answer has come in for a week.")
    if notice.retention_over:
        told.append(
            f"You planned to keep its data until {study.retention_until}. Nothing is deleted by "
            "itself: erase the study, or choose a later day."
        )
    return told


def _about_links(links: tuple[RecruitmentLink, ...]) -> list[str]:
    panels = [" ".join(link.panel.split()) for link in links if not link.personal]
    told = [
        f"The recruitment link “{panel}” takes no more judges: it has expired or is full."
        for panel in panels
    ]
    if personal := sum(link.personal for link in links):
        number = "1 personal link has" if personal == 1 else f"{personal} personal links have"
        told.append(f"{number} expired.")
    return told


def _log_told(study: Study, notice: Notice) -> None:
    if notice.events:
        keys, codes = zip(*((event.pk, event.what) for event in notice.events), strict=True)
        log(study, Event.What.OWNER_TOLD, events=keys, told=codes)
    told_links = [link.pk for link in notice.links]
    RecruitmentLink.objects.filter(pk__in=told_links).update(expiry_told_at=Now())
    if notice.silent:
        log(study, Event.What.OWNER_TOLD_OF_SILENCE)
    if notice.retention_over:
        log(study, Event.What.OWNER_TOLD_OF_RETENTION, until=str(study.retention_until))
