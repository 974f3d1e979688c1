"""What the pages of a study have in common: the account, the study, and the frame around them."""

from typing import Any
from uuid import UUID

from django.contrib import admin, messages
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.urls import reverse

from studies.models import Study, User
from studies.services.lifecycle.availability import ActionName, not_now


def user_of(request: HttpRequest) -> User:
    """Return the account that is signed in."""
    assert isinstance(request.user, User)  # noqa: S101 - staff_member_required or the admin saw to it
    return request.user


def study_for(request: HttpRequest, key: UUID | int, may: str) -> Study:
    """Return the study of this code or primary key if the account may do this to it, else 404.

    Without the frozen plan, which names every text.
    """
    visible = Study.objects.visible_to(request.user, may).defer("plan_json")
    return get_object_or_404(visible, **{"pk" if isinstance(key, int) else "code": key})


def study_page(study: Study) -> str:
    """Return the address of the study's page."""
    return reverse("admin:studies_study_change", args=[study.pk])


def frame_of(request: HttpRequest, study: Study, title: str) -> dict[str, Any]:
    """Return what every template of such a page needs."""
    return {
        **admin.site.each_context(request),
        "title": title,
        "subtitle": None,
        "study": study,
        "study_page": study_page(study),
    }


def page(
    request: HttpRequest,
    template: str,
    study: Study,
    title: str,
    *,
    form: BaseForm | None = None,
    **context: Any,
) -> HttpResponse:
    """Show a page of a study, with status 422 where its form has errors."""
    context |= frame_of(request, study, title) | {"form": form}
    status = 422 if form is not None and form.errors else 200
    return TemplateResponse(request, template, context, status=status)


def refuse(request: HttpRequest, study: Study, action: ActionName) -> HttpResponse:
    """Lead back to the study's page, which says that this cannot be done in its state."""
    messages.warning(request, str(not_now(action, study)))
    return HttpResponseRedirect(study_page(study))
