"""Pages of a study about people: whom it is shared with, and personal links from a pasted list."""

from typing import Any

from django.contrib import admin, messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse

from studies.admin.access import user_of
from studies.models import Study
from studies.services.accounts import people
from studies.services.lifecycle.availability import is_available
from studies.services.recruiting import links
from studies.whole_numbers import whole_number
from studies.workbench.action_views import refuse, study_for
from studies.workbench.actions import page_of
from studies.workbench.forms.links import PeopleForm
from studies.workbench.forms.people import ShareForm


def urls() -> list[URLPattern]:
    """The addresses of these pages."""
    view = admin.site.admin_view
    return [
        path("<int:pk>/share/", view(share), name="studies_study_share"),
        path("<int:pk>/people/", view(personal_links), name="studies_study_people"),
    ]


def share(request: HttpRequest, pk: int) -> HttpResponse:
    """Whom a study is shared with; only its owner sees and changes that."""
    study = study_for(request, pk, "own")
    form = ShareForm(request.POST if "email" in request.POST else None)
    if request.method == "POST" and "remove" in request.POST:
        _remove(request, study)
        return HttpResponseRedirect(request.path)
    if request.method == "POST" and form.is_valid() and _add(request, study, form):
        return HttpResponseRedirect(request.path)
    context = _context(request, study, "Share study") | {
        "form": form,
        "collaborations": study.collaborations.select_related("user").order_by("pk"),
    }
    return _page(request, "share", context, form)


def _remove(request: HttpRequest, study: Study) -> None:
    key = whole_number(request.POST["remove"])
    if key is not None:
        people.unshare(study=study, user=user_of(request), collaborator_id=key)
        messages.success(request, "The study is not shared with this person any more.")


def _add(request: HttpRequest, study: Study, form: ShareForm) -> bool:
    try:
        shared = people.share(study=study, user=user_of(request), **form.cleaned_data)
    except people.CannotShareError as error:
        form.add_error("email", str(error))
        return False
    words = f"The study is shared with {shared.user.email}."
    messages.success(request, words)
    return True


def personal_links(request: HttpRequest, pk: int) -> HttpResponse:
    """One link a person: the list is read back first, then the links are made."""
    study = study_for(request, pk, "recruit")
    if not is_available("make_link", study):
        return refuse(request, study)
    form = PeopleForm(request.POST or None, study=study)
    checked = request.method == "POST" and form.is_valid()
    if checked and "make" in request.POST:
        made = _make(request, study, form)
        if made is not None:
            words = (
                "%(number)d personal link was made."
                if made == 1
                else "%(number)d personal links were made."
            )
            messages.success(request, words % {"number": made})
            return HttpResponseRedirect(page_of(study))
        messages.warning(request, "The list has changed since it was read: look at it again.")
    context = _context(request, study, "Personal links") | {"form": form, "checked": checked}
    return _page(request, "people", context, form)


def _make(request: HttpRequest, study: Study, form: PeopleForm) -> int | None:
    """Make the links and return how many; None if they are not as many as the page showed."""
    expected = whole_number(request.POST["make"])
    if expected is None:
        return None
    return links.make_personal_links(
        study=study, user=user_of(request), expected=expected, **form.cleaned_data
    )


def _page(request: HttpRequest, name: str, context: dict[str, Any], form: Any) -> HttpResponse:
    status = 422 if form.errors else 200
    return TemplateResponse(request, f"admin/studies/study/{name}.html", context, status=status)


def _context(request: HttpRequest, study: Study, title: str) -> dict[str, Any]:
    return {
        **admin.site.each_context(request),
        "title": title,
        "study": study,
        "study_page": page_of(study),
        "links_page": f"{reverse('admin:studies_recruitmentlink_changelist')}?of={study.pk}",
    }
