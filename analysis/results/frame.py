"""What the pages of results share: who may see them, their frame, and charts as files."""

from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from analysis.results.study_results import ResultStamp, StudyResults, read_results, stamp_for
from studies.kinds import require_telling_apart
from studies.workbench.downloads import file_headers
from studies.workbench.frame import frame_of


def stamp_or_404(request: HttpRequest, code: UUID) -> ResultStamp:
    """Return the stamp of a study that the person may see."""
    stamp = stamp_for(request.user, code)
    if stamp is None:
        raise Http404
    return stamp


def results_or_404(request: HttpRequest, code: UUID, *, with_conduct: bool = False) -> StudyResults:
    """Return the results of a study that the person may read; 404 where there are none."""
    stamp = stamp_or_404(request, code)
    if not stamp.may_read:
        raise Http404
    return read_results(stamp, reader=request.user if with_conduct else None)


def triad_results_or_404(request: HttpRequest, code: UUID) -> StudyResults:
    """Return the same of a study of triads; in another nothing is right or wrong."""
    results = results_or_404(request, code)
    require_telling_apart(results.study)
    return results


def readable_results(request: HttpRequest, code: UUID) -> StudyResults | None:
    """Return the study's results; None where the person may not read them, or not yet."""
    stamp = stamp_for(request.user, code)
    if stamp is None or not stamp.may_read:
        return None
    return read_results(stamp, reader=request.user)


def page_below(
    request: HttpRequest, results: StudyResults, template: str, title: str, context: dict[str, Any]
) -> HttpResponse:
    """Return a page below the results page."""
    whole = {
        **frame_of(request, results.study, title),
        **context,
        "counts": results.snapshot.counts,
    }
    return render(request, template, whole)


def svg_file(svg: str, file_name: str) -> HttpResponse:
    """Return a chart to be saved; a browser also takes it as an image of one of our pages."""
    return HttpResponse(
        svg,
        content_type="image/svg+xml; charset=utf-8",
        headers=file_headers(file_name),
    )
