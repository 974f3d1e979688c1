"""The answers of a study, in pages and as the CSV file."""

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
from studies.api.serializers import AnswerOut
from studies.exports import answers_export, ratings_export
from studies.exports.answers import COLUMNS, answer_rows
from studies.models import Answer, Study
from studies.workbench.downloads import download


class AnswerList(APIView):
    """The answers of a study."""

    @extend_schema(
        operation_id="answers_list",
        parameters=[*PAGE_PARAMETERS],
        responses=page_schema("AnswerPage", AnswerOut),
    )
    def get(self, request: Request, code: UUID) -> Response:
        """List the answers in the order of their storing, with the columns of the CSV file.

        Of a blind study only when it is complete or unsealed.
        """
        study = _readable(request, code).get()
        answers = Answer.objects.filter(trial__study=study).order_by("pk")
        pages = OldestFirst()
        # The page is found by keys alone: its order and place are those of the table.
        page = pages.paginate_queryset(answers.values("pk"), request) or []
        rows = answer_rows(study, answers.filter(pk__in=[row["pk"] for row in page]))
        names = [column.name for column in COLUMNS]
        found = [dict(zip(names, row, strict=True)) for row in rows]
        return pages.get_paginated_response(AnswerOut(found, many=True).data)


class AnswerFile(APIView):
    """The answers of a study as a file."""

    @extend_schema(operation_id="answers_csv", responses={(200, "text/csv"): str})
    def get(self, request: Request, code: UUID) -> HttpResponseBase:
        """Return all answers as CSV; of a blind study only when it is complete or unsealed."""
        return download(request, _readable(request, code), "answers", answers_export)

    def perform_content_negotiation(self, request: Request, force: bool = False) -> Any:  # noqa: FBT001, FBT002 - the framework's signature
        """There is one form: a program that asks for text/csv gets it as well."""
        return super().perform_content_negotiation(request, force=True)


class RatingFile(AnswerFile):
    """The numbers that were given after choices, as a file."""

    @extend_schema(operation_id="ratings_csv", responses={(200, "text/csv"): str})
    def get(self, request: Request, code: UUID) -> HttpResponseBase:
        """Return all numbers as CSV; none where the plan asks for none. Sealed as answers are."""
        return download(request, _readable(request, code), "ratings", ratings_export)


def _readable(request: Request, code: UUID) -> QuerySet[Study]:
    """Return the one study whose answers the caller may read; raise Sealed or Http404."""
    readable = Study.objects.visible_to(request.user, "read").filter(code=code)
    if not readable.exists():
        study = get_object_or_404(Study.objects.visible_to(request.user, "see"), code=code)
        if study.is_sealed:
            raise Sealed
        raise Http404
    return readable
