"""The form of one text."""

from typing import TYPE_CHECKING, Any

from django import forms

from studies.kinds import kind_of
from studies.models import Sample
from studies.values.language_tags import is_tag, written_as_usual
from studies.values.visible_text import shows_nothing, visible

if TYPE_CHECKING:
    TextModelForm = forms.ModelForm[Sample]
else:
    TextModelForm = forms.ModelForm


class ExactText(forms.CharField):
    """A text with its leading spaces and line breaks."""

    widget = forms.Textarea(attrs={"rows": 8})

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(strip=False, **kwargs)

    def to_python(self, value: Any) -> str:
        """Turn the CR LF that browsers send into the LF of stored texts."""
        return (super().to_python(value) or "").replace("\r\n", "\n")


class TextForm(TextModelForm):
    """One text."""

    text = ExactText(label="text", required=False, max_length=50_000)
    context = ExactText(label="context", required=False, max_length=50_000)

    class Meta:
        model = Sample
        fields: tuple[str, ...] = (
            "item",
            "context",
            "condition",
            "text",
            "alt_text",
            "language",
            "direction",
        )

    def clean_item(self) -> str:
        """Refuse an item of which nothing is seen; texts of one item would not look so."""
        if not (item := visible(self.cleaned_data["item"])):
            raise forms.ValidationError(self.fields["item"].error_messages["required"])
        return item

    def clean_language(self) -> str:
        """Refuse what is no language tag."""
        language = written_as_usual(self.cleaned_data["language"])
        if language and not is_tag(language):
            raise forms.ValidationError("Write a language code, such as en or pt-BR.")
        return language

    def clean_alt_text(self) -> str:
        """Require a description for judges who cannot see the image; drop it if there is none."""
        alt_text = " ".join(self.cleaned_data["alt_text"].split())
        if self.instance.image_id and not alt_text:
            raise forms.ValidationError("Say what the image shows, for judges who cannot see it.")
        return alt_text if self.instance.image_id else ""

    def clean_text(self) -> str:
        """Take an empty text only where an image stands in its place."""
        text: str = self.cleaned_data["text"]
        if not shows_nothing(text):
            return text
        if not self.instance.image_id:
            raise forms.ValidationError(self.fields["text"].error_messages["required"])
        return ""


class NewTextForm(TextForm):
    """One more text, written by hand, with its subject."""

    class Meta(TextForm.Meta):
        fields = (
            "subject",
            "kind",
            "item",
            "context",
            "condition",
            "text",
            "language",
            "direction",
        )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        study = self.instance.study
        subject = forms.ChoiceField(
            label=kind_of(study).author,
            choices=[("", "–"), *((s, f"{name} ({s})") for s, name in study.subjects.items())],
        )
        self.fields["subject"] = subject

    def clean_text(self) -> str:
        """Refuse an empty text: no image comes along."""
        text: str = self.cleaned_data["text"]
        if shows_nothing(text):
            raise forms.ValidationError(self.fields["text"].error_messages["required"])
        return text
