"""The page of the machine judge."""

from typing import Any
from uuid import UUID

from django.contrib import admin
from django.contrib.admin.views.decorators import staff_member_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from analysis import fingerprint
from analysis.machine_judge import summary
from analysis.machine_judge.job import Asked, last
from studies.models import Job, Study
from studies.models.visibility import May
from studies.tasks import begin_job


@require_http_methods(["GET", "HEAD", "POST"])
@staff_member_required
@never_cache
def machine_judge(request: HttpRequest, code: UUID) -> HttpResponse:
    """What it found; POST asks it, by a job. For whoever may change the texts."""
    study = get_object_or_404(Study.objects.visible_to(request.user, May.EDIT), code=code)
    if request.method == "POST":
        return begin(request, study, Job.Kind.MACHINE_JUDGE)
    asked = last(study)
    context = {
        **context_of(request, study, Job.Kind.MACHINE_JUDGE),
        "title": "Machine judge",
        "has_texts": study.samples.main().exists(),
        "asked": asked,
        **(_said(study, asked) if asked else {}),
    }
    return render(request, "analysis/machine_judge.html", context)


def _said(study: Study, asked: Asked) -> dict[str, Any]:
    found = asked.found
    return {
        "verdict": summary.verdict(study, found),
        "advice": summary.advice(found),
        "is_warning": summary.is_warning(found),
        "size": summary.size(asked),
        "is_stale": asked.texts != fingerprint.of_texts(study),
        "right": [
            (name, summary.whole_percent(share))
            for name, share in ((study.subject_a, found.right_a), (study.subject_b, found.right_b))
            if share is not None
        ],
        "telling": [
            (subject, [one for one in found.telling if one.subject == letter])
            for letter, subject in study.subjects.items()
        ],
    }


def begin(request: HttpRequest, study: Study, kind: Job.Kind, **arguments: Any) -> HttpResponse:
    """Begin the job, or find the one that is running, and show how far it is."""
    user: Any = request.user
    job = begin_job(study=study, user=user, kind=kind, **arguments)
    return redirect("studies:job", code=study.code, pk=job.pk)


def context_of(request: HttpRequest, study: Study, kind: Job.Kind) -> dict[str, Any]:
    """What the pages of long work share: the study, and the job that is running."""
    return {
        **admin.site.each_context(request),
        "study": study,
        "study_page": reverse("admin:studies_study_change", args=[study.pk]),
        "running": Job.objects.running(study, kind),
    }
