"""The answers of a study, in pages and as the CSV file."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from django.http import Http404, HttpResponseBase
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from studies.api.problems import Sealed
from studies.api.queries import PAGE_PARAMETERS, OldestFirst, page_schema
from studies.api.serializers.answers import AnswerOut, ColumnsOut, RatingOut, SheetOut
from studies.exports import answers_export, pairs_export, ratings_export, sheets_export
from studies.exports.answers import answer_rows
from studies.exports.columns import Cell
from studies.exports.ratings import rating_rows
from studies.exports.sheets import sheet_rows
from studies.models import Answer, Rating, Study
from studies.workbench.downloads import download

Page = Sequence[dict[str, Any]]
Rows = Iterable[Sequence[Cell]]
RowsOf = Callable[[Study, Page], Rows]


class RowList(APIView):
    """Rows of a file of a study, page by page."""

    def listed(
        self,
        request: Request,
        code: UUID,
        rows_of: RowsOf,
        found: QuerySet[Any],
        row: type[ColumnsOut],
    ) -> Response:
        """Return a page of what of `found` belongs to the study, each with the file's columns."""
        study = _readable(request, code).get()
        pages = OldestFirst()
        # The page is found by keys alone: its order and place are those of the table.
        of_study = found.filter(**{row.study_path: study}).order_by("pk")
        page = pages.paginate_queryset(of_study.values("pk", *row.keys), request) or []
        names = [column.name for column in row.columns]
        rows = (dict(zip(names, cells, strict=True)) for cells in rows_of(study, page))
        return pages.get_paginated_response(row(list(rows), many=True).data)


class AnswerList(RowList):
    """The answers of a study of triads."""

    @extend_schema(
        operation_id="answers_list",
        parameters=[*PAGE_PARAMETERS],
        responses=page_schema("AnswerPage", AnswerOut),
    )
    def get(self, request: Request, code: UUID) -> Response:
        """List the answers in the order of their storing, with the columns of the CSV file.

        None in a rating study: see sheets and ratings. Of a blind study only when it is complete or
        unsealed.
        """
        return self.listed(request, code, _answers, Answer.objects.choices(), AnswerOut)


class SheetList(RowList):
    """The rated sheets of a study."""

    @extend_schema(
        operation_id="sheets_list",
        parameters=[*PAGE_PARAMETERS],
        responses=page_schema("SheetPage", SheetOut),
    )
    def get(self, request: Request, code: UUID) -> Response:
        """List the rated sheets in the order of their storing, with the columns of the CSV file.

        Of a blind study only when it is complete or unsealed.
        """
        return self.listed(request, code, _sheets, Answer.objects.of_sheets(), SheetOut)


class RatingList(RowList):
    """The numbers of a study."""

    @extend_schema(
        operation_id="ratings_list",
        parameters=[*PAGE_PARAMETERS],
        responses=page_schema("RatingPage", RatingOut),
    )
    def get(self, request: Request, code: UUID) -> Response:
        """List the numbers in the order of their storing, with the columns of the CSV file.

        Of a blind study only when it is complete or unsealed.
        """
        return self.listed(request, code, _ratings, Rating.objects.all(), RatingOut)


class AnswerFile(APIView):
    """The answers of a study as a file."""

    @extend_schema(operation_id="answers_csv", responses={(200, "text/csv"): str})
    def get(self, request: Request, code: UUID) -> HttpResponseBase:
        """Return all answers to triads as CSV.

        Of a blind study only when it is complete or unsealed.
        """
        return download(request, _readable(request, code), "answers", answers_export)

    def perform_content_negotiation(self, request: Request, force: bool = False) -> Any:  # noqa: FBT001, FBT002 - the framework's signature
        """There is one form: a program that asks for text/csv gets it as well."""
        return super().perform_content_negotiation(request, force=True)


class RatingFile(AnswerFile):
    """The numbers that were given, as a file."""

    @extend_schema(operation_id="ratings_csv", responses={(200, "text/csv"): str})
    def get(self, request: Request, code: UUID) -> HttpResponseBase:
        """Return all numbers as CSV, of sheets or after choices. Sealed as answers are."""
        return download(request, _readable(request, code), "ratings", ratings_export)


class SheetFile(AnswerFile):
    """The rated sheets as a file."""

    @extend_schema(operation_id="sheets_csv", responses={(200, "text/csv"): str})
    def get(self, request: Request, code: UUID) -> HttpResponseBase:
        """Return all rated sheets as CSV. Sealed as answers are."""
        return download(request, _readable(request, code), "sheets", sheets_export)


class PairFile(AnswerFile):
    """Who won on each page, as a file."""

    @extend_schema(operation_id="pairs_csv", responses={(200, "text/csv"): str})
    def get(self, request: Request, code: UUID) -> HttpResponseBase:
        """Return win, tie or loss of each two systems on a page as CSV. Sealed as answers are."""
        return download(request, _readable(request, code), "pairs", pairs_export)


def _answers(study: Study, page: Page) -> Rows:
    return answer_rows(study, _of_page(page))


def _sheets(study: Study, page: Page) -> Rows:
    return sheet_rows(study, _of_page(page))


def _ratings(study: Study, page: Page) -> Rows:
    return rating_rows(study, [(row["answer"], row["pk"]) for row in page])


def _of_page(page: Page) -> QuerySet[Answer]:
    return Answer.objects.filter(pk__in=[row["pk"] for row in page]).order_by("pk")


def _readable(request: Request, code: UUID) -> QuerySet[Study]:
    """Return the study if the caller may read its answers; raise Sealed or Http404."""
    readable = Study.objects.visible_to(request.user, "read").filter(code=code)
    if not readable.exists():
        study = get_object_or_404(Study.objects.visible_to(request.user, "see"), code=code)
        if study.is_sealed:
            raise Sealed
        raise Http404
    return readable
