"""The page of how judges read, its analysis, and reading.csv."""

from typing import Any
from uuid import UUID

from django.contrib.admin.views.decorators import staff_member_required
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_POST, require_safe

from analysis.breakdown.views import number_of, page, results_or_404
from analysis.machine_judge.views import begin
from analysis.reading_behaviour import outcome, selection, times
from analysis.reading_behaviour.export import reading_of
from studies.models import Job, Study
from studies.services.judging.reading_trials import STEPS
from studies.workbench.downloads import download


@require_safe
@staff_member_required
def reading(request: HttpRequest, code: UUID) -> HttpResponse:
    """Times, right and wrong apart; of covered texts the picture and the analysis."""
    results = results_or_404(request, code)
    study = results.study
    context: dict[str, Any] = {
        "masked": study.presentation == Study.Presentation.MASKED,
        "outcomes": times.outcomes(study),
        "devices": times.devices(study),
        "judges": times.judges_times(study, after=number_of(request, "after")),
    }
    if context["masked"]:
        choices, next_from = selection.choices(study, after=number_of(request, "from"))
        context |= {
            "pictures": selection.pictures(study, request.GET.getlist("trial")[:2]),
            "choices": choices,
            "next_from": next_from,
            "running": Job.objects.running(study, Job.Kind.READING),
            "outcome": outcome.latest(study),
        }
    return page(request, results, "readers", "How judges read", context)


@require_POST
@staff_member_required
def analyse(request: HttpRequest, code: UUID) -> HttpResponse:
    """Have the analysis made; its page shows how far it is."""
    masked = Study.objects.visible_to(request.user, "read").filter(
        presentation=Study.Presentation.MASKED
    )
    study = get_object_or_404(masked, code=code)
    return begin(request, study, Job.Kind.READING, total=STEPS)


@require_safe
@staff_member_required
def export_reading(request: HttpRequest, code: UUID) -> HttpResponseBase:
    """reading.csv, for whoever may read the results."""
    studies = Study.objects.visible_to(request.user, "read").filter(code=code)
    return download(request, studies, "reading", reading_of)
