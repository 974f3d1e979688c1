"""What is said with an action on a study."""

from rest_framework import serializers

from studies.api.serializers.fields import Serializer
from studies.services.lifecycle.opening_warnings import ACCEPTING


class OpenIn(Serializer):
    """The warnings that are accepted, by their codes."""

    accepted = serializers.ListField(
        child=serializers.ChoiceField(choices=list(ACCEPTING)), required=False, default=list
    )


class ReasonIn(Serializer):
    """Why something is done; kept in the study's record."""

    why = serializers.CharField(required=False, allow_blank=True, max_length=2000, default="")


class WhyIn(Serializer):
    """Why something is done: a sentence that is kept in the study's record."""

    why = serializers.CharField(max_length=1000)


class KeepIn(WhyIn):
    """How long the data are kept."""

    until = serializers.DateField()
    erases_itself = serializers.BooleanField(
        default=False, help_text="The study is erased on this day, after two e-mails to its owner."
    )


class AmendIn(WhyIn):
    """The new number of evaluations."""

    evaluations = serializers.IntegerField()
    accept_cost = serializers.BooleanField(
        default=False,
        help_text="Says that you know this ends the fixed-number verdict, where it does.",
    )
