"""Places in a row of numbers, as people write them: 1, 3."""

from typing import Any

from django import forms

from studies.whole_numbers import whole_number

SENTENCE = "Write places from 1 to 100 with commas between them, for example 1, 3."


class PlacesField(forms.CharField):
    """Whole numbers from 1 to 100, each once, in order."""

    def to_python(self, value: Any) -> Any:
        parts = value if isinstance(value, list) else str(value or "").replace(";", ",").split(",")
        words = [str(part).strip() for part in parts if str(part).strip()]
        places = {whole_number(word, digits=3) or 0 for word in words}
        if not all(1 <= place <= 100 for place in places):
            raise forms.ValidationError(SENTENCE)
        return sorted(places)

    def prepare_value(self, value: Any) -> Any:
        return ", ".join(map(str, value)) if isinstance(value, list) else value

    def has_changed(self, initial: Any, data: Any) -> bool:
        return bool(self.prepare_value(initial) != self.prepare_value(data))
