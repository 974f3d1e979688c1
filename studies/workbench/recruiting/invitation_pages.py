"""Pages that recruit judges: personal links, invitations by e-mail, ids that may not take part."""

from uuid import UUID

from django.contrib import messages
from django.contrib.admin.views.decorators import staff_member_required
from django.core.paginator import Paginator
from django.db.models import Count
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from studies import wording
from studies.models import ExcludedId, Invitation, Job, Study
from studies.services.lifecycle.availability import is_available
from studies.services.lifecycle.checks.wording import notices_of_mail
from studies.services.recruiting import excluded_ids, invitations, links
from studies.values.whole_numbers import whole_number
from studies.workbench.forms.links import ExcludedForm, InviteForm, MailForm, PeopleForm
from studies.workbench.frame import page, refuse, study_for, study_page, user_of
from studies.workbench.jobs import start_job

ROWS = 100
SHOWN_IDS = 5
STATES = ("waiting", "failed", "refused", "sent", "started", "finished")
EXAMPLE = "https://…/j/…/"
LIST_CHANGED = "The list has changed since it was read: look at it again."


@staff_member_required
@never_cache
@require_http_methods(["GET", "POST"])
def personal_links(request: HttpRequest, code: UUID) -> HttpResponse:
    """Read a list of people back; then make a link for each."""
    study = study_for(request, code, "recruit")
    if not is_available("make_link", study):
        return refuse(request, study, "make_link")
    form = PeopleForm(request.POST or None, study=study)
    checked = form.is_valid()
    if checked and "make" in request.POST:
        made = _make_links(request, study, form)
        if made is not None:
            number = "1 personal link was" if made == 1 else f"{made} personal links were"
            messages.success(request, f"{number} made.")
            return HttpResponseRedirect(study_page(study))
        messages.warning(request, LIST_CHANGED)
    template = "workbench/personal_links.html"
    return page(request, template, study, "Personal links", form=form, checked=checked)


def _make_links(request: HttpRequest, study: Study, form: PeopleForm) -> int | None:
    """Make the links and return how many; None if they are not as many as the page showed."""
    expected = whole_number(request.POST["make"])
    if expected is None:
        return None
    return links.make_personal_links(
        study=study, user=user_of(request), expected=expected, **form.cleaned_data
    )


@staff_member_required
@never_cache
@require_http_methods(["GET", "POST"])
def invite(request: HttpRequest, code: UUID) -> HttpResponse:
    """Read addresses and words back; then send them."""
    study = study_for(request, code, "recruit")
    first = {
        "subject": wording.invitation_subject(study, study.language),
        "body": invitations.default_body(study),
    }
    form = InviteForm(request.POST or None, study=study, initial=first)
    checked = form.is_valid()
    can_send = invitations.may_send(study)
    if checked and can_send and "send" in request.POST:
        if _invite(request, study, form) is not None:
            return _send(request, study)
        messages.warning(request, LIST_CHANGED)
    return page(
        request,
        "workbench/invite.html",
        study,
        "Invite people by e-mail",
        form=form,
        checked=checked,
        can_send=can_send,
        example=_example(form) if checked else "",
        notices=_notices(study, form) if checked else [],
    )


def _invite(request: HttpRequest, study: Study, form: InviteForm) -> int | None:
    """Store the invitations; None if they are not as many as the page showed."""
    expected = whole_number(request.POST["send"])
    if expected is None:
        return None
    return invitations.invite(
        study=study, user=user_of(request), expected=expected, **form.cleaned_data
    )


def _notices(study: Study, form: MailForm) -> list[str]:
    """Point out what the e-mail may tell of the study's aim."""
    mail = form.cleaned_data
    language = mail.get("language") or study.language
    return [*notices_of_mail(study, mail["subject"], mail["body"], language)]


def _example(form: InviteForm) -> str:
    body: str = form.cleaned_data["body"]
    return body.replace(invitations.PLACEHOLDER, EXAMPLE)


@staff_member_required
@never_cache
@require_http_methods(["GET", "POST"])
def sent(request: HttpRequest, code: UUID) -> HttpResponse:
    """List the invitations by state; send those that wait, and those not taken once more."""
    study = study_for(request, code, "recruit")
    if request.method == "POST":
        if "again" in request.POST:
            invitations.try_again(study=study, user=user_of(request))
        return _send(request, study)
    rows = Invitation.objects.filter(study=study).with_state()
    counts = dict(rows.order_by().values_list("state").annotate(number=Count("pk")))
    state = request.GET.get("state", "")
    wanted = state if state in STATES else ""
    shown = rows.filter(state=wanted) if wanted else rows
    return page(
        request,
        "workbench/invitations.html",
        study,
        "Invitations",
        rows=Paginator(shown.select_related("link"), ROWS).get_page(request.GET.get("p")),
        states=[(name, counts.get(name, 0)) for name in STATES],
        counts=counts,
        not_sent=counts.get("failed", 0) + counts.get("refused", 0),
        wanted=wanted,
        can_send=invitations.may_send(study),
        running=Job.objects.running(study, Job.Kind.SEND_INVITATIONS),
        not_begun=Invitation.objects.not_begun().filter(study=study).count(),
    )


@staff_member_required
@never_cache
@require_http_methods(["GET", "POST"])
def remind(request: HttpRequest, code: UUID) -> HttpResponse:
    """Write once more to those who have not begun."""
    study = study_for(request, code, "recruit")
    first = {
        "subject": wording.reminder_subject(study, study.language),
        "body": invitations.default_reminder(study),
    }
    form = MailForm(request.POST or None, initial=first)
    can_send = invitations.may_send(study)
    checked = form.is_valid()
    notices = _notices(study, form) if checked else []
    # What is pointed out is read once; the second click sends.
    if checked and can_send and (not notices or "send" in request.POST):
        invitations.remind(study=study, user=user_of(request), **form.cleaned_data)
        return _send(request, study)
    return page(
        request,
        "workbench/remind.html",
        study,
        "Remind those who have not begun",
        form=form,
        notices=notices,
        can_send=can_send,
        number=Invitation.objects.not_begun().filter(study=study).count(),
    )


def _send(request: HttpRequest, study: Study) -> HttpResponse:
    """Begin the job that sends what waits, and lead to its page."""
    total = Invitation.objects.waiting().filter(study=study).count()
    return start_job(request, study, Job.Kind.SEND_INVITATIONS, total=total)


@staff_member_required
@never_cache
@require_http_methods(["GET", "POST"])
def excluded(request: HttpRequest, code: UUID) -> HttpResponse:
    """Store the ids of people who may not take part: typed, or the judges of other studies."""
    study = study_for(request, code, "recruit")
    others = Study.objects.visible_to(request.user, "see").exclude(pk=study.pk)
    others = others.filter(judges__external_id__gt="").distinct().order_by("title")
    now = "\n".join(ExcludedId.objects.filter(study=study).values_list("external_id", flat=True))
    form = ExcludedForm(request.POST or None, others=others, initial={"ids": now})
    if form.is_valid() and _exclude(request, study, form):
        return HttpResponseRedirect(request.path)
    template = "workbench/excluded_ids.html"
    return page(request, template, study, "Excluded ids", form=form)


def _exclude(request: HttpRequest, study: Study, form: ExcludedForm) -> bool:
    more = excluded_ids.of_judges(form.cleaned_data.get("studies") or [])
    read = form.cleaned_data["ids"]
    ids = list(dict.fromkeys([*read.taken, *more]))
    try:
        number = excluded_ids.replace(study=study, user=user_of(request), ids=ids)
    except ValueError as error:
        form.add_error("studies", str(error))
        return False
    shown = ", ".join(ids[:SHOWN_IDS]) + (" …" if number > SHOWN_IDS else "")
    said = f"{number} {'id is' if number == 1 else 'ids are'} excluded"
    messages.success(request, f"{said}: {shown}" if ids else f"{said}.")
    if read.left:
        messages.warning(request, f"Only ids were taken. Left out in line {read.left_in_words}.")
    return True
