"""Webhooks of a study: addresses that are told what happens."""

from uuid import UUID

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from studies.api.problems import problem
from studies.api.queries import get_study, user_of, valid_form, validated
from studies.api.serializers.webhooks import WebhookIn, WebhookOut
from studies.services.notifying import webhooks
from studies.workbench.forms.sharing import WebhookForm


class WebhookList(APIView):
    """The addresses that are told what happens."""

    @extend_schema(operation_id="webhooks_list", responses=WebhookOut(many=True))
    def get(self, request: Request, code: UUID) -> Response:
        """List those in use, each with the key that signs its messages."""
        study = get_study(request, code, "edit")
        return Response(WebhookOut(study.webhooks.active(), many=True).data)

    @extend_schema(operation_id="webhooks_add", request=WebhookIn, responses={201: WebhookOut})
    def post(self, request: Request, code: UUID) -> Response:
        """Tell an address from now on."""
        study = get_study(request, code, "edit")
        url = valid_form(WebhookForm(validated(WebhookIn(data=request.data)))).cleaned_data["url"]
        try:
            webhook = webhooks.add(study=study, user=user_of(request), url=url)
        except webhooks.WebhookRefusedError as error:
            return problem(409, str(error))
        return Response(WebhookOut(webhook).data, status=201)


class WebhookDetail(APIView):
    """An address that is told."""

    @extend_schema(operation_id="webhooks_stop", responses={204: None})
    def delete(self, request: Request, code: UUID, pk: int) -> Response:
        """Tell it nothing more."""
        study = get_study(request, code, "edit")
        webhook = get_object_or_404(study.webhooks.active(), pk=pk)
        webhooks.stop(webhook=webhook, user=user_of(request))
        return Response(status=204)
