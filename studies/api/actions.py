"""Actions on a study: open, pause, resume, close, amend, reopen, unseal, archive, keep, duplicate.

Services refuse an action that is not allowed in the study's state: that is answered with 409.
"""

from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer
from rest_framework.views import APIView

from studies.api.queries import get_study, maker_of, user_of, valid_form, validated
from studies.api.serializers.actions import AmendIn, KeepIn, OpenIn, ReasonIn, WhyIn
from studies.api.serializers.studies import StudyOut
from studies.api.studies import study_response
from studies.models import Study
from studies.services.lifecycle import amendments, drafts, erasure, transitions
from studies.tasks import open_study
from studies.workbench.forms.actions import ActionForm, AmendForm, KeepForm, ReasonForm


class ActionView(APIView):
    """An action on a study, taken by a POST."""

    permission = "edit"

    def study(self, request: Request, code: UUID) -> Study:
        """Return the study, if the caller may take this action; else 404."""
        return get_study(request, code, self.permission)

    def answers(
        self, study: Study, serializer: "Serializer[Any]", form: type[ActionForm]
    ) -> dict[str, Any]:
        """Return what the action's page asks for, checked by the page's own form."""
        return valid_form(form(validated(serializer), study=study)).cleaned_data


class OpenStudy(ActionView):
    """Open a study."""

    @extend_schema(operation_id="studies_open", request=OpenIn, responses={200: StudyOut})
    def post(self, request: Request, code: UUID) -> Response:
        """Freeze the plan and make the triads; a large study answers 202 while they are made.

        Warnings, those of the page *Check and open*, are accepted by their codes, which a refusal
        names; fewer evaluations than recommended also with the draft (`accept_fewer`).
        """
        study = self.study(request, code)
        accepted = [*study.accepted_warnings, *validated(OpenIn(data=request.data))["accepted"]]
        job = open_study(study=study, user=user_of(request), accepted=accepted)
        return study_response(request, study, status=202 if job else 200)


class PauseStudy(ActionView):
    """Pause a study."""

    @extend_schema(operation_id="studies_pause", request=None, responses={200: StudyOut})
    def post(self, request: Request, code: UUID) -> Response:
        """Give no more triads; answers to those that are being read still count."""
        study = self.study(request, code)
        transitions.pause(study=study, user=user_of(request))
        return study_response(request, study)


class ResumeStudy(ActionView):
    """Resume a paused study."""

    @extend_schema(operation_id="studies_resume", request=None, responses={200: StudyOut})
    def post(self, request: Request, code: UUID) -> Response:
        """Give triads again."""
        study = self.study(request, code)
        transitions.resume(study=study, user=user_of(request))
        return study_response(request, study)


class CloseStudy(ActionView):
    """Close a study."""

    @extend_schema(operation_id="studies_close", request=ReasonIn, responses={200: StudyOut})
    def post(self, request: Request, code: UUID) -> Response:
        """End the study: later answers are kept and not counted."""
        study = self.study(request, code)
        why = validated(ReasonIn(data=request.data))["why"]
        transitions.close(study=study, user=user_of(request), why=why)
        return study_response(request, study)


class AmendStudy(ActionView):
    """Raise the number of evaluations."""

    @extend_schema(operation_id="studies_amend", request=AmendIn, responses={200: StudyOut})
    def post(self, request: Request, code: UUID) -> Response:
        """Amend the plan, for good. Where it costs the verdict, say so with `accept_cost`."""
        study = self.study(request, code)
        answers = self.answers(study, AmendIn(data=request.data), AmendForm)
        amendments.raise_evaluations(
            study=study,
            user=user_of(request),
            evaluations=answers["evaluations"],
            why=answers["why"],
            cost_accepted=answers["accept_cost"],
        )
        return study_response(request, study)


class ReopenStudy(ActionView):
    """Reopen a closed study."""

    @extend_schema(operation_id="studies_reopen", request=WhyIn, responses={200: StudyOut})
    def post(self, request: Request, code: UUID) -> Response:
        """Amend the plan, for good: the study takes answers again."""
        study = self.study(request, code)
        why = self.answers(study, WhyIn(data=request.data), ReasonForm)["why"]
        amendments.reopen(study=study, user=user_of(request), why=why)
        return study_response(request, study)


class UnsealStudy(ActionView):
    """Show the results of a blind study before it is complete."""

    permission = "own"

    @extend_schema(operation_id="studies_unseal", request=WhyIn, responses={200: StudyOut})
    def post(self, request: Request, code: UUID) -> Response:
        """Recorded, and never undone: from then on raising the number costs the verdict."""
        study = self.study(request, code)
        why = self.answers(study, WhyIn(data=request.data), ReasonForm)["why"]
        transitions.unseal(study=study, user=user_of(request), why=why)
        return study_response(request, study)


class ArchiveStudy(ActionView):
    """Archive a study."""

    @extend_schema(operation_id="studies_archive", request=None, responses={200: StudyOut})
    def post(self, request: Request, code: UUID) -> Response:
        """Take the study out of the list of the pages; nothing is lost."""
        study = self.study(request, code)
        transitions.archive(study=study, user=user_of(request))
        return study_response(request, study)


class UnarchiveStudy(ActionView):
    """Bring a study back from the archive."""

    @extend_schema(operation_id="studies_unarchive", request=None, responses={200: StudyOut})
    def post(self, request: Request, code: UUID) -> Response:
        """Put the study into the list again."""
        study = self.study(request, code)
        transitions.unarchive(study=study, user=user_of(request))
        return study_response(request, study)


class KeepStudy(ActionView):
    """Set how long the data of a study are kept."""

    permission = "own"

    @extend_schema(operation_id="studies_keep", request=KeepIn, responses={200: StudyOut})
    def post(self, request: Request, code: UUID) -> Response:
        """Choose the day, and whether the study is erased on it by itself, after two e-mails."""
        study = self.study(request, code)
        answers = self.answers(study, KeepIn(data=request.data), KeepForm)
        erasure.keep(study=study, user=user_of(request), **answers)
        return study_response(request, study)


class DuplicateStudy(ActionView):
    """Duplicate a study."""

    @extend_schema(operation_id="studies_duplicate", request=None, responses={201: StudyOut})
    def post(self, request: Request, code: UUID) -> Response:
        """Make a draft of your own with the same plan and texts."""
        study = self.study(request, code)
        copy = drafts.duplicate(study=study, user=maker_of(request))
        return study_response(request, copy, status=201)
