"""Places in a row of numbers, as people write them: 1, 3."""

from typing import Any

from django import forms

SENTENCE = "Write places from 1 to 100 with commas between them, for example 1, 3."


class PlacesField(forms.CharField):
    """Whole numbers from 1 to 100, each once, in order."""

    def to_python(self, value: Any) -> Any:
        parts = value if isinstance(value, list) else str(value or "").replace(";", ",").split(",")
        words = [str(part).strip() for part in parts if str(part).strip()]
        if not all(word.isascii() and word.isdigit() and len(word) < 4 for word in words):
            raise forms.ValidationError(SENTENCE)
        places = sorted({int(word) for word in words})
        if places and not 1 <= places[0] <= places[-1] <= 100:
            raise forms.ValidationError(SENTENCE)
        return places

    def prepare_value(self, value: Any) -> Any:
        return ", ".join(map(str, value)) if isinstance(value, list) else value

    def has_changed(self, initial: Any, data: Any) -> bool:
        return bool(self.prepare_value(initial) != self.prepare_value(data))
