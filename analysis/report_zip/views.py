"""The download of the report."""

from datetime import UTC, datetime
from uuid import UUID

from django.contrib import admin
from django.contrib.admin.views.decorators import staff_member_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from analysis.reading import read, watch
from analysis.report_zip.archive import zipped
from analysis.report_zip.contents import about, parts_of
from studies.exports import Snapshot
from studies.exports.snapshot import Stream
from studies.models import Study


@require_GET
@staff_member_required
def report(request: HttpRequest, code: UUID) -> HttpResponseBase:
    """One ZIP for whoever may read the results; of a sealed study a page that says why not."""
    snapshot = Snapshot()
    with snapshot.kept_open():
        watched = watch(request.user, code)
        if watched is None or not (watched.may_read or watched.sealed):
            raise Http404
        if not watched.may_read:
            snapshot.close()
            return _sealed(request, code)
        reading = read(watched)
        folder = f"{slugify(reading.study.title)[:60] or str(code)[:8]}-report"
        chunks = zipped(parts_of(reading), folder=folder, about=about(reading.study))
    return StreamingHttpResponse(
        Stream(chunks, snapshot),
        content_type="application/zip",
        headers={
            "Content-Disposition": f'attachment; filename="{folder}-{_today()}.zip"',
            "X-Content-Type-Options": "nosniff",
            "Cache-Control": "private, no-store",
        },
    )


def _today() -> str:
    return f"{datetime.now(UTC):%Y-%m-%d}"


def _sealed(request: HttpRequest, code: UUID) -> HttpResponse:
    """The page of the other exports."""
    study = Study.objects.visible_to(request.user, "see").get(code=code)
    context = {
        **admin.site.each_context(request),
        "title": _("The answers are sealed"),
        "study": study,
        "study_page": reverse("admin:studies_study_change", args=[study.pk]),
    }
    return render(request, "studies/export_sealed.html", context, status=403)
