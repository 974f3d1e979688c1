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
from studies.services.lifecycle import transitions
from studies.workbench.actions import ACTS, Act, page_of

View = Callable[..., HttpResponse]


def urls() -> list[URLPattern]:
    """One address a deed."""
    return [
        path(
            f"<int:pk>/{act.name}/",
            admin.site.admin_view(partial(act_page, act=act)),
            name=f"studies_study_{act.name}",
        )
        for act in ACTS
    ]


def act_page(request: HttpRequest, pk: int, act: Act) -> HttpResponse:
    """Say what will happen and ask; do it on POST."""
    study = study_for(request, pk, act.may)
    if not act.offered(study):
        words = "This cannot be done now: the study is %(status)s."
        status = "archived" if study.archived_at else study.get_status_display()
        messages.warning(request, words % {"status": status})
        return HttpResponseRedirect(page_of(study))
    if request.method != "POST":
        return _ask(request, act, study, act.form(study=study), against=act.against(study))
    form = act.form(request.POST, study=study)
    if not form.is_valid():
        return _ask(request, act, study, form)
    return _do(request, act, study, form)


def study_for(request: HttpRequest, pk: int, may: str) -> Study:
    """The study, for somebody who may do this to it; else there is no such page."""
    return get_object_or_404(Study.objects.visible_to(request.user, may), pk=pk)


def _do(request: HttpRequest, act: Act, study: Study, form: Any) -> HttpResponse:
    try:
        done = act.do(study, user_of(request), form.cleaned_data)
    except transitions.CannotOpenError as error:
        reasons = [str(reason) for reason in error.reasons]
        return _ask(request, act, study, form, against=reasons)
    except transitions.CostsVerdictError as error:
        study.refresh_from_db()
        form = act.form(request.POST, study=study)
        form.add_error(None, str(error))
        return _ask(request, act, study, form)
    except Study.DoesNotExist as error:
        raise Http404 from error
    except transitions.WrongStateError as error:
        messages.error(request, str(error))
        return HttpResponseRedirect(page_of(study))
    if done.words:
        messages.success(request, done.words)
    return HttpResponseRedirect(done.address)


def _ask(
    request: HttpRequest, act: Act, study: Study, form: Any, against: list[str] | None = None
) -> HttpResponse:
    context = {
        **admin.site.each_context(request),
        "title": act.label,
        "subtitle": None,
        "study": study,
        "study_page": page_of(study),
        "act": act,
        "sentences": act.explain(study),
        "reasons": against or [],
        "form": form,
    }
    status = 422 if form.errors else 200
    return TemplateResponse(request, "admin/studies/study/act.html", context, status=status)
