"""The pages of recruitment links: a new one, one with its address and QR code, the end of one."""

from io import BytesIO
from typing import Any
from uuid import UUID

import segno
from django.contrib import messages
from django.contrib.admin.views.decorators import staff_member_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.text import slugify
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from studies.models import Judge, RecruitmentLink
from studies.services.lifecycle.availability import WrongStateError, is_available
from studies.services.recruiting import links
from studies.workbench.downloads import file_headers
from studies.workbench.forms.fields import changed_labels
from studies.workbench.forms.links import LinkForm
from studies.workbench.frame import page, refuse, study_for, user_of
from studies.workbench.recruiting.links import (
    count_people,
    link_page,
    personal_state,
    state_of,
    who_stopped,
)

QR_TYPES = {"svg": "image/svg+xml", "png": "image/png"}


@require_http_methods(["GET", "POST"])
@staff_member_required
@never_cache
def new_link(request: HttpRequest, code: UUID) -> HttpResponse:
    """Ask for a new link of the study, and make it."""
    study = study_for(request, code, "recruit")
    if not is_available("make_link", study):
        return refuse(request, study, "make_link")
    form = LinkForm(request.POST or None, instance=RecruitmentLink(study=study))
    if form.is_valid():
        try:
            link = links.make_link(link=form.save(commit=False), user=user_of(request))
        except WrongStateError:
            study.refresh_from_db()
            return refuse(request, study, "make_link")
        messages.success(request, "The link was made. Copy it and send it to your judges.")
        return HttpResponseRedirect(link_page(link))
    return page(request, "workbench/new_link.html", study, "Make a recruitment link", form=form)


@require_http_methods(["GET", "POST"])
@staff_member_required
@never_cache
def link(request: HttpRequest, code: UUID, pk: int) -> HttpResponse:
    """Show a link with its address, and change what can be changed."""
    found = _link_for(request, code, pk)
    form = LinkForm(request.POST or None, instance=found)
    if form.is_valid():
        changed = changed_labels(form)
        links.change_link(link=form.save(commit=False), user=user_of(request), changed=changed)
        messages.success(request, "The link was stored.")
        return HttpResponseRedirect(request.path)
    if form.is_bound:  # a form with errors has left its values in the row
        found = _link_for(request, code, pk)
    count_people([found])
    judges = reverse("admin:studies_judge_changelist")
    return page(
        request,
        "workbench/link.html",
        found.study,
        f"Recruitment link “{found.panel}”",
        form=form,
        link=found,
        state=state_of(found),
        stopped=who_stopped(found),
        came=personal_state(found),
        address=links.address_of(found),
        fills_in=found.id_parameter == "PROLIFIC_PID" or links.placeholder_of(found),
        message_text=links.message_for(found),
        same_browser=Judge.objects.filter(link=found, same_browser_as__isnull=False).count(),
        judges_page=f"{judges}?of={found.study_id}&known_browser=yes",
    )


@require_http_methods(["GET", "POST"])
@staff_member_required
@never_cache
def revoke_link(request: HttpRequest, code: UUID, pk: int) -> HttpResponse:
    """Ask, then end the link."""
    found = _link_for(request, code, pk)
    if request.method == "POST":
        links.revoke(link=found, user=user_of(request))
        messages.success(request, "The link is revoked.")
        return HttpResponseRedirect(reverse("studies:people", args=[code]))
    return page(request, "workbench/revoke_link.html", found.study, "Revoke link", link=found)


@require_safe
@staff_member_required
@never_cache
def qr(request: HttpRequest, code: UUID, pk: int, kind: str) -> HttpResponse:
    """Draw the link's QR code: black on white in any theme, to print at any size."""
    if kind not in QR_TYPES:
        raise Http404
    found = _link_for(request, code, pk)
    out = BytesIO()
    drawn = segno.make(links.address_of(found), error="m", micro=False)
    options: dict[str, Any] = {"title": found.panel} if kind == "svg" else {}
    drawn.save(out, kind=kind, scale=8, border=4, light="#fff", **options)
    name = "-".join(
        filter(None, (slugify(found.study.title)[:60], slugify(found.panel)[:40], "qr"))
    )
    disposition = "attachment" if "download" in request.GET else "inline"
    return HttpResponse(
        out.getvalue(),
        content_type=QR_TYPES[kind],
        headers=file_headers(f"{name}.{kind}", disposition=disposition),
    )


def _link_for(request: HttpRequest, code: UUID, pk: int) -> Any:
    visible = RecruitmentLink.objects.visible_to(request.user, "recruit").with_study()
    return get_object_or_404(visible, pk=pk, study__code=code)
