"""Downloads: CSV files of answers, texts and links."""

from collections.abc import Callable
from datetime import UTC, datetime
from uuid import UUID

from django.contrib.admin.views.decorators import staff_member_required
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.text import slugify
from django.views.decorators.http import require_GET
from rest_framework.request import Request

from studies.exports import (
    Export,
    Snapshot,
    amended,
    answers_export,
    csv_chunks,
    judges_export,
    links_export,
    texts_export,
)
from studies.exports.snapshot import Stream
from studies.models import Study
from studies.workbench.frame import frame_of


@require_GET
@staff_member_required
def export_answers(request: HttpRequest, code: UUID) -> HttpResponseBase:
    """One row an answer; of a blind study only when it is complete or unsealed."""
    readable = Study.objects.visible_to(request.user, "read").filter(code=code)
    if not readable.exists():
        return sealed(request, code)
    return download(request, readable, "answers", answers_export)


@require_GET
@staff_member_required
def export_texts(request: HttpRequest, code: UUID) -> HttpResponseBase:
    """Every text. Who may edit them may have them even while results are sealed."""
    studies = Study.objects.visible_to(request.user, "edit") | Study.objects.visible_to(
        request.user, "read"
    )
    return download(request, studies.filter(code=code), "texts", texts_export)


@require_GET
@staff_member_required
def export_links(request: HttpRequest, code: UUID) -> HttpResponseBase:
    """Recruitment links with their full addresses."""
    studies = Study.objects.visible_to(request.user, "recruit").filter(code=code)
    return download(request, studies, "links", links_export)


@require_GET
@staff_member_required
def export_judges(request: HttpRequest, code: UUID) -> HttpResponseBase:
    """Who took part: for those who recruit and pay. It holds no answers."""
    studies = Study.objects.visible_to(request.user, "recruit").filter(code=code)
    return download(request, studies, "judges", judges_export)


def download(
    request: HttpRequest | Request,
    studies: QuerySet[Study],
    what: str,
    export_of: Callable[[Study], Export],
) -> HttpResponseBase:
    """A CSV file of the one study of `studies`, from one moment of the database."""
    snapshot = Snapshot()
    with snapshot.kept_open():
        study = get_object_or_404(studies)
        export = amended(export_of(study), study)
        chunks = csv_chunks(export, bom=request.GET.get("bom") == "1")
    return StreamingHttpResponse(
        Stream(chunks, snapshot),
        content_type="text/csv; charset=utf-8",
        headers={
            **file_headers(file_name(study, what, "csv")),
            "X-Row-Count": str(export.count),
        },
    )


def file_headers(name: str, *, disposition: str = "attachment") -> dict[str, str]:
    """Return the headers of a file of this name, which no cache may keep."""
    return {
        "Content-Disposition": f'{disposition}; filename="{name}"',
        "Cache-Control": "private, no-store",
    }


def file_name(study: Study, what: str, ending: str) -> str:
    """The name of a file with the day."""
    return f"{name_of(study, what)}-{datetime.now(UTC):%Y-%m-%d}.{ending}"


def name_of(study: Study, what: str) -> str:
    """Letters, digits and hyphens, whatever the study's title holds."""
    return f"{slugify(study.title)[:60] or str(study.code)[:8]}-{what}"


def sealed(request: HttpRequest, code: UUID) -> HttpResponse:
    """A page that says why, to those who know the study; to all others it is not there."""
    study = Study.objects.visible_to(request.user, "see").filter(code=code).first()
    if study is None or not study.is_sealed:
        raise Http404
    context = frame_of(request, study, "The answers are sealed")
    return render(request, "studies/export_sealed.html", context, status=403)
