"""Sharing a study with other accounts."""

from uuid import UUID

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from studies.api.problems import problem
from studies.api.queries import get_study, user_of, validated
from studies.api.serializers.sharing import InvitedOut, ShareIn, ShareOut
from studies.models import ColleagueInvitation
from studies.services.accounts import colleagues, sharing


class SharingList(APIView):
    """The accounts with whom a study is shared."""

    @extend_schema(operation_id="sharing_list", responses=ShareOut(many=True))
    def get(self, request: Request, code: UUID) -> Response:
        """List the people who share the study, with their roles."""
        study = get_study(request, code, "own")
        rows = study.collaborations.select_related("user").order_by("pk")
        return Response(ShareOut(rows, many=True).data)

    @extend_schema(
        operation_id="sharing_add", request=ShareIn, responses={201: ShareOut, 202: InvitedOut}
    )
    def post(self, request: Request, code: UUID) -> Response:
        """Share it with the account of exactly this address, or change that person's role.

        The person gets an e-mail; where there is no account and the site lets owners invite this
        address, one with a link to make one: 202.
        """
        study = get_study(request, code, "own")
        given = validated(ShareIn(data=request.data))
        try:
            found, _told = colleagues.share_or_invite(study=study, user=user_of(request), **given)
        except sharing.CannotShareError as error:
            return problem(400, str(error), errors={"email": [str(error)]})
        if isinstance(found, ColleagueInvitation):
            return Response(InvitedOut(found).data, status=202)
        return Response(ShareOut(found).data, status=201)


class SharingDetail(APIView):
    """One person's role in a study."""

    @extend_schema(operation_id="sharing_end", responses={204: None})
    def delete(self, request: Request, code: UUID, pk: int) -> Response:
        """End the sharing with this person."""
        study = get_study(request, code, "own")
        found = get_object_or_404(study.collaborations, pk=pk)
        sharing.unshare(study=study, user=user_of(request), collaborator_id=found.pk)
        return Response(status=204)
