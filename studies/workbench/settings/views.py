"""The page of a study's settings."""

from uuid import UUID

from django.contrib import messages
from django.contrib.admin.views.decorators import staff_member_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from studies.services.lifecycle import drafts
from studies.workbench.actions import ActionPlace, offered_actions
from studies.workbench.forms.fields import changed_labels
from studies.workbench.forms.study.steps import DatesForm
from studies.workbench.frame import header_of, page, study_for, user_of


@require_http_methods(["GET", "POST"])
@staff_member_required
@never_cache
def settings_of(request: HttpRequest, code: UUID) -> HttpResponse:
    """Show title and dates to change, who works on the study, and the danger zone."""
    study = study_for(request, code, "edit")
    form = DatesForm(request.POST or None, instance=study)
    if form.is_valid():
        changed = changed_labels(form)
        drafts.change_study(study=form.save(commit=False), user=user_of(request), changed=changed)
        messages.success(request, "This is stored.")
        return HttpResponseRedirect(request.path)
    if form.is_bound:  # a form with errors has left its values in the row
        study.refresh_from_db()
    user, header = user_of(request), header_of(request, study)
    return page(
        request,
        "workbench/settings.html",
        study,
        "Settings",
        header=header,
        form=form,
        actions=offered_actions(study, header.permissions, user, ActionPlace.SETTINGS),
        dangerous=offered_actions(study, header.permissions, user, ActionPlace.DANGER),
    )
