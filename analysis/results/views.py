"""The results page of a study, its live part, its charts and its CSV."""

from typing import Any
from uuid import UUID

from django.contrib.admin.views.decorators import staff_member_required
from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.views.decorators.http import require_safe

from analysis.companions.answers import beside_judges
from analysis.results.by_kind import pages_of
from analysis.results.export import results_export
from analysis.results.frame import results_or_404, stamp_or_404, svg_file
from analysis.results.rating_study.export import rating_results_export
from analysis.results.standalone_charts import chart_files
from analysis.results.study_results import ResultStamp, StudyResults, backlog, read_results
from analysis.verdict_text import statement
from analysis.verdict_text.roles import roles
from studies.exports import Export, csv_chunks
from studies.kinds import kind_of
from studies.models import RecruitmentLink, Study, User
from studies.models.visibility import May
from studies.services.recruiting.links import address_of
from studies.values.people import MEANINGS
from studies.workbench.downloads import csv_name, file_headers, file_name, spreadsheet_of
from studies.workbench.frame import frame_of


@require_safe
@staff_member_required
def results(request: HttpRequest, code: UUID) -> HttpResponse:
    """Show the page; it renews itself by `poll`, or without JavaScript by itself."""
    stamp = stamp_or_404(request, code)
    shown = results_context(stamp, reader=request.user)
    frame = frame_of(request, shown["study"], "Results")
    # Companions name the subjects: for those who may edit, and never while results are sealed.
    edits = stamp.may_read and May.EDIT in frame["study_header"].permissions
    edits = edits and shown["kind"].tells_apart
    beside = beside_judges(shown["study"], shown["counts"]) if edits else None
    context = {**frame, **shown, "etag": stamp.etag, "beside_judges": beside}
    return render(request, "analysis/results/results.html", context)


@require_safe
@staff_member_required
def poll(request: HttpRequest, code: UUID) -> HttpResponse:
    """Show the page's live part."""
    response = live_part(request, stamp_or_404(request, code))
    response["Cache-Control"] = "private, no-cache"
    return response


def live_part(request: HttpRequest, stamp: ResultStamp, *, charts_at: str = "") -> HttpResponse:
    """Return the page's live part where it has changed, else 304 at the cost of the stamp."""
    response: HttpResponse | None = get_conditional_response(request, etag=stamp.etag)
    if response is None:
        context = results_context(stamp, reader=request.user, charts_at=charts_at)
        response = render(request, context["live"], context)
    response["ETag"] = stamp.etag
    return response


@require_safe
@staff_member_required
def export_results(request: HttpRequest, code: UUID) -> HttpResponseBase:
    """Send quantities and values as CSV."""
    results = results_or_404(request, code, with_conduct=True)
    return _csv(request, results, "results", results_export(results))


@require_safe
@staff_member_required
def export_rating_results(request: HttpRequest, code: UUID) -> HttpResponseBase:
    """Send each number of the results of a rating study as CSV; none of another study."""
    results = results_or_404(request, code)
    return _csv(request, results, "rating-results", rating_results_export(results))


def _csv(
    request: HttpRequest, results: StudyResults, name: str, export: Export
) -> HttpResponseBase:
    separator = spreadsheet_of(request)
    return StreamingHttpResponse(
        csv_chunks(export, spreadsheet=separator),
        content_type="text/csv; charset=utf-8",
        headers={
            **file_headers(csv_name(results.study, name, spreadsheet=separator)),
            "X-Row-Count": str(export.count),
        },
    )


@require_safe
@staff_member_required
def chart(request: HttpRequest, code: UUID, name: str) -> HttpResponse:
    """Send one of the page's charts as an SVG file."""
    return chart_file(results_or_404(request, code), name)


def chart_file(results: StudyResults, name: str) -> HttpResponse:
    """Return the chart of this name as a file, else 404."""
    svg = chart_files(results.snapshot).get(f"{name}.svg")
    if svg is None:
        raise Http404
    return svg_file(svg, file_name(results.study, name, "svg"))


def results_context(
    stamp: ResultStamp, *, reader: User | AnonymousUser, charts_at: str = ""
) -> dict[str, Any]:
    """Return what the page shows; its charts are saved from below the address `charts_at`."""
    results = read_results(stamp, reader=reader)
    study, snapshot = results.study, results.snapshot
    kind = kind_of(study)
    return {
        "charts_at": charts_at or reverse("analysis:results", args=[study.code]),
        "results": results,
        "backlog": backlog(results),
        "study": study,
        "kind": kind,
        "counted_things": kind.answered_things,
        "counts": snapshot.counts,
        "people": snapshot.counts.people.in_words,
        "people_meanings": MEANINGS,
        "plan": snapshot.plan,
        "may_read": stamp.may_read,
        "statement": statement(snapshot),
        "roles": roles(snapshot),
        "invitation": _invitation(results) if stamp.may_recruit else None,
        "zone": timezone.get_current_timezone_name(),
        "live": pages_of(study).live,
        **pages_of(study).context(results),
    }


def _invitation(results: StudyResults) -> str | None:
    """Return the address to send to judges while an open study has no answers."""
    if results.snapshot.counts.counted or results.study.status != Study.Status.OPEN:
        return None
    links = RecruitmentLink.objects.usable().filter(study=results.study, mode="live")
    link = links.filter(personal=False).first()
    return address_of(link) if link else None
