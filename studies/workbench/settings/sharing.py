"""Pages on which a study is shared: with accounts, by links to its results, with programs."""

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.admin.views.decorators import staff_member_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from studies.models import Collaborator, Study
from studies.services.accounts import colleagues, sharing
from studies.services.accounts.domains import domains_for
from studies.services.notifying import webhooks
from studies.values.whole_numbers import whole_number
from studies.workbench.forms.sharing import ShareForm, ShareLinkForm, WebhookForm
from studies.workbench.frame import page, study_for, user_of

SHOWN_DELIVERIES = 20


@staff_member_required
@never_cache
@require_http_methods(["GET", "POST"])
def share(request: HttpRequest, code: UUID) -> HttpResponse:
    """List with whom the study is shared and who is invited; share it, or end that."""
    study = study_for(request, code, "own")
    form = ShareForm(request.POST if "email" in request.POST else None)
    if "remove" in request.POST:
        key = whole_number(request.POST["remove"])
        if key is not None:
            sharing.unshare(study=study, user=user_of(request), collaborator_id=key)
            messages.success(request, "The study is not shared with this person any more.")
        return HttpResponseRedirect(request.path)
    if "withdraw" in request.POST:
        key = whole_number(request.POST["withdraw"])
        if key is not None:
            colleagues.withdraw(study=study, user=user_of(request), invitation_id=key)
            messages.success(request, "The link of this invitation does not work any more.")
        return HttpResponseRedirect(request.path)
    if form.is_valid() and _share(request, study, form):
        return HttpResponseRedirect(request.path)
    collaborations = study.collaborations.select_related("user").order_by("pk")
    return page(
        request,
        "workbench/share.html",
        study,
        "Share study",
        form=form,
        collaborations=collaborations,
        invitations=study.colleague_invitations.unused(),
        now=timezone.now(),
        domains=domains_for(user_of(request)),
    )


def _share(request: HttpRequest, study: Study, form: ShareForm) -> bool:
    user, given = user_of(request), form.cleaned_data
    try:
        shared, is_told = colleagues.share_or_invite(study=study, user=user, **given)
    except sharing.CannotShareError as error:
        form.add_error("email", str(error))
        return False
    if isinstance(shared, Collaborator):
        told = "who gets an e-mail" if is_told else "to whom no e-mail was sent"
        messages.success(request, f"The study is shared with {shared.user.email}, {told}.")
    elif shared.refused:
        words = f"The mail server did not take the invitation to {shared.email}: {shared.refused}"
        messages.error(request, words)
    else:
        words = f"An invitation to make an account was sent to {shared.email}, who has none yet."
        messages.success(request, words)
    return True


@require_http_methods(["GET", "POST"])
@staff_member_required
@never_cache
def links_to_results(request: HttpRequest, code: UUID) -> HttpResponse:
    """List the links by which people without an account read the results; make one, or end it."""
    study = study_for(request, code, "own")
    form = ShareLinkForm(request.POST if "note" in request.POST else None)
    if "withdraw" in request.POST:
        link = _row(study.share_links, request.POST["withdraw"])
        if link is not None:
            sharing.withdraw_share_link(link=link, user=user_of(request))
            messages.success(request, "The link shows nothing any more.")
        return HttpResponseRedirect(request.path)
    if form.is_valid():
        note = form.cleaned_data["note"]
        sharing.make_share_link(study=study, user=user_of(request), note=note)
        messages.success(request, "The link is made: copy it and send it.")
        return HttpResponseRedirect(request.path)
    links = study.share_links.filter(revoked_at=None).select_related("made_by")
    rows = [(link, sharing.address_of(link)) for link in links]
    template = "studies/share_links.html"
    return page(request, template, study, "Links to the results", form=form, rows=rows)


@require_http_methods(["GET", "POST"])
@staff_member_required
@never_cache
def webhooks_of(request: HttpRequest, code: UUID) -> HttpResponse:
    """List the addresses that are told what happens, and how that went; add one, or stop it."""
    study = study_for(request, code, "edit")
    form = WebhookForm(request.POST if "url" in request.POST else None)
    if "stop" in request.POST:
        hook = _row(study.webhooks, request.POST["stop"])
        if hook is not None:
            webhooks.stop(webhook=hook, user=user_of(request))
            messages.success(request, "This address is no longer notified.")
        return HttpResponseRedirect(request.path)
    if form.is_valid() and _add_webhook(request, study, form):
        return HttpResponseRedirect(request.path)
    deliveries = study.deliveries.select_related("webhook", "event").order_by("-pk")
    return page(
        request,
        "studies/webhooks.html",
        study,
        "Webhooks",
        form=form,
        rows=[(hook, webhooks.shown_secret(hook)) for hook in study.webhooks.active()],
        deliveries=deliveries[:SHOWN_DELIVERIES],
    )


def _add_webhook(request: HttpRequest, study: Study, form: WebhookForm) -> bool:
    try:
        webhooks.add(study=study, user=user_of(request), url=form.cleaned_data["url"])
    except webhooks.WebhookRefusedError as error:
        form.add_error("url", str(error))
        return False
    messages.success(request, "This address is notified from now on.")
    return True


def _row(rows: Any, key: str) -> Any:
    """Return the row of the study that a button names, or None."""
    return rows.filter(pk=whole_number(key) or 0).first()
