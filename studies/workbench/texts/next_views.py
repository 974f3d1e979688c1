"""The page that makes a study of the other kind of the same texts."""

from uuid import UUID

from django.contrib import messages
from django.contrib.admin.views.decorators import staff_member_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from studies.design.items import item_census
from studies.kinds import kind_of
from studies.models import Study
from studies.services.lifecycle.places.triads import design_texts
from studies.services.texts import next_study
from studies.workbench.actions import ADD_STUDY
from studies.workbench.forms.next_study import TwoSystemsForm
from studies.workbench.frame import page, study_for, user_of

RATE = "Ask next: how good are these texts?"
TELL_APART = "Ask next: can two systems be told apart?"


@require_http_methods(["GET", "POST"])
@staff_member_required
@never_cache
def ask_next(request: HttpRequest, code: UUID) -> HttpResponse:
    """Say what a study of the other kind would have of this one; make it."""
    study = study_for(request, code, "edit")
    if not user_of(request).has_perm(ADD_STUDY):
        raise PermissionDenied
    return _rate(request, study) if kind_of(study).tells_apart else _tell_apart(request, study)


def _rate(request: HttpRequest, study: Study) -> HttpResponse:
    if request.method == "POST":
        return _made(request, next_study.rate_texts(study=study, user=user_of(request)))
    census = item_census(design_texts(study), list(study.subjects))
    return page(
        request,
        "workbench/ask_next.html",
        study,
        RATE,
        both=census.items - len(census.lacking),
        census=census,
        several=len(census.several),
    )


def _tell_apart(request: HttpRequest, study: Study) -> HttpResponse:
    form = TwoSystemsForm(request.POST or None, names=study.subjects)
    if form.is_valid():
        a, b = form.cleaned_data["a"], form.cleaned_data["b"]
        return _made(request, next_study.tell_apart(study=study, user=user_of(request), a=a, b=b))
    return page(request, "workbench/ask_next.html", study, TELL_APART, form=form)


def _made(request: HttpRequest, draft: Study) -> HttpResponse:
    messages.success(request, "This is the new study: a draft of your own, with the same texts.")
    return HttpResponseRedirect(reverse("studies:texts", args=[draft.code]))
