"""The page of how judges read, its analysis, and reading.csv."""

from typing import Any
from uuid import UUID

from django.contrib.admin.views.decorators import staff_member_required
from django.db.models import Q
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_POST, require_safe

from analysis.reading_behaviour import outcome, selection, times
from analysis.reading_behaviour.export import reading_export
from analysis.reading_behaviour.job import STEPS
from analysis.results.frame import page_below, results_or_404
from studies.kinds import kind_of
from studies.models import Job, Study
from studies.ratings.follow_up import Ask
from studies.values.whole_numbers import whole_number
from studies.workbench.downloads import download
from studies.workbench.jobs import start_job

# So many trials are drawn at a time.
DRAWN = 2


@require_safe
@staff_member_required
def reading(request: HttpRequest, code: UUID) -> HttpResponse:
    """Show times, right and wrong apart; of covered texts the charts and the analysis."""
    results = results_or_404(request, code)
    study = results.study
    tells_apart = kind_of(study).tells_apart
    masked = study.presentation == Study.Presentation.MASKED
    rated = not tells_apart or study.follow_up.get("ask") == Ask.RATE
    after = whole_number(request.GET.get("after", "")) or 0
    context = {
        "masked": masked,
        "rated": rated,
        "tells_apart": tells_apart,
        **(_of_triads(request, study, after, masked=masked) if tells_apart else {}),
        **(_analysis(study) if masked or rated else {}),
    }
    name = "reading" if tells_apart else "sheets"
    template = f"analysis/reading_behaviour/{name}.html"
    return page_below(request, results, template, "Reading times", context)


def _of_triads(request: HttpRequest, study: Study, after: int, *, masked: bool) -> dict[str, Any]:
    """Return times, right and wrong apart, and what is drawn of covered texts."""
    return {
        "outcomes": times.outcomes(study),
        "devices": times.devices(study),
        "judges": times.judges_times(study, after=after),
        **(_of_covered_texts(request, study) if masked else {}),
    }


def _of_covered_texts(request: HttpRequest, study: Study) -> dict[str, Any]:
    typed = [whole_number(text) for text in request.GET.getlist("trial")[:DRAWN]]
    after = whole_number(request.GET.get("from", "")) or 0
    choices, next_from = selection.choices(study, after=after)
    return {
        "trials": selection.drawn_trials(study, [number for number in typed if number is not None]),
        "choices": choices,
        "next_from": next_from,
    }


def _analysis(study: Study) -> dict[str, Any]:
    return {
        "running": Job.objects.running(study, Job.Kind.READING),
        "outcome": outcome.latest(study),
    }


@require_POST
@staff_member_required
def analyse(request: HttpRequest, code: UUID) -> HttpResponse:
    """Start a job that analyses reading, and go to its progress page."""
    studies = Study.objects.visible_to(request.user, "read").filter(
        Q(presentation=Study.Presentation.MASKED)
        | Q(follow_up__ask=Ask.RATE)
        | Q(rating_plan__isnull=False)
    )
    study = get_object_or_404(studies, code=code)
    return start_job(request, study, Job.Kind.READING, total=STEPS)


@require_safe
@staff_member_required
def export_reading(request: HttpRequest, code: UUID) -> HttpResponseBase:
    """Send reading.csv, to people who may read the results."""
    studies = Study.objects.visible_to(request.user, "read").filter(code=code)
    return download(request, studies, "reading", reading_export)
