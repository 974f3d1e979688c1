"""Texts of a draft."""

from rest_framework import serializers

from studies.api.serializers.fields import AT_ONCE, Serializer
from studies.models.study import SYSTEMS


class TextIn(Serializer):
    """One text of subject A or B, in a study of ratings of a system up to H."""

    subject = serializers.ChoiceField(choices=list(SYSTEMS))
    item = serializers.CharField(help_text="What the text is about.")
    text = serializers.CharField(trim_whitespace=False)
    context = serializers.CharField(  # type: ignore[assignment]  # hides DRF's own attribute
        trim_whitespace=False, required=False, allow_blank=True
    )
    condition = serializers.CharField(
        required=False, allow_blank=True, help_text="How the text was made; judges are not told."
    )
    language = serializers.CharField(required=False, allow_blank=True)
    direction = serializers.ChoiceField(choices=["auto", "ltr", "rtl"], required=False)
    kind = serializers.ChoiceField(choices=["main", "practice", "attention"], required=False)
    sentences = serializers.CharField(
        required=False,
        allow_blank=True,
        trim_whitespace=False,
        help_text="The text once more with ¦ between its sentences.",
    )


class TextsIn(Serializer):
    """Texts for a draft: all are stored, or none."""

    texts = serializers.ListField(child=TextIn(), min_length=1, max_length=AT_ONCE)


class TextsOut(Serializer):
    """How many texts were stored, and what is remarkable about them."""

    stored = serializers.IntegerField()
    warnings = serializers.ListField(child=serializers.CharField())
