"""What the serializers of more than one noun use."""

from typing import TYPE_CHECKING, Any

from django.utils import timezone
from rest_framework import serializers

from studies.workbench.forms.fields import end_of_day

if TYPE_CHECKING:
    Serializer = serializers.Serializer[Any]
else:
    Serializer = serializers.Serializer

# The most texts, or people, taken at a time.
AT_ONCE = 1000


class MomentField(serializers.DateTimeField):
    """A moment until which something lasts; without a zone it is in that of the study's owner.

    A day alone means its end, as on the pages.
    """

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault(
            "help_text",
            "Without an offset, in the owner's time zone; a day without a time means its end.",
        )
        super().__init__(**kwargs)

    def to_internal_value(self, value: Any) -> Any:
        with timezone.override(self.context["zone"]):
            return super().to_internal_value(end_of_day(value))
