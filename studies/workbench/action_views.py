"""The pages that ask before something is done to a study."""

from collections.abc import Callable
from functools import partial
from typing import Any

from django.contrib import admin, messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.urls import URLPattern, path

from studies.admin.access import user_of
from studies.models import Study
from studies.services.lifecycle import amendments, opening
from studies.services.lifecycle.availability import WrongStateError, not_now
from studies.workbench.actions import ACTIONS, StudyAction, page_of

View = Callable[..., HttpResponse]


def urls() -> list[URLPattern]:
    """Return one address for each action."""
    return [
        path(
            f"<int:pk>/{action.name}/",
            admin.site.admin_view(partial(action_page, action=action)),
            name=f"studies_study_{action.name}",
        )
        for action in ACTIONS
    ]


def action_page(request: HttpRequest, pk: int, action: StudyAction) -> HttpResponse:
    """Say what will happen and ask; do it on POST."""
    study = study_for(request, pk, action.permission)
    if not action.available(study):
        return refuse(request, study)
    if request.method != "POST":
        blockers = action.blockers(study)
        return _ask(request, action, study, action.form(study=study), blockers=blockers)
    form = action.form(request.POST, study=study)
    if not form.is_valid():
        return _ask(request, action, study, form)
    return _run(request, action, study, form)


def study_for(request: HttpRequest, pk: int, may: str) -> Study:
    """The study, for somebody who may do this to it; else there is no such page."""
    return get_object_or_404(Study.objects.visible_to(request.user, may), pk=pk)


def refuse(request: HttpRequest, study: Study) -> HttpResponse:
    """Lead back to the study's page, which says that this cannot be done in its state."""
    messages.warning(request, str(not_now(study)))
    return HttpResponseRedirect(page_of(study))


def _run(request: HttpRequest, action: StudyAction, study: Study, form: Any) -> HttpResponse:
    try:
        outcome = action.run(study, user_of(request), form.cleaned_data)
    except opening.CannotOpenError as error:
        reasons = [str(reason) for reason in error.reasons]
        return _ask(request, action, study, form, blockers=reasons)
    except amendments.CostsVerdictError as error:
        study.refresh_from_db()
        form = action.form(request.POST, study=study)
        form.add_error(None, str(error))
        return _ask(request, action, study, form)
    except Study.DoesNotExist as error:
        raise Http404 from error
    except WrongStateError as error:
        messages.error(request, str(error))
        return HttpResponseRedirect(page_of(study))
    if outcome.message:
        messages.success(request, outcome.message)
    return HttpResponseRedirect(outcome.address)


def _ask(
    request: HttpRequest,
    action: StudyAction,
    study: Study,
    form: Any,
    blockers: list[str] | None = None,
) -> HttpResponse:
    context = {
        **admin.site.each_context(request),
        "title": action.label,
        "subtitle": None,
        "study": study,
        "study_page": page_of(study),
        "action": action,
        "sentences": action.explain(study),
        "reasons": blockers or [],
        "form": form,
    }
    status = 422 if form.errors else 200
    return TemplateResponse(request, "admin/studies/study/action.html", context, status=status)
