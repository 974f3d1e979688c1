"""Recruitment links."""

from typing import TYPE_CHECKING, Any

from django.conf import settings
from rest_framework import serializers

from studies.api.serializers.fields import AT_ONCE, MomentField, Serializer
from studies.models import RecruitmentLink
from studies.models.judging.triad import Mode
from studies.models.recruitment import ENDING_FIELDS
from studies.models.years import check_year
from studies.services.recruiting import links
from studies.workbench.forms.links import check_ahead

if TYPE_CHECKING:
    LinkModelSerializer = serializers.ModelSerializer[RecruitmentLink]
else:
    LinkModelSerializer = serializers.ModelSerializer


class LinkOut(LinkModelSerializer):
    """A recruitment link with the address to send to judges."""

    address = serializers.SerializerMethodField()

    class Meta:
        model = RecruitmentLink
        fields = (
            *("id", "address", "panel", "mode", "personal", "addressee", "quota", "classroom"),
            *("language", "id_parameter", "mturk"),
            *("expires_at", "revoked_at", "created_at"),
            *ENDING_FIELDS,
        )
        read_only_fields = fields

    def get_fields(self) -> dict[str, Any]:
        # Empty ones are no addresses.
        urls = [name for name in ENDING_FIELDS if name.endswith("_url")]
        return super().get_fields() | {name: serializers.CharField(read_only=True) for name in urls}

    def get_address(self, link: RecruitmentLink) -> str:
        return links.address_of(link)


class LinkIn(Serializer):
    """A new open link."""

    also_given = LinkOut.Meta.fields

    panel = serializers.CharField(max_length=100)
    mode = serializers.ChoiceField(choices=Mode.choices, default=Mode.LIVE)
    quota = serializers.IntegerField(required=False, allow_null=True)
    expires_at = MomentField(required=False, allow_null=True)
    classroom = serializers.BooleanField(required=False)
    language = serializers.CharField(required=False, allow_blank=True)
    id_parameter = serializers.CharField(required=False, allow_blank=True)
    mturk = serializers.BooleanField(required=False)

    def get_fields(self) -> dict[str, Any]:
        endings = {
            name: serializers.CharField(required=False, allow_blank=True) for name in ENDING_FIELDS
        }
        return super().get_fields() | endings


class PeopleIn(Serializer):
    """People who each get a link of their own; nothing is sent to them."""

    panel = serializers.CharField(max_length=100)
    people = serializers.ListField(
        child=serializers.CharField(max_length=254), min_length=1, max_length=AT_ONCE
    )
    mode = serializers.ChoiceField(choices=Mode.choices, default=Mode.LIVE)
    # The same set as of a link that is there, so that the description gives it one name.
    language = serializers.ChoiceField(choices=settings.LANGUAGES, allow_blank=True, default="")
    expires_at = MomentField(required=False, allow_null=True, validators=[check_year, check_ahead])


class PeopleOut(Serializer):
    """How many links were made, and the links of all who were named, new or not."""

    made = serializers.IntegerField()
    links = LinkOut(many=True)
