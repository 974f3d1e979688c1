"""What belongs to a study: its texts, its recruitment links, its answers."""

from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from django.http import Http404, HttpResponseBase
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from studies.api.problems import Sealed, problem, refused
from studies.api.queries import (
    NewestFirst,
    Pages,
    checked,
    page_of,
    study_for,
    user_of,
)
from studies.api.serializers import (
    AnswerOut,
    LinkIn,
    LinkOut,
    PeopleIn,
    PeopleOut,
    TextsIn,
    TextsOut,
)
from studies.exports import answers_export
from studies.exports.answers import COLUMNS, answer_rows
from studies.models import Answer, RecruitmentLink, Study
from studies.services.recruiting import links as recruitment
from studies.services.texts.import_rows import import_rows
from studies.workbench.downloads import download
from studies.workbench.forms.links import LinkForm
from studies.workbench.texts.upload_words import errors_of, warnings_of


class Texts(APIView):
    """The texts of a draft."""

    @extend_schema(operation_id="texts_add", request=TextsIn, responses={201: TextsOut})
    def post(self, request: Request, code: UUID) -> Response:
        """Add up to 1,000 texts to a draft, all or none, checked as an upload is."""
        study = study_for(request, code, "edit")
        given = checked(TextsIn(data=request.data))
        added = import_rows(study=study, user=user_of(request), rows=given["texts"])
        if not added.findings.ok:
            sentences = [s for group in errors_of(added.findings) for s in group.sentences]
            return problem(400, "Nothing was stored.", errors={"texts": sentences})
        warnings = [s for group in warnings_of(added.findings) for s in group.sentences]
        found = TextsOut({"stored": added.stored, "warnings": warnings})
        return Response(found.data, status=201)


class Links(APIView):
    """The recruitment links of a study."""

    @extend_schema(operation_id="links_list", responses=page_of("LinkPage", LinkOut))
    def get(self, request: Request, code: UUID) -> Response:
        """Open and personal links, newest first."""
        study = study_for(request, code, "recruit")
        pages = NewestFirst()
        links: QuerySet[RecruitmentLink] = study.links.all()
        page = pages.paginate_queryset(links, request, view=self)
        return pages.get_paginated_response(LinkOut(page, many=True).data)

    @extend_schema(operation_id="links_create", request=LinkIn, responses={201: LinkOut})
    def post(self, request: Request, code: UUID) -> Response:
        """Make an open link for a panel."""
        study = study_for(request, code, "recruit")
        form = LinkForm({**checked(LinkIn(data=request.data)), "study": study.pk})
        if not form.is_valid():
            return refused(form)
        link = recruitment.make_link(link=form.save(commit=False), user=user_of(request))
        return Response(LinkOut(link).data, status=201)


class PersonalLinks(APIView):
    """Links for one person each."""

    @extend_schema(operation_id="links_personal", request=PeopleIn, responses={201: PeopleOut})
    def post(self, request: Request, code: UUID) -> Response:
        """A link for each person who has none yet: sent again, it makes no second one."""
        study = study_for(request, code, "recruit")
        given = checked(PeopleIn(data=request.data))
        names = [" ".join(name.split()) for name in given["people"]]
        made = recruitment.make_personal_links(
            study=study,
            user=user_of(request),
            lines="\n".join(names),
            panel=given["panel"],
            mode=given["mode"],
            language=given["language"],
            expires_at=given.get("expires_at"),
        )
        links = RecruitmentLink.objects.filter(study=study, personal=True, revoked_at__isnull=True)
        found = {"made": made, "links": links.filter(addressee__in=names)}
        return Response(PeopleOut(found).data, status=201)


class Answers(APIView):
    """The answers of a study."""

    @extend_schema(operation_id="answers_list", responses=page_of("AnswerPage", AnswerOut))
    def get(self, request: Request, code: UUID) -> Response:
        """One row an answer, in the order of their storing; the CSV file has the same columns.

        Of a blind study only when it is complete or unsealed.
        """
        readable = _readable(request, code).get()
        pages = Pages()
        ours = Answer.objects.filter(trial__study=readable).order_by("pk")
        keys = [row["pk"] for row in pages.paginate_queryset(ours.values("pk"), request) or []]
        names = [column.name for column in COLUMNS]
        rows = answer_rows(readable, ours.filter(pk__in=keys))
        found = [dict(zip(names, row, strict=True)) for row in rows]
        return pages.get_paginated_response(AnswerOut(found, many=True).data)


class AnswersFile(APIView):
    """The answers of a study as a file."""

    @extend_schema(operation_id="answers_csv", responses={(200, "text/csv"): str})
    def get(self, request: Request, code: UUID) -> HttpResponseBase:
        """All answers as CSV, streamed; of a blind study only when it is complete or unsealed."""
        return download(request, _readable(request, code), "answers", answers_export)

    def perform_content_negotiation(self, request: Request, force: bool = False) -> Any:  # noqa: FBT001, FBT002 - the framework's signature
        """There is one form: a program that asks for text/csv gets it as well."""
        return super().perform_content_negotiation(request, force=True)


def _readable(request: Request, code: UUID) -> QuerySet[Study]:
    """The one study whose answers the person may read; raises Sealed or Http404."""
    readable = Study.objects.visible_to(request.user, "read").filter(code=code)
    if not readable.exists():
        study = get_object_or_404(Study.objects.visible_to(request.user, "see"), code=code)
        if study.is_sealed:
            raise Sealed
        raise Http404
    return readable
