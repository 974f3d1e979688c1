"""Studies: listed, made, and changed while they are drafts."""

from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from studies.api.queries import (
    PAGE_PARAMETERS,
    NewestFirst,
    get_study,
    maker_of,
    page_schema,
    studies_of,
    user_of,
    valid_form,
    validated,
    zone_of,
)
from studies.api.serializers.studies import StudyIn, StudyOut
from studies.api.study_forms import forms_of
from studies.kinds import TRIANGLE
from studies.models import Study
from studies.services.lifecycle import drafts
from studies.services.lifecycle.plan_fields import AFTER_OPENING
from studies.workbench.forms.fields import changed_labels


def study_response(request: Request, study: Study, status: int = 200) -> Response:
    """Return the study as the database holds it now."""
    fresh = get_study(request, study.code, "see")
    return Response(StudyOut(fresh).data, status=status)


class StudyList(APIView):
    """Your own and shared studies."""

    @extend_schema(
        operation_id="studies_list",
        parameters=[*PAGE_PARAMETERS],
        responses=page_schema("StudyPage", StudyOut),
    )
    def get(self, request: Request) -> Response:
        """List own and shared studies, newest first; archived ones too."""
        pages = NewestFirst()
        page = pages.paginate_queryset(studies_of(request, "see"), request, view=self)
        return pages.get_paginated_response(StudyOut(page, many=True).data)

    @extend_schema(operation_id="studies_create", request=StudyIn, responses={201: StudyOut})
    def post(self, request: Request) -> Response:
        """Make a draft. What is left out has the same default as on the page.

        A rating study (`kind`) has `systems` and `rating` in place of subjects and risks.
        """
        user = maker_of(request)
        given = validated(StudyIn(data=request.data, context=zone_of(user)))
        study = Study(owner=user, kind=given.get("kind", TRIANGLE.key))
        forms = [valid_form(form) for form in forms_of(study, given)]
        for form in forms:
            form.save(commit=False)
        study = drafts.make_study(study=study, user=user, plan=forms[0].plan)
        return study_response(request, study, status=201)


class StudyDetail(APIView):
    """One study."""

    @extend_schema(operation_id="studies_retrieve", responses=StudyOut)
    def get(self, request: Request, code: UUID) -> Response:
        """Return the plan and where the study stands."""
        return Response(StudyOut(get_study(request, code, "see")).data)

    @extend_schema(operation_id="studies_edit", request=StudyIn, responses=StudyOut)
    def patch(self, request: Request, code: UUID) -> Response:
        """Change what is given: of a draft all, of an opened study its title and dates."""
        study = get_study(request, code, "edit")
        context = zone_of(study.owner)
        given = validated(StudyIn(data=request.data, partial=True, context=context))
        if not set(given) <= set(AFTER_OPENING):
            drafts.require_draft(study)
        forms = [valid_form(form) for form in forms_of(study, given)]
        changed: dict[str, str] = {}
        for form in forms:
            changed |= changed_labels(form)
            form.save(commit=False)
        drafts.change_study(study=study, user=user_of(request), changed=changed, plan=forms[0].plan)
        return study_response(request, study)
