"""The page of an action: it says what will happen and asks; it acts on POST alone."""

from uuid import UUID

from django.contrib import messages
from django.contrib.admin.views.decorators import staff_member_required
from django.core.exceptions import PermissionDenied
from django.forms import BaseForm
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from studies.models import Study
from studies.services.lifecycle.amendments import CostsVerdictError, NotRaisedError
from studies.services.lifecycle.availability import WrongStateError
from studies.services.lifecycle.opening import CannotOpenError
from studies.workbench.actions import StudyAction
from studies.workbench.draft.checklist import Checklist, checklist_of
from studies.workbench.forms.actions import OpenForm
from studies.workbench.frame import page, refuse, study_for, study_page, user_of


@staff_member_required
@never_cache
@require_http_methods(["GET", "POST"])
def action_page(request: HttpRequest, code: UUID, action: StudyAction) -> HttpResponse:
    """Show the page of an action, or act."""
    study = study_for(request, code, action.permission)
    if not action.allowed_to(user_of(request)):
        raise PermissionDenied
    if not action.available(study):
        return refuse(request, study, action.name)
    if request.method != "POST":
        return _ask(request, action, study, action.form(study=study))
    form = action.form(request.POST, study=study)
    if not form.is_valid():
        return _ask(request, action, study, form)
    return _run(request, action, study, form)


def _run(request: HttpRequest, action: StudyAction, study: Study, form: BaseForm) -> HttpResponse:
    try:
        outcome = action.run(study, user_of(request), form.cleaned_data)
    except CannotOpenError:
        form.add_error(None, "The study was not opened: see what stands against it.")
        return _ask(request, action, study, form)
    except (CostsVerdictError, NotRaisedError) as error:
        study.refresh_from_db()
        form = action.form(request.POST, study=study)
        form.add_error(None, str(error))
        return _ask(request, action, study, form)
    except Study.DoesNotExist as error:
        raise Http404 from error
    except WrongStateError as error:
        messages.error(request, str(error))
        return HttpResponseRedirect(study_page(study))
    if outcome.message:
        messages.success(request, outcome.message)
    return HttpResponseRedirect(outcome.address)


def _ask(request: HttpRequest, action: StudyAction, study: Study, form: BaseForm) -> HttpResponse:
    checklist = _checklist(study, form)
    return page(
        request,
        action.template,
        study,
        "Check and open" if checklist else action.label,
        form=form,
        action=action,
        sentences=action.explain(study),
        checklist=checklist,
    )


def _checklist(study: Study, form: BaseForm) -> Checklist | None:
    """Return what is looked at before a draft is opened; no other action has a list."""
    if isinstance(form, OpenForm) and study.is_draft:
        return checklist_of(study, form)
    return None
