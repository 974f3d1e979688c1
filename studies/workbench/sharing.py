"""Pages of a study: links to its results, and webhooks."""

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.admin.views.decorators import staff_member_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from studies.models import Study
from studies.services.notifying import webhooks
from studies.services.recruiting import share_links
from studies.whole_numbers import whole_number
from studies.workbench.forms.sharing import ShareLinkForm, WebhookForm
from studies.workbench.frame import frame_of, study_for, user_of

SHOWN_DELIVERIES = 20


@require_http_methods(["GET", "POST"])
@staff_member_required
@never_cache
def links_to_results(request: HttpRequest, code: UUID) -> HttpResponse:
    """The links by which people without an account read the results."""
    study = study_for(request, code, "own")
    form = ShareLinkForm(request.POST if "note" in request.POST else None)
    if request.method == "POST" and "withdraw" in request.POST:
        link = study.share_links.filter(pk=whole_number(request.POST["withdraw"]) or 0).first()
        if link is not None:
            share_links.withdraw(link=link, user=user_of(request))
            messages.success(request, "The link shows nothing any more.")
        return HttpResponseRedirect(request.path)
    if request.method == "POST" and form.is_valid():
        share_links.make(study=study, user=user_of(request), note=form.cleaned_data["note"])
        messages.success(request, "The link is made: copy it and send it.")
        return HttpResponseRedirect(request.path)
    rows = [
        (link, share_links.address_of(link))
        for link in study.share_links.filter(revoked_at=None).select_related("made_by")
    ]
    return _page(request, "share_links", study, "Links to the results", form, rows=rows)


@require_http_methods(["GET", "POST"])
@staff_member_required
@never_cache
def webhooks_of(request: HttpRequest, code: UUID) -> HttpResponse:
    """The addresses that are told what happens, and how that went."""
    study = study_for(request, code, "edit")
    form = WebhookForm(request.POST if "url" in request.POST else None)
    if request.method == "POST" and "stop" in request.POST:
        hook = study.webhooks.filter(pk=whole_number(request.POST["stop"]) or 0).first()
        if hook is not None:
            webhooks.stop(webhook=hook, user=user_of(request))
            messages.success(request, "This address is told nothing more.")
        return HttpResponseRedirect(request.path)
    if request.method == "POST" and form.is_valid() and _add(request, study, form):
        return HttpResponseRedirect(request.path)
    rows = [(hook, webhooks.shown_secret(hook)) for hook in study.webhooks.active()]
    deliveries = study.deliveries.select_related("webhook", "event").order_by("-pk")
    return _page(
        request,
        "webhooks",
        study,
        "Webhooks",
        form,
        rows=rows,
        deliveries=deliveries[:SHOWN_DELIVERIES],
    )


def _add(request: HttpRequest, study: Study, form: WebhookForm) -> bool:
    try:
        webhooks.add(study=study, user=user_of(request), url=form.cleaned_data["url"])
    except webhooks.WebhookRefusedError as error:
        form.add_error("url", str(error))
        return False
    messages.success(request, "This address is told what happens from now on.")
    return True


def _page(
    request: HttpRequest, name: str, study: Study, title: str, form: Any, **more: Any
) -> HttpResponse:
    context = frame_of(request, study, title) | {"form": form, **more}
    status = 422 if form.errors else 200
    return render(request, f"studies/{name}.html", context, status=status)
