"""The page of hard triads, below the results."""

from typing import Any
from uuid import UUID

from django.contrib.admin.views.decorators import staff_member_required
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from analysis.hard_triads import summary
from analysis.hard_triads.job import HardTriads, latest
from analysis.results.frame import page_below, triad_results_or_404
from analysis.results.study_results import StudyResults
from studies.models import Job, Study
from studies.values.whole_numbers import whole_number
from studies.workbench.jobs import start_job


@require_http_methods(["GET", "HEAD", "POST"])
@staff_member_required
@never_cache
def hard_triads(request: HttpRequest, code: UUID) -> HttpResponse:
    """Show what was found; POST looks, by a job. For people who may edit and read results."""
    results = triad_results_or_404(request, code)
    if not results.stamp.may_edit:
        raise Http404
    study = results.study
    if request.method == "POST":
        return start_job(request, study, Job.Kind.HARD_TRIADS)
    found = latest(study)
    context = {
        "running": Job.objects.running(study, Job.Kind.HARD_TRIADS),
        "found": found,
        **(_in_words(results, found) if found else {}),
        **(_table(request, study, found) if found else {}),
    }
    return page_below(request, results, "analysis/hard_triads.html", "Triads", context)


def _in_words(results: StudyResults, found: HardTriads) -> dict[str, Any]:
    counted = results.snapshot.counts.counted
    waits_for_p = found.found.permutations == 0 and found.found.slope is not None
    return {
        "verdict": summary.verdict(found.found),
        "size": summary.size(found),
        "chart": summary.chart(found.parts),
        "is_stale": found.is_stale(results.study, counted=counted),
        "may_be_tested": waits_for_p and results.snapshot.is_tested,
    }


def _table(request: HttpRequest, study: Study, found: HardTriads) -> dict[str, Any]:
    hardest = request.GET.get("from") == "hardest"
    order = found.in_order[::-1] if hardest else found.in_order
    number = min(whole_number(request.GET.get("page", "")) or 0, len(order))
    start = number * summary.ROWS
    return {
        "hardest": hardest,
        "number": number,
        "rows": summary.rows(study, order[start : start + summary.ROWS]),
        "next_number": number + 1 if start + summary.ROWS < len(order) else None,
        "is_part": len(order) < found.found.triads,
        "kept": len(order),
    }
