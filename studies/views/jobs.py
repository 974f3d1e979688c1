"""The page of long work: how far it is, where it leads, and what went wrong. It can be left."""

from uuid import UUID

from django.contrib import admin
from django.contrib.admin.views.decorators import staff_member_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from studies.models import Job


@require_safe
@staff_member_required
@never_cache
def job(request: HttpRequest, code: UUID, pk: int) -> HttpResponse:
    """One job; with `?as=json` the numbers alone, for the page's own script."""
    found = get_object_or_404(
        Job.objects.visible_to(request.user, "edit").select_related("study"),
        pk=pk,
        study__code=code,
    )
    if request.GET.get("as") == "json":
        return JsonResponse(
            {
                "percent": found.percent,
                "finished": found.finished_at is not None,
                "failed": bool(found.error),
            }
        )
    context = {
        **admin.site.each_context(request),
        "title": found.get_kind_display().capitalize(),
        "job": found,
        "study_page": reverse("admin:studies_study_change", args=[found.study_id]),
        "next_page": _next_page(found),
        "next_words": _("Go on"),
    }
    return render(request, "studies/job.html", context)


def _next_page(found: Job) -> str:
    """Where the work leads: to the preview of an upload, else to the study."""
    if found.kind == Job.Kind.CHECK_UPLOAD:
        upload = found.arguments.get("upload")
        return reverse("studies:upload_review", args=[found.study.code, upload])
    return reverse("admin:studies_study_change", args=[found.study_id])
