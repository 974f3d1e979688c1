"""Recruitment links on pages: their state, their counts, their addresses."""

from dataclasses import dataclass
from typing import Any

from django.db.models import Case, Count, F, OuterRef, QuerySet, When
from django.urls import reverse
from django.utils import timezone

from studies.models import Judge, RecruitmentLink, Study, Trial, Waiting
from studies.models.judging.triad import Mode
from studies.models.sample import Kind

IN_USE = "in use"
SHOWN_LINKS = 20
FEWEST_SHOWN = 5
SENT_AWAY = {
    Waiting.Reason.TRIADS: "waited or went: all texts were being read",
    Waiting.Reason.QUOTA: "waited or were sent away: the quota was full",
    Waiting.Reason.ADDRESS: "waited or went: too many starts from one address",
}
# In larger studies counting who finished would take seconds; the results tell it of each panel.
COUNTED_EVALUATIONS = 50_000


@dataclass(frozen=True, slots=True)
class LinkRow:
    """A row of the list of links on a study's page."""

    page: str
    panel: str
    mode: str
    opened: int
    started: int
    finished: int | None
    quota: int | None
    state: str


def with_counts(rows: QuerySet[Any]) -> QuerySet[Any]:
    """Annotate links with `started` and `finished`, counted in the same query."""
    judges = Judge.objects.filter(link=OuterRef("pk"))
    used = Trial.objects.filter(judge=OuterRef("pk"), kind=Kind.MAIN, state__in=Trial.USED_STATES)
    finished = judges.annotate(used=used.number_by("judge")).filter(
        used__gte=F("study__evaluations_per_judge")
    )
    counted: QuerySet[Any] = rows.annotate(
        started=judges.number_by("link"),
        finished=Case(
            When(study__evaluations__lte=COUNTED_EVALUATIONS, then=finished.number_by("link"))
        ),
    )
    return counted


def who_stopped(link: Any) -> list[tuple[str, str]]:
    """Return how many of a link's people left, withdrew, waited or were sent away, and why."""
    reasons = link.waiting.order_by().values_list("reason").annotate(people=Count("pk"))
    people = dict(reasons.values_list("reason", "people"))
    rows = [
        # In studies of many evaluations it would take seconds, as `finished`.
        (
            "have not answered their last evaluation",
            who_left(link).count() if link.finished is not None else 0,
        ),
        ("took their answers back", link.judges.filter(withdrawn_at__isnull=False).count()),
        *((words, people.get(reason, 0)) for reason, words in SENT_AWAY.items()),
    ]
    return [(words, _number_of_people(number)) for words, number in rows if number]


def who_left(link: RecruitmentLink) -> QuerySet[Judge]:
    """Return those who began and neither finished, nor withdrew, nor read now, as results do."""
    used = Trial.objects.used().filter(judge=OuterRef("pk")).number_by("judge")
    reading = Trial.objects.held_now().filter(judge__link=link).values("judge")
    here = Judge.objects.filter(link=link, withdrawn_at=None).exclude(pk__in=reading).order_by()
    left: QuerySet[Judge] = here.alias(used=used).filter(used__lt=link.study.evaluations_per_judge)
    return left


def _number_of_people(number: int) -> str:
    """Return the number, but not of so few that it could tell who they are."""
    return str(number) if number >= FEWEST_SHOWN else f"fewer than {FEWEST_SHOWN}"


def open_links(study: Study) -> list[Any]:
    """Return the study's newest open links, with counts."""
    rows = with_counts(study.links.filter(personal=False))
    return list(rows.order_by("-pk")[:SHOWN_LINKS])


def live_link(study: Study) -> RecruitmentLink | None:
    """Return the newest open link by which a judge can begin a live visit now."""
    if study.status != Study.Status.OPEN or study.is_complete:
        return None
    links: QuerySet[RecruitmentLink] = RecruitmentLink.objects.usable().filter(study=study)
    return links.filter(personal=False, mode=Mode.LIVE).order_by("-pk").first()


def personal_counts(study: Study) -> dict[str, int]:
    """Count the personal links, and those by which a judge began."""
    return {
        "made": study.links.filter(personal=True).count(),
        "began": Judge.objects.filter(study=study, personal=True).count(),
    }


def is_usable(link: RecruitmentLink) -> bool:
    """Return whether a judge can still begin by the link."""
    in_time = link.expires_at is None or link.expires_at > timezone.now()
    return link.revoked_at is None and in_time


def state_of(link: RecruitmentLink) -> str:
    """Say whether a judge can begin by the link now, or why not."""
    if link.revoked_at:
        return "revoked"
    if not is_usable(link):
        return "expired"
    study = link.study
    is_open = study.status == Study.Status.OPEN and not study.is_complete
    return IN_USE if is_open else f"not in use: the study is {study.state}"


def row_of(link: Any) -> LinkRow:
    """Return the row of a link with counts."""
    return LinkRow(
        page=link_page(link),
        panel=link.panel,
        mode=link.get_mode_display(),
        opened=link.opened,
        started=link.started,
        finished=link.finished,
        quota=link.quota,
        state=state_of(link),
    )


def link_page(link: RecruitmentLink) -> str:
    """Return the address of a link's page."""
    return reverse("studies:link", args=[link.study.code, link.pk])


def new_link_page(study: Study) -> str:
    """Return the address of the form for a new link of the study."""
    return reverse("studies:new_link", args=[study.code])
