"""What stands around a study: who shares it, which addresses are told, links that are revoked."""

from uuid import UUID

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from studies.api.problems import problem, refused
from studies.api.queries import checked, study_for, user_of
from studies.api.serializers import LinkOut, ShareIn, ShareOut, WebhookIn, WebhookOut
from studies.models import RecruitmentLink
from studies.services.accounts import people
from studies.services.notifying import webhooks
from studies.services.recruiting import links
from studies.workbench.forms.sharing import WebhookForm


class Sharing(APIView):
    """With whom a study is shared."""

    @extend_schema(operation_id="sharing_list", responses=ShareOut(many=True))
    def get(self, request: Request, code: UUID) -> Response:
        """Everybody who shares it, and their parts."""
        study = study_for(request, code, "own")
        rows = study.collaborations.select_related("user").order_by("pk")
        return Response(ShareOut(rows, many=True).data)

    @extend_schema(operation_id="sharing_add", request=ShareIn, responses={201: ShareOut})
    def post(self, request: Request, code: UUID) -> Response:
        """Share it with the account of exactly this address, or change that person's part."""
        study = study_for(request, code, "own")
        given = checked(ShareIn(data=request.data))
        try:
            found = people.share(study=study, user=user_of(request), **given)
        except people.CannotShareError as error:
            return problem(400, str(error), errors={"email": [str(error)]})
        return Response(ShareOut(found).data, status=201)


class Shared(APIView):
    """One person's part in a study."""

    @extend_schema(operation_id="sharing_end", responses={204: None})
    def delete(self, request: Request, code: UUID, pk: int) -> Response:
        """End it."""
        study = study_for(request, code, "own")
        found = get_object_or_404(study.collaborations, pk=pk)
        people.unshare(study=study, user=user_of(request), collaborator_id=found.pk)
        return Response(status=204)


class Webhooks(APIView):
    """The addresses that are told what happens."""

    @extend_schema(operation_id="webhooks_list", responses=WebhookOut(many=True))
    def get(self, request: Request, code: UUID) -> Response:
        """Those in use, each with the key that signs its messages."""
        study = study_for(request, code, "edit")
        rows = study.webhooks.active()
        return Response(WebhookOut(rows, many=True).data)

    @extend_schema(operation_id="webhooks_add", request=WebhookIn, responses={201: WebhookOut})
    def post(self, request: Request, code: UUID) -> Response:
        """Tell an address from now on."""
        study = study_for(request, code, "edit")
        form = WebhookForm(checked(WebhookIn(data=request.data)))
        if not form.is_valid():
            return refused(form)
        try:
            url = form.cleaned_data["url"]
            hook = webhooks.add(study=study, user=user_of(request), url=url)
        except webhooks.WebhookRefusedError as error:
            return problem(409, str(error))
        return Response(WebhookOut(hook).data, status=201)


class OneWebhook(APIView):
    """An address that is told."""

    @extend_schema(operation_id="webhooks_stop", responses={204: None})
    def delete(self, request: Request, code: UUID, pk: int) -> Response:
        """Tell it nothing more."""
        study = study_for(request, code, "edit")
        hook = get_object_or_404(study.webhooks.active(), pk=pk)
        webhooks.stop(webhook=hook, user=user_of(request))
        return Response(status=204)


class RevokeLink(APIView):
    """Revoke a recruitment link."""

    @extend_schema(operation_id="links_revoke", request=None, responses={200: LinkOut})
    def post(self, request: Request, code: UUID, pk: int) -> Response:
        """Let nobody come in by it any more; who is in may go on. Not undone."""
        study = study_for(request, code, "recruit")
        link = get_object_or_404(study.links, pk=pk)
        links.revoke(link=link, user=user_of(request))
        return Response(LinkOut(RecruitmentLink.objects.get(pk=link.pk)).data)
