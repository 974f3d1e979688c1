"""The texts of a draft."""

from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from studies.api.problems import problem
from studies.api.queries import get_study, user_of, validated
from studies.api.serializers.texts import TextsIn, TextsOut
from studies.services.texts.import_rows import import_rows
from studies.workbench.texts.upload_words import errors_of, warnings_of


class TextList(APIView):
    """The texts of a draft."""

    @extend_schema(operation_id="texts_add", request=TextsIn, responses={201: TextsOut})
    def post(self, request: Request, code: UUID) -> Response:
        """Add up to 1,000 texts to a draft, all or none, checked as an upload is."""
        study = get_study(request, code, "edit")
        rows = validated(TextsIn(data=request.data))["texts"]
        if unknown := sorted({row["subject"] for row in rows} - study.subjects.keys()):
            said = f"The study has no subject {', '.join(unknown)}."
            return problem(400, "Nothing was stored.", errors={"texts": [said]})
        added = import_rows(study=study, user=user_of(request), rows=rows)
        if not added.findings.ok:
            sentences = [s for group in errors_of(added.findings) for s in group.sentences]
            return problem(400, "Nothing was stored.", errors={"texts": sentences})
        warnings = [s for group in warnings_of(added.findings) for s in group.sentences]
        found = TextsOut({"stored": added.stored, "warnings": warnings})
        return Response(found.data, status=201)
