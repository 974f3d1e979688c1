"""Recruitment links on pages: their state and counts, their QR codes, and the end of one."""

from dataclasses import dataclass
from io import BytesIO
from typing import Any

import segno
from django.contrib import messages
from django.db.models import Case, F, OuterRef, QuerySet, When
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.text import slugify

from studies.models import Judge, RecruitmentLink, Study, Trial
from studies.models.sample import Kind
from studies.services.recruiting import links
from studies.workbench.downloads import file_headers
from studies.workbench.frame import page, study_page, user_of

IN_USE = "in use"
SHOWN_LINKS = 20
# In larger studies counting who finished would take seconds; the results tell it of each panel.
COUNTED_EVALUATIONS = 50_000


@dataclass(frozen=True, slots=True)
class LinkRow:
    """A row of the list of links on a study's page."""

    page: str
    panel: str
    mode: str
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


def open_links(study: Study) -> list[Any]:
    """Return the study's newest open links, with counts."""
    rows = with_counts(study.links.filter(personal=False))
    return list(rows.order_by("-pk")[:SHOWN_LINKS])


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
        started=link.started,
        finished=link.finished,
        quota=link.quota,
        state=state_of(link),
    )


def link_page(link: RecruitmentLink) -> str:
    """Return the address of a link's page."""
    return reverse("admin:studies_recruitmentlink_change", args=[link.pk])


def new_link_page(study: Study) -> str:
    """Return the address of the form for a new link of the study."""
    return f"{reverse('admin:studies_recruitmentlink_add')}?study={study.pk}"


def revoke(request: HttpRequest, pk: int) -> HttpResponse:
    """Ask, then end the link."""
    link = _link_for(request, pk)
    if request.method == "POST":
        links.revoke(link=link, user=user_of(request))
        messages.success(request, "The link is revoked.")
        return HttpResponseRedirect(study_page(link.study))
    template = "workbench/revoke_link.html"
    return page(request, template, link.study, "Revoke link", link=link)


def qr(request: HttpRequest, pk: int) -> HttpResponse:
    """Draw the link's QR code: black on white in any theme, to print at any size."""
    link = _link_for(request, pk)
    out = BytesIO()
    code = segno.make(links.address_of(link), error="m", micro=False)
    code.save(out, kind="svg", scale=8, border=4, light="#fff", title=link.panel)
    name = "-".join(filter(None, (slugify(link.study.title)[:60], slugify(link.panel)[:40], "qr")))
    disposition = "attachment" if "download" in request.GET else "inline"
    return HttpResponse(
        out.getvalue(),
        content_type="image/svg+xml",
        headers=file_headers(f"{name}.svg", disposition=disposition),
    )


def _link_for(request: HttpRequest, pk: int) -> RecruitmentLink:
    visible = RecruitmentLink.objects.visible_to(request.user, "recruit").with_study()
    found: RecruitmentLink = get_object_or_404(visible, pk=pk)
    return found
