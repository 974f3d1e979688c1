"""The form that chooses the two systems that are to be told apart."""

from collections.abc import Mapping
from typing import Any, cast

from django import forms


class TwoSystemsForm(forms.Form):
    """Two systems of a rating study, which become subjects A and B."""

    a = forms.ChoiceField(label="Subject A")
    b = forms.ChoiceField(label="Subject B")

    def __init__(self, *args: Any, names: Mapping[str, str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field, letter in (("a", "A"), ("b", "B")):
            cast(forms.ChoiceField, self.fields[field]).choices = [*names.items()]
            self.initial[field] = letter

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        if cleaned.get("a") and cleaned["a"] == cleaned.get("b"):
            self.add_error("b", "Choose another system than for subject A.")
        return cleaned
