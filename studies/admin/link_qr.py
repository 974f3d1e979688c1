"""The QR code of a recruitment link, as a picture that prints at any size."""

from io import BytesIO

import segno
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.text import slugify

from studies.models import RecruitmentLink
from studies.services.recruiting import links
from studies.workbench.downloads import file_headers


def qr(request: HttpRequest, pk: int) -> HttpResponse:
    """Black on white whatever the page's colours, with the margin that readers need."""
    visible = RecruitmentLink.objects.visible_to(request.user, "recruit").with_study()
    link = get_object_or_404(visible, pk=pk)
    out = BytesIO()
    code = segno.make(links.address_of(link), error="m", micro=False)
    code.save(out, kind="svg", scale=8, border=4, light="#fff", title=link.panel)
    name = "-".join(filter(None, (slugify(link.study.title)[:60], slugify(link.panel)[:40], "qr")))
    disposition = "attachment" if "download" in request.GET else "inline"
    return HttpResponse(
        out.getvalue(),
        content_type="image/svg+xml",
        headers=file_headers(f"{name}.svg", disposition=disposition),
    )
