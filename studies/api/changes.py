"""What is done to a study after it was opened: amended, reopened, unsealed, put away."""

from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from studies.api.problems import refused
from studies.api.queries import checked, user_of
from studies.api.serializers import AmendIn, StudyOut, WhyIn
from studies.api.studies import ActionView, shown
from studies.models import Study
from studies.services.lifecycle import amendments, transitions
from studies.workbench.forms.actions import ActionForm, AmendForm, ReasonForm


class _ReasonedAction(ActionView):
    """Something that the pages ask a reason for."""

    def _answers(self, study: Study, form: type[ActionForm], given: dict[str, Any]) -> Any:
        """What the page's own form makes of it; a refusal where it finds something wrong."""
        asked = form(given, study=study)
        if asked.is_valid():
            return asked.cleaned_data
        return refused(asked)


class AmendStudy(_ReasonedAction):
    """Raise the number of evaluations."""

    @extend_schema(operation_id="studies_amend", request=AmendIn, responses={200: StudyOut})
    def post(self, request: Request, code: UUID) -> Response:
        """An amendment of the plan, kept for good; where it costs the verdict, say you know."""
        study = self._study(request, code)
        given = self._answers(study, AmendForm, checked(AmendIn(data=request.data)))
        if isinstance(given, Response):
            return given
        amendments.raise_evaluations(
            study=study,
            user=user_of(request),
            evaluations=given["evaluations"],
            why=given["why"],
            cost_accepted=given["accept_cost"],
        )
        return shown(request, study)


class ReopenStudy(_ReasonedAction):
    """Reopen a closed study."""

    @extend_schema(operation_id="studies_reopen", request=WhyIn, responses={200: StudyOut})
    def post(self, request: Request, code: UUID) -> Response:
        """An amendment of the plan, kept for good."""
        study = self._study(request, code)
        given = self._answers(study, ReasonForm, checked(WhyIn(data=request.data)))
        if isinstance(given, Response):
            return given
        amendments.reopen(study=study, user=user_of(request), why=given["why"])
        return shown(request, study)


class UnsealStudy(_ReasonedAction):
    """Show the results of a blind study before it is complete."""

    permission = "own"

    @extend_schema(operation_id="studies_unseal", request=WhyIn, responses={200: StudyOut})
    def post(self, request: Request, code: UUID) -> Response:
        """Recorded, and never undone: from then on raising the number costs the verdict."""
        study = self._study(request, code)
        given = self._answers(study, ReasonForm, checked(WhyIn(data=request.data)))
        if isinstance(given, Response):
            return given
        transitions.unseal(study=study, user=user_of(request), why=given["why"])
        return shown(request, study)


class ArchiveStudy(ActionView):
    """Put a study away."""

    @extend_schema(operation_id="studies_archive", request=None, responses={200: StudyOut})
    def post(self, request: Request, code: UUID) -> Response:
        """It leaves the list of the pages; nothing is lost."""
        study = self._study(request, code)
        transitions.archive(study=study, user=user_of(request))
        return shown(request, study)


class UnarchiveStudy(ActionView):
    """Bring a study back from the archive."""

    @extend_schema(operation_id="studies_unarchive", request=None, responses={200: StudyOut})
    def post(self, request: Request, code: UUID) -> Response:
        """It stands in the list again."""
        study = self._study(request, code)
        transitions.unarchive(study=study, user=user_of(request))
        return shown(request, study)
