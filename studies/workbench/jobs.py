"""The page of a job: how far it is, where it leads, what went wrong; most can be cancelled."""

from typing import Any
from uuid import UUID

from django.contrib.admin.views.decorators import staff_member_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from studies.kinds.pair import Pair
from studies.models import Job, Study
from studies.services import jobs
from studies.tasks import begin_job
from studies.workbench.forms.review import FORMS
from studies.workbench.frame import frame_of, study_page, user_of

# What an account must be allowed to see and stop such a job; for other kinds: to edit.
MAY = {Job.Kind.SEND_INVITATIONS: "recruit", Job.Kind.READING: "read"}
# Pages that show results of jobs of `analysis`, known here by their names only.
PAGES_OF_ANALYSIS: dict[str, str] = {
    Job.Kind.READING: "analysis:reading",
    Job.Kind.COMPANIONS: "analysis:companions",
    Job.Kind.HARD_TRIADS: "analysis:triads",
    Job.Kind.MACHINE_JUDGE: "analysis:machine_judge",
    Job.Kind.REHEARSE: "analysis:rehearse",
}


def start_job(
    request: HttpRequest, study: Study, kind: Job.Kind, **arguments: Any
) -> HttpResponseRedirect:
    """Begin a job, or find the one that is running, and lead to its page."""
    job = begin_job(study=study, user=user_of(request), kind=kind, **arguments)
    return HttpResponseRedirect(reverse("studies:job", args=[study.code, job.pk]))


@require_safe
@staff_member_required
@never_cache
def job(request: HttpRequest, code: UUID, pk: int) -> HttpResponse:
    """Show a job; with `?as=json` its numbers alone, for the page's own script."""
    found = _found(request, code, pk)
    if request.GET.get("as") == "json":
        return JsonResponse(
            {
                "percent": found.percent,
                "finished": found.finished_at is not None,
                "failed": bool(found.error) or found.was_cancelled,
            }
        )
    context = {
        **frame_of(request, found.study, found.get_kind_display().capitalize()),
        "job": found,
        "may_cancel": found.kind not in jobs.NOT_CANCELLED,
        "next_page": _next_page(found),
        "next_words": "Go on",
    }
    return render(request, "studies/job.html", context)


@require_POST
@staff_member_required
def cancel(request: HttpRequest, code: UUID, pk: int) -> HttpResponse:
    """Ask a job to stop; its page tells when it has."""
    found = _found(request, code, pk)
    if found.kind not in jobs.NOT_CANCELLED:
        jobs.cancel(job=found)
    return HttpResponseRedirect(reverse("studies:job", args=[code, pk]))


def _found(request: HttpRequest, code: UUID, pk: int) -> Job:
    visible = Job.objects.visible_to(request.user, "see").select_related("study")
    found: Job = get_object_or_404(visible, pk=pk, study__code=code)
    may = MAY.get(Job.Kind(found.kind), "edit")
    if not Job.objects.visible_to(request.user, may).filter(pk=pk).exists():
        raise Http404
    return found


def _next_page(found: Job) -> str:
    """Return the page to which the job leads: of what it made, else of the study."""
    if found.kind == Job.Kind.CHECK_UPLOAD:
        upload = found.arguments.get("upload")
        return reverse("studies:upload_review", args=[found.study.code, upload])
    if found.kind == Job.Kind.SAVE_UPLOAD:
        return reverse(FORMS[found.study.kind].following, args=[found.study.code])
    query = Pair(found.study, found.pair).query
    if found.kind == Job.Kind.SURFACE_CUES:
        return reverse("studies:surface_cues", args=[found.study.code], query=query)
    if found.kind == Job.Kind.SEND_INVITATIONS:
        return reverse("studies:invitations", args=[found.study.code])
    if found.kind in PAGES_OF_ANALYSIS:
        return reverse(PAGES_OF_ANALYSIS[found.kind], args=[found.study.code], query=query)
    return study_page(found.study)
