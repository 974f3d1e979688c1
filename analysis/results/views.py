"""The results page of a study, its live fragment, and its CSV."""

from typing import Any
from uuid import UUID

from django.conf import settings
from django.contrib import admin
from django.contrib.admin.views.decorators import staff_member_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from analysis.charts import scales
from analysis.results import detail_tables, headline
from analysis.results.analysis_sets import sets_table
from analysis.results.export import results_of
from analysis.results.figures import drawing_of_interval, drawing_of_path
from analysis.results.standalone_charts import pictures_of
from analysis.results.study_results import ResultStamp, StudyResults, read_results, stamp_for
from analysis.verdict_text import statement
from studies.exports import csv_chunks
from studies.models import RecruitmentLink, Study
from studies.workbench.downloads import file_headers, file_name


@require_safe
@staff_member_required
def results(request: HttpRequest, code: UUID) -> HttpResponse:
    """The page: it renews itself by `poll`, or without JavaScript by itself."""
    stamp = stamp_or_404(request, code)
    context = {
        **admin.site.each_context(request),
        **context_of(stamp),
        "title": "Results",
        "etag": stamp.etag,
    }
    response = render(request, "analysis/results.html", context)
    response["Cache-Control"] = "private, no-store"
    return response


@require_safe
@staff_member_required
def poll(request: HttpRequest, code: UUID) -> HttpResponse:
    """The page's main part where it has changed; 304 for one small query where it has not."""
    stamp = stamp_or_404(request, code)
    if request.headers.get("If-None-Match") == stamp.etag:
        response = HttpResponse(status=304)
    else:
        response = render(request, "analysis/_results.html", context_of(stamp))
    response["ETag"] = stamp.etag
    response["Cache-Control"] = "private, no-cache"
    return response


@require_safe
@staff_member_required
def export_results(request: HttpRequest, code: UUID) -> HttpResponseBase:
    """Quantities and values as CSV, for whoever may read the results."""
    stamp = stamp_or_404(request, code)
    if not stamp.may_read:
        raise Http404
    results = read_results(stamp)
    export = results_of(results)
    return StreamingHttpResponse(
        csv_chunks(export, bom=request.GET.get("bom") == "1"),
        content_type="text/csv; charset=utf-8",
        headers={
            **file_headers(file_name(results.study, "results", "csv")),
            "X-Row-Count": str(export.count),
        },
    )


@require_safe
@staff_member_required
def picture(request: HttpRequest, code: UUID, name: str) -> HttpResponse:
    """One of the page's pictures as an SVG file, for whoever may read the results."""
    stamp = stamp_or_404(request, code)
    return picture_of(stamp, name)


def picture_of(stamp: ResultStamp, name: str) -> HttpResponse:
    """A picture for whoever may read the results, else 404."""
    results = read_results(stamp) if stamp.may_read else None
    found = pictures_of(results.snapshot).get(f"{name}.svg") if results else None
    if results is None or found is None:
        raise Http404
    return svg_file(found, file_name(results.study, name, "svg"))


def svg_file(svg: str, file_name: str) -> HttpResponse:
    """A picture to be saved; a browser also takes it as an image of one of our pages."""
    return HttpResponse(
        svg,
        content_type="image/svg+xml; charset=utf-8",
        headers=file_headers(file_name),
    )


def stamp_or_404(request: HttpRequest, code: UUID) -> ResultStamp:
    """The study's row for whoever may see it."""
    stamp = stamp_for(request.user, code)
    if stamp is None:
        raise Http404
    return stamp


def context_of(stamp: ResultStamp, *, pictures_at: str = "") -> dict[str, Any]:
    """What the page shows; its pictures can be saved from below the address `pictures_at`."""
    results = read_results(stamp)
    snapshot = results.snapshot
    return {
        "pictures_at": pictures_at or reverse("analysis:results", args=[results.study.code]),
        "results": results,
        "study": results.study,
        "numbers": snapshot.numbers,
        "plan": snapshot.plan,
        "may_read": stamp.may_read,
        "statement": statement(snapshot),
        "four_numbers": headline.four_numbers(snapshot),
        "cautions": headline.cautions(snapshot, is_test=results.study.is_test),
        "tables": detail_tables.tables(snapshot),
        "sets": sets_table(snapshot),
        "interval": drawing_of_interval(snapshot),
        "path": drawing_of_path(snapshot),
        "path_rows": scales.thinned(snapshot.numbers.path),
        "invitation": _invitation(results) if stamp.may_recruit else None,
        "zone": timezone.get_current_timezone_name(),
    }


def _invitation(results: StudyResults) -> str | None:
    """The address to send, where nobody has answered yet."""
    if results.snapshot.numbers.counted or results.study.status != Study.Status.OPEN:
        return None
    links = RecruitmentLink.objects.usable().filter(study=results.study, mode="live")
    link = links.filter(personal=False).first()
    if link is None:
        return None
    return settings.BASE_URL + reverse("judge:welcome", args=[link.token])
