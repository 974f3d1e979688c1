"""Recruitment links on pages: their state, their counts, their addresses."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, QuerySet
from django.urls import reverse
from django.utils import timezone

from studies.models import Judge, RecruitmentLink, Study, Waiting
from studies.models.judging.people import COUNTED_EVALUATIONS, people_by_link
from studies.models.judging.triad import Mode
from studies.models.recruitment import REHEARSAL
from studies.values.people import People

IN_USE = "in use"
SHOWN_LINKS = 20
NO_PLACE_AT_ONCE = {
    Waiting.Reason.TRIADS: "found no place at once: all texts were being read",
    Waiting.Reason.QUOTA: "found no place at once: the quota was full",
    Waiting.Reason.ADDRESS: "found no place at once: too many starts from one address",
}


@dataclass(frozen=True, slots=True)
class LinkRow:
    """A row of the list of links on a study's page."""

    page: str
    panel: str
    mode: str
    opened: int
    people: People | None
    quota: int | None
    state: str


def count_people(links: Iterable[Any]) -> None:
    """Give each link its `people`; in large studies None, since counting would take seconds."""
    few = [link for link in links if link.study.evaluations <= COUNTED_EVALUATIONS]
    counted = people_by_link(few) if few else {}
    for link in links:
        link.people = counted.get(link.pk)


def who_stopped(link: Any) -> list[tuple[str, int]]:
    """Return how many of a link's people stopped or found no place at once, and why."""
    reasons = link.waiting.order_by().values_list("reason").annotate(people=Count("pk"))
    waited = dict(reasons.values_list("reason", "people"))
    people = link.people or People()
    rows = [
        ("left before their last evaluation", people.left),
        ("found the study full before their last evaluation", people.study_full),
        ("found no place for their next texts", people.no_place),
        ("took their answers back", people.withdrawn),
        *((words, waited.get(reason, 0)) for reason, words in NO_PLACE_AT_ONCE.items()),
    ]
    return [(words, number) for words, number in rows if number]


def personal_state(link: Any) -> str:
    """Say of a personal link what its judge was told that researchers see, and no more."""
    people = link.people
    if people is None:
        return "In so large a study only the list of invitations says who has begun."
    if not people.began:
        return "Not begun yet."
    return "Begun and finished." if people.completed else "Begun, not finished."


def open_links(study: Study) -> list[Any]:
    """Return the study's newest open links, with counts."""
    links = list(study.links.filter(personal=False).order_by("-pk")[:SHOWN_LINKS])
    for link in links:
        link.study = study
    count_people(links)
    return links


def live_link(study: Study) -> RecruitmentLink | None:
    """Return the newest open link by which a judge can begin a live visit now.

    Not the one of rehearsals, which is for virtual judges.
    """
    if study.status != Study.Status.OPEN or study.is_complete:
        return None
    links: QuerySet[RecruitmentLink] = RecruitmentLink.objects.usable().filter(study=study)
    to_send = links.filter(personal=False, mode=Mode.LIVE).exclude(panel=REHEARSAL)
    return to_send.order_by("-pk").first()


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
        people=link.people,
        quota=link.quota,
        state=state_of(link),
    )


def link_page(link: RecruitmentLink) -> str:
    """Return the address of a link's page."""
    return reverse("studies:link", args=[link.study.code, link.pk])


def new_link_page(study: Study) -> str:
    """Return the address of the form for a new link of the study."""
    return reverse("studies:new_link", args=[study.code])
