"""The page on which a study's people say what its report should say."""

from uuid import UUID

from django.contrib import messages
from django.contrib.admin.views.decorators import staff_member_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from studies.models import Study
from studies.services.lifecycle import reporting
from studies.workbench.forms.reporting import ReportingForm
from studies.workbench.frame import frame_of, study_for, user_of


@require_http_methods(["GET", "POST"])
@staff_member_required
@never_cache
def reporting_of(request: HttpRequest, code: UUID) -> HttpResponse:
    """Ask, and keep what was typed; it is part of no plan, so that it can be told at any time."""
    study = study_for(request, code, "edit")
    form = ReportingForm(request.POST or None, initial=reporting.reported(study))
    if request.method == "POST" and form.is_valid():
        reporting.save_reporting(study=study, user=user_of(request), given=form.cleaned_data)
        messages.success(request, "This is kept, and stands in every report from now on.")
        return HttpResponseRedirect(request.path)
    context = frame_of(request, study, "What the report should say") | {
        "form": form,
        "told": len(reporting.reported(study)),
        "asked": len(reporting.NAMES),
        "may_download": Study.objects.visible_to(request.user, "read").filter(pk=study.pk).exists(),
    }
    status = 422 if form.errors else 200
    return render(request, "studies/reporting.html", context, status=status)
