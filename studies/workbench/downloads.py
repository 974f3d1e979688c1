"""Downloads: CSV files of answers, judges, links and texts."""

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
    events_export,
    judges_export,
    links_export,
    pairs_export,
    ratings_export,
    sheets_export,
    texts_export,
)
from studies.exports.snapshot import Stream
from studies.kinds import RATING, TRIANGLE
from studies.models import Study
from studies.workbench.frame import frame_of

# What judges gave, by kind of study: name of the file, and what it is called.
_ANSWER_FILES = {
    TRIANGLE.key: (("answers", "Answers"),),
    RATING.key: (
        ("ratings", "Ratings"),
        ("sheets", "Rated sheets"),
        ("pairs", "Win, tie or loss of each two systems on a page"),
    ),
}
_AFTER_CHOICES = ("ratings", "Numbers after choices")


def answer_files(study: Study) -> list[tuple[str, str]]:
    """Return the files of what judges gave, each with its name and what it is called."""
    return [*_ANSWER_FILES[study.kind], *([_AFTER_CHOICES] if study.follow_up else [])]


@require_GET
@staff_member_required
def export_answers(request: HttpRequest, code: UUID) -> HttpResponseBase:
    """Send all answers; of a blind study only when it is complete or unsealed."""
    return _download_of_answers(request, code, "answers", answers_export)


@require_GET
@staff_member_required
def export_ratings(request: HttpRequest, code: UUID) -> HttpResponseBase:
    """Send all numbers that were given, on sheets or after choices; sealed as answers are."""
    return _download_of_answers(request, code, "ratings", ratings_export)


@require_GET
@staff_member_required
def export_sheets(request: HttpRequest, code: UUID) -> HttpResponseBase:
    """Send all rated sheets; sealed as answers are."""
    return _download_of_answers(request, code, "sheets", sheets_export)


@require_GET
@staff_member_required
def export_pairs(request: HttpRequest, code: UUID) -> HttpResponseBase:
    """Send who won on each page; sealed as answers are."""
    return _download_of_answers(request, code, "pairs", pairs_export)


@require_GET
@staff_member_required
def export_texts(request: HttpRequest, code: UUID) -> HttpResponseBase:
    """Send all texts, to those who may edit them even while results are sealed."""
    studies = Study.objects.visible_to(request.user, "edit") | Study.objects.visible_to(
        request.user, "read"
    )
    return download(request, studies.filter(code=code), "texts", texts_export)


@require_GET
@staff_member_required
def export_events(request: HttpRequest, code: UUID) -> HttpResponseBase:
    """Send what happened to the study."""
    studies = Study.objects.visible_to(request.user, "see").filter(code=code)
    return download(request, studies, "events", events_export)


@require_GET
@staff_member_required
def export_links(request: HttpRequest, code: UUID) -> HttpResponseBase:
    """Send the recruitment links with their full addresses."""
    studies = Study.objects.visible_to(request.user, "recruit").filter(code=code)
    return download(request, studies, "links", links_export)


@require_GET
@staff_member_required
def export_judges(request: HttpRequest, code: UUID) -> HttpResponseBase:
    """Send who took part, without answers: for those who recruit and pay."""
    studies = Study.objects.visible_to(request.user, "recruit").filter(code=code)
    return download(request, studies, "judges", judges_export)


def _download_of_answers(
    request: HttpRequest, code: UUID, what: str, export_of: Callable[[Study], Export]
) -> HttpResponseBase:
    """Send what a sealed study does not show, or say that it is sealed."""
    readable = Study.objects.visible_to(request.user, "read").filter(code=code)
    if not readable.exists():
        return sealed_page(request, code)
    return download(request, readable, what, export_of)


def download(
    request: HttpRequest | Request,
    studies: QuerySet[Study],
    what: str,
    export_of: Callable[[Study], Export],
) -> HttpResponseBase:
    """Stream a CSV file of the one study of `studies`, from one moment of the database."""
    snapshot = Snapshot()
    with snapshot.kept_open():
        study = get_object_or_404(studies)
        export = amended(export_of(study), study)
        separator = spreadsheet_of(request)
        chunks = csv_chunks(export, spreadsheet=separator)
    return StreamingHttpResponse(
        Stream(chunks, snapshot),
        content_type="text/csv; charset=utf-8",
        headers={
            **file_headers(csv_name(study, what, spreadsheet=separator)),
            "X-Row-Count": str(export.count),
        },
    )


def spreadsheet_of(request: HttpRequest | Request) -> str:
    """Return the separator that the person's spreadsheet expects; empty for programs."""
    if request.GET.get("bom") != "1":
        return ""
    return str(getattr(request.user, "csv_separator", ","))


def file_headers(name: str, *, disposition: str = "attachment") -> dict[str, str]:
    """Return the headers of a file of this name, which no cache may keep."""
    return {
        "Content-Disposition": f'{disposition}; filename="{name}"',
        "Cache-Control": "private, no-store",
    }


def file_name(study: Study, what: str, ending: str) -> str:
    """Return the name of a file, with the day."""
    return f"{file_stem(study, what)}-{datetime.now(UTC):%Y-%m-%d}.{ending}"


def csv_name(study: Study, what: str, *, spreadsheet: str) -> str:
    """Return the name of a CSV file; those for spreadsheets and for programs have two."""
    return file_name(study, f"{what}-spreadsheet" if spreadsheet else what, "csv")


def file_stem(study: Study, what: str) -> str:
    """Return a file name of letters, digits and hyphens, from the study's title."""
    return f"{slugify(study.title)[:60] or str(study.code)[:8]}-{what}"


def sealed_page(request: HttpRequest, code: UUID) -> HttpResponse:
    """Say that the study is sealed, to those who may see it; else raise Http404."""
    study = Study.objects.visible_to(request.user, "see").filter(code=code).first()
    if study is None or not study.is_sealed:
        raise Http404
    context = frame_of(request, study, "The answers are sealed")
    return render(request, "studies/export_sealed.html", context, status=403)
