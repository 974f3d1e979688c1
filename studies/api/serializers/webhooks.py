"""Addresses that are told what happens."""

from rest_framework import serializers

from studies.api.serializers.fields import Serializer
from studies.models import Webhook
from studies.services.notifying import webhooks


class WebhookIn(Serializer):
    """An address on the public internet that begins with https://."""

    url = serializers.CharField(max_length=500)


class WebhookOut(Serializer):
    """An address that is told what happens, and the key that signs its messages."""

    id = serializers.IntegerField(source="pk")
    url = serializers.CharField()
    secret = serializers.SerializerMethodField()
    made_at = serializers.DateTimeField()

    def get_secret(self, hook: Webhook) -> str:
        return webhooks.shown_secret(hook)
