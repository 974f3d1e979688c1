"""The page of a simulation: what is supposed, the job, and what came of it."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from studies.kinds import kind_of
from studies.models import Job, Study
from studies.workbench.frame import frame_of
from studies.workbench.jobs import start_job


def simulation_page(
    request: HttpRequest,
    study: Study,
    *,
    form_class: Callable[..., Any],
    result: Any | None,
    in_words: Callable[..., dict[str, Any]],
    template: str,
) -> HttpResponse:
    """Show what came of it; POST simulates, by a job."""
    before = Job.objects.filter(study=study, kind=Job.Kind.REHEARSE).order_by("-pk").first()
    data = request.POST if request.method == "POST" else None
    form = form_class(data, study=study, before=before.arguments if before else None)
    if form.is_valid():
        return start_job(request, study, Job.Kind.REHEARSE, **form.arguments)
    context = {
        **frame_of(request, study, "Rehearse"),
        "running": Job.objects.running(study, Job.Kind.REHEARSE),
        "form": form,
        "noun": kind_of(study).noun,
        "has_texts": study.samples.main().exists(),
        "result": result,
        **(in_words(study, result) if result else {}),
    }
    return render(request, template, context)
