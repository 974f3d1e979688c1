"""Texts of a draft by the lot: items that are left out, a system that is removed, all texts."""

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.admin.views.decorators import staff_member_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from studies.kinds import kind_of
from studies.models import Study
from studies.services.lifecycle.availability import WrongStateError
from studies.services.texts import draft_texts, systems
from studies.services.texts import items as items_of_draft
from studies.services.texts.items import LeftOut
from studies.workbench.frame import page, study_for, user_of
from studies.workbench.texts.rated_texts import rated_texts

NAMED = 50


@require_http_methods(["GET", "POST"])
@staff_member_required
@never_cache
def items(request: HttpRequest, code: UUID) -> HttpResponse:
    """Show the items of a rating study that cannot be rated as they are; leave them out."""
    study = study_for(request, code, "edit")
    if kind_of(study).tells_apart:
        raise Http404
    if request.method == "POST":
        return _leave_out(request, study)
    rated = rated_texts(study)
    census = rated.census
    return page(
        request,
        "workbench/items.html",
        study,
        "Items to leave out",
        census=census,
        incomplete=[(item, rated.said_of(item)) for item in census.incomplete[:NAMED]],
        incomplete_more=max(0, len(census.incomplete) - NAMED),
        alike=census.alike[:NAMED],
        alike_more=max(0, len(census.alike) - NAMED),
        left_out=rated.left_out,
    )


def _leave_out(request: HttpRequest, study: Study) -> HttpResponse:
    user, what = user_of(request), request.POST.get("what", "")
    try:
        if what == "back":
            changed = items_of_draft.take_back(study=study, user=user)
            said = "were taken back into the study"
        elif what in list(LeftOut):
            changed = items_of_draft.leave_out_items(study=study, user=user, what=LeftOut(what))
            said = "were left out. On the page “Items to leave out” they can be taken back"
        else:
            raise Http404
    except WrongStateError as error:
        messages.error(request, str(error))
    else:
        messages.success(request, f"{changed:,} {'text' if changed == 1 else 'texts'} {said}.")
    return _to_texts(study)


@require_http_methods(["GET", "POST"])
@staff_member_required
@never_cache
def remove_system(request: HttpRequest, code: UUID, system: str) -> HttpResponse:
    """Ask, then delete a system of a rating study with its texts."""
    study = study_for(request, code, "edit")
    if kind_of(study).tells_apart or system not in study.subjects:
        raise Http404
    number = study.samples.filter(subject=system).count()
    name = study.subjects[system]
    if request.method != "POST":
        return _ask(request, study, f"Remove {name}", of=name, number=number)
    try:
        systems.remove_system(study=study, user=user_of(request), system=system)
    except (WrongStateError, KeyError):
        messages.error(request, "The systems of the study are fixed, or have changed.")
    else:
        messages.success(request, f"{name} was removed.")
    return _to_texts(study)


@require_http_methods(["GET", "POST"])
@staff_member_required
@never_cache
def delete_texts(request: HttpRequest, code: UUID) -> HttpResponse:
    """Ask, then delete all texts of a draft."""
    study = study_for(request, code, "edit")
    if request.method != "POST":
        number = study.samples.count()
        return _ask(request, study, "Delete all texts", number=number)
    try:
        deleted = draft_texts.delete_texts(study=study, user=user_of(request))
    except WrongStateError as error:
        messages.error(request, str(error))
    else:
        messages.success(
            request, f"{deleted:,} {'text was' if deleted == 1 else 'texts were'} deleted."
        )
    return _to_texts(study)


def _ask(request: HttpRequest, study: Study, title: str, **context: Any) -> HttpResponse:
    return page(request, "workbench/delete_texts.html", study, title, action=title, **context)


def _to_texts(study: Study) -> HttpResponse:
    return HttpResponseRedirect(reverse("studies:texts", args=[study.code]))
