"""The page of how judges read, its analysis, and reading.csv."""

from typing import Any
from uuid import UUID

from django.contrib import admin
from django.contrib.admin.views.decorators import staff_member_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from analysis.readers import chosen, outcome, times
from analysis.readers.export import reading_of
from analysis.reading import read
from analysis.views import watched_or_404
from studies.models import Job, Study
from studies.services import jobs
from studies.services.masked import STEPS
from studies.tasks import after_commit, run_job
from studies.views.exports import download


@require_safe
@staff_member_required
def reading(request: HttpRequest, code: UUID) -> HttpResponse:
    """Times, right and wrong apart; of covered texts the picture and the analysis."""
    watched = watched_or_404(request, code)
    if not watched.may_read:
        raise Http404
    results = read(watched)
    study = results.study
    context: dict[str, Any] = {
        **admin.site.each_context(request),
        "title": _("How judges read"),
        "study": study,
        "numbers": results.standing.numbers,
        "masked": study.presentation == Study.Presentation.MASKED,
        "outcomes": times.outcomes(study),
        "devices": times.devices(study),
        "judges": times.judges_times(study, after=_number(request, "after")),
    }
    if context["masked"]:
        choices, next_from = chosen.choices(study, after=_number(request, "from"))
        context |= {
            "pictures": chosen.pictures(study, request.GET.getlist("trial")[:2]),
            "choices": choices,
            "next_from": next_from,
            "running": Job.objects.running(study, Job.Kind.READING),
            "outcome": outcome.latest(study),
        }
    response = render(request, "analysis/readers.html", context)
    response["Cache-Control"] = "private, no-store"
    return response


@require_POST
@staff_member_required
def analyse(request: HttpRequest, code: UUID) -> HttpResponse:
    """Have the analysis made; its page shows how far it is."""
    masked = Study.objects.visible_to(request.user, "read").filter(
        presentation=Study.Presentation.MASKED
    )
    study = get_object_or_404(masked, code=code)
    assert request.user.is_authenticated  # noqa: S101 - visible_to shows nothing to others
    job = jobs.begin(study=study, user=request.user, kind=Job.Kind.READING, total=STEPS)
    after_commit(run_job, job.pk)
    return HttpResponseRedirect(reverse("studies:job", args=[code, job.pk]))


@require_safe
@staff_member_required
def export_reading(request: HttpRequest, code: UUID) -> HttpResponseBase:
    """reading.csv, for whoever may read the results."""
    studies = Study.objects.visible_to(request.user, "read").filter(code=code)
    return download(request, studies, "reading", reading_of)


def _number(request: HttpRequest, name: str) -> int:
    given = request.GET.get(name, "0")
    return int(given) if given.isascii() and given.isdigit() and len(given) < 16 else 0
