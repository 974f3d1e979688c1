"""People who see a study, or are invited to."""

from typing import Any

from rest_framework import serializers

from studies.api.serializers.fields import Serializer
from studies.models.visibility import Role
from studies.services.recruiting.pasted_lists import one_address


class AddressField(serializers.EmailField):
    """One e-mail address, also as a mail program copies it."""

    def to_internal_value(self, data: Any) -> str:
        return one_address(super().to_internal_value(data))


class ShareIn(Serializer):
    """A person's exact address, and their role."""

    email = AddressField()
    role = serializers.ChoiceField(choices=Role.choices)


class ShareOut(Serializer):
    """A person's role in the study."""

    id = serializers.IntegerField(source="pk")
    email = serializers.EmailField(source="user.email")
    role = serializers.CharField()


class InvitedOut(Serializer):
    """An invitation to make an account; `refused` is what the mail server said against it."""

    email = serializers.EmailField()
    role = serializers.CharField()
    expires_at = serializers.DateTimeField()
    refused = serializers.CharField()
