"""Studies: listed, made, changed while they are drafts, and led through their life."""

from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from studies.api.problems import refused
from studies.api.queries import (
    NewestFirst,
    checked,
    page_of,
    studies_of,
    study_for,
    user_of,
)
from studies.api.serializers import ReasonIn, StudyIn, StudyOut
from studies.models import Study
from studies.services.lifecycle import drafts, transitions
from studies.services.lifecycle.plan_fields import FORM_FIELDS
from studies.tasks import open_study
from studies.workbench.forms.fields import changed_labels
from studies.workbench.forms.study import StudyForm


def shown(request: Request, study: Study, status: int = 200) -> Response:
    """The study as it stands now."""
    fresh = study_for(request, study.code, "see")
    return Response(StudyOut(fresh).data, status=status)


class StudyList(APIView):
    """Your own and shared studies."""

    @extend_schema(operation_id="studies_list", responses=page_of("StudyPage", StudyOut))
    def get(self, request: Request) -> Response:
        """Own and shared studies, newest first; archived ones too."""
        pages = NewestFirst()
        page = pages.paginate_queryset(studies_of(request, "see"), request, view=self)
        return pages.get_paginated_response(StudyOut(page, many=True).data)

    @extend_schema(operation_id="studies_create", request=StudyIn, responses={201: StudyOut})
    def post(self, request: Request) -> Response:
        """Make a draft. What is left out has the same default as on the page."""
        given = checked(StudyIn(data=request.data))
        form = StudyForm({**_as_typed(Study()), **given, "evaluations": given.get("evaluations")})
        if not form.is_valid():
            return refused(form)
        study = drafts.make_study(study=form.save(commit=False), user=user_of(request))
        return shown(request, study, status=201)


class StudyDetail(APIView):
    """One study."""

    @extend_schema(operation_id="studies_retrieve", responses=StudyOut)
    def get(self, request: Request, code: UUID) -> Response:
        """The plan and where the study stands."""
        return Response(StudyOut(study_for(request, code, "see")).data)

    @extend_schema(operation_id="studies_edit", request=StudyIn, responses=StudyOut)
    def patch(self, request: Request, code: UUID) -> Response:
        """Change a draft: only what is given."""
        study = study_for(request, code, "edit")
        drafts.require_draft(study)
        given = checked(StudyIn(data=request.data, partial=True))
        form = StudyForm({**_as_typed(study), **given}, instance=study)
        if not form.is_valid():
            return refused(form)
        changed = changed_labels(form)
        drafts.change_study(study=form.save(commit=False), user=user_of(request), changed=changed)
        return shown(request, study)


def _as_typed(study: Study) -> dict[str, Any]:
    """A study's own values, as its form would send them."""
    typed = {name: getattr(study, name) for name in FORM_FIELDS}
    return {**typed, "accept_fewer": bool(study.accepted_warnings)}


class ActionView(APIView):
    """Something that is done to a study by a POST."""

    permission = "edit"

    def _study(self, request: Request, code: UUID) -> Study:
        found: Study = study_for(request, code, self.permission)
        return found


class OpenStudy(ActionView):
    """Open a study."""

    @extend_schema(operation_id="studies_open", request=None, responses={200: StudyOut})
    def post(self, request: Request, code: UUID) -> Response:
        """Freeze the plan and make the triads; a large study answers 202 while they are made.

        Fewer evaluations than recommended are accepted with the draft (`accept_fewer`).
        """
        study, user = self._study(request, code), user_of(request)
        job = open_study(study=study, user=user, accepted=list(study.accepted_warnings))
        return shown(request, study, status=202 if job else 200)


class PauseStudy(ActionView):
    """Pause a study."""

    @extend_schema(operation_id="studies_pause", request=None, responses={200: StudyOut})
    def post(self, request: Request, code: UUID) -> Response:
        """Give no more triads; answers to those that are being read still count."""
        study = self._study(request, code)
        transitions.pause(study=study, user=user_of(request))
        return shown(request, study)


class ResumeStudy(ActionView):
    """Resume a paused study."""

    @extend_schema(operation_id="studies_resume", request=None, responses={200: StudyOut})
    def post(self, request: Request, code: UUID) -> Response:
        """Give triads again."""
        study = self._study(request, code)
        transitions.resume(study=study, user=user_of(request))
        return shown(request, study)


class CloseStudy(ActionView):
    """Close a study."""

    @extend_schema(operation_id="studies_close", request=ReasonIn, responses={200: StudyOut})
    def post(self, request: Request, code: UUID) -> Response:
        """End the study: later answers are kept and not counted."""
        study = self._study(request, code)
        why = checked(ReasonIn(data=request.data))["why"]
        transitions.close(study=study, user=user_of(request), why=why)
        return shown(request, study)


class DuplicateStudy(APIView):
    """Duplicate a study."""

    @extend_schema(operation_id="studies_duplicate", request=None, responses={201: StudyOut})
    def post(self, request: Request, code: UUID) -> Response:
        """A draft of your own with the same plan and texts."""
        study = study_for(request, code, "edit")
        copy = drafts.duplicate(study=study, user=user_of(request))
        return shown(request, copy, status=201)
