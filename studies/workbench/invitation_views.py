"""Pages of a study about invitations by e-mail, and about people who may not take part."""

from typing import Any

from django.contrib import admin, messages
from django.core.paginator import Paginator
from django.db.models import Count
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path

from studies import wording
from studies.admin.access import user_of
from studies.models import ExcludedId, Invitation, Job, Study
from studies.services.recruiting import excluded_ids, invitations
from studies.whole_numbers import whole_number
from studies.workbench.action_views import study_for
from studies.workbench.actions import page_of
from studies.workbench.forms.links import ExcludedForm, InviteForm, MailForm
from studies.workbench.jobs import start_job

ROWS = 100
EXAMPLE = "https://…/j/…/"
STATES: dict[str, str] = {
    "waiting": "waiting",
    "failed": "failed",
    "sent": "sent",
    "started": "started",
    "finished": "finished",
}


def urls() -> list[URLPattern]:
    """The addresses of these pages."""
    view = admin.site.admin_view
    return [
        path("<int:pk>/invite/", view(invite), name="studies_study_invite"),
        path("<int:pk>/invitations/", view(sent), name="studies_study_invitations"),
        path("<int:pk>/remind/", view(remind), name="studies_study_remind"),
        path("<int:pk>/excluded/", view(excluded), name="studies_study_excluded"),
    ]


def invite(request: HttpRequest, pk: int) -> HttpResponse:
    """Addresses and words; then how many, to whom and what; then they are sent."""
    study = study_for(request, pk, "recruit")
    first = {
        "subject": wording.invitation_subject(study.language),
        "body": invitations.default_body(study.language),
    }
    form = InviteForm(request.POST or None, study=study, initial=first)
    checked = request.method == "POST" and form.is_valid()
    if checked and "send" in request.POST and invitations.may_send(study):
        if _invite(request, study, form) is not None:
            return _send(request, study)
        messages.warning(request, "The list has changed since it was read: look at it again.")
    context = {"form": form, "checked": checked, "example": _example(form) if checked else ""}
    return _page(request, study, "invite", "Invite people by e-mail", context)


def _invite(request: HttpRequest, study: Study, form: InviteForm) -> int | None:
    """Store the invitations; None if they are not as many as the page showed."""
    expected = whole_number(request.POST["send"])
    if expected is None:
        return None
    return invitations.invite(
        study=study, user=user_of(request), expected=expected, **form.cleaned_data
    )


def sent(request: HttpRequest, pk: int) -> HttpResponse:
    """One row an address; those that failed can be sent again."""
    study = study_for(request, pk, "recruit")
    if request.method == "POST":
        if "again" in request.POST:
            invitations.try_again(study=study, user=user_of(request))
        return _send(request, study)
    rows = Invitation.objects.filter(study=study).with_state()
    counts = dict(rows.order_by().values_list("state").annotate(number=Count("pk")))
    wanted = request.GET.get("state", "")
    shown = rows.filter(state=wanted) if wanted in STATES else rows
    page = Paginator(shown.select_related("link"), ROWS).get_page(request.GET.get("p"))
    context = {
        "rows": [(row, STATES[row.state]) for row in page],
        "page": page,
        "states": [(key, words, counts.get(key, 0)) for key, words in STATES.items()],
        "counts": counts,
        "wanted": wanted if wanted in STATES else "",
        "running": Job.objects.running(study, Job.Kind.SEND_INVITATIONS),
        "not_begun": Invitation.objects.not_begun().filter(study=study).count(),
    }
    return _page(request, study, "invitations", "Invitations", context)


def remind(request: HttpRequest, pk: int) -> HttpResponse:
    """Write once more to those who have not begun."""
    study = study_for(request, pk, "recruit")
    first = {
        "subject": wording.reminder_subject(study.language),
        "body": invitations.default_reminder(study.language),
    }
    form = MailForm(request.POST or None, initial=first)
    if request.method == "POST" and form.is_valid() and invitations.may_send(study):
        invitations.remind(study=study, user=user_of(request), **form.cleaned_data)
        return _send(request, study)
    number = Invitation.objects.not_begun().filter(study=study).count()
    context = {"form": form, "number": number}
    return _page(request, study, "remind", "Remind those who have not begun", context)


def excluded(request: HttpRequest, pk: int) -> HttpResponse:
    """The ids of people who may not take part: written, pasted, or the judges of other studies."""
    study = study_for(request, pk, "recruit")
    others = Study.objects.visible_to(request.user, "see").exclude(pk=study.pk)
    others = others.filter(judges__external_id__gt="").distinct().order_by("title")
    now = "\n".join(ExcludedId.objects.filter(study=study).values_list("external_id", flat=True))
    form = ExcludedForm(request.POST or None, others=others, initial={"ids": now})
    if request.method == "POST" and form.is_valid():
        more = excluded_ids.of_judges(form.cleaned_data.get("studies") or [])
        ids = list(dict.fromkeys([*form.cleaned_data["ids"], *more]))
        try:
            number = excluded_ids.replace(study=study, user=user_of(request), ids=ids)
        except ValueError as error:
            form.add_error("studies", str(error))
        else:
            words = "%(number)d id is excluded." if number == 1 else "%(number)d ids are excluded."
            messages.success(request, words % {"number": number})
            return HttpResponseRedirect(request.path)
    return _page(request, study, "excluded", "Ids that may not take part", {"form": form})


def _send(request: HttpRequest, study: Study) -> HttpResponse:
    """To the job that sends what waits."""
    total = Invitation.objects.waiting().filter(study=study).count()
    return start_job(request, study, Job.Kind.SEND_INVITATIONS, total=total)


def _example(form: InviteForm) -> str:
    body: str = form.cleaned_data["body"]
    return body.replace(invitations.PLACEHOLDER, EXAMPLE)


def _page(
    request: HttpRequest, study: Study, name: str, title: str, context: dict[str, Any]
) -> HttpResponse:
    form = context.get("form")
    context |= {
        **admin.site.each_context(request),
        "title": title,
        "study": study,
        "study_page": page_of(study),
        "can_send": invitations.may_send(study),
    }
    status = 422 if form is not None and form.errors else 200
    return TemplateResponse(request, f"admin/studies/study/{name}.html", context, status=status)
