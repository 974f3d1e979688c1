"""Numbers in forms: fields of text, since a number field changes under the mouse wheel."""

from collections.abc import Callable
from typing import Any

from django import forms

from studies.values import typed_numbers


class DecimalInput(forms.TextInput):
    """A number that is typed, with the keyboard for it on a phone."""

    def __init__(self, attrs: dict[str, Any] | None = None) -> None:
        super().__init__(
            {"inputmode": "decimal", "autocomplete": "off", "spellcheck": "false"} | (attrs or {})
        )


class WholeInput(DecimalInput):
    """A whole number that is typed."""

    def __init__(self, attrs: dict[str, Any] | None = None) -> None:
        super().__init__({"inputmode": "numeric"} | (attrs or {}))


class DecimalField(forms.FloatField):
    """A number, with a point or a comma."""

    widget = DecimalInput
    read: Callable[[str], float | None] = staticmethod(typed_numbers.decimal_number)

    def to_python(self, value: Any) -> Any:
        """Return the number, None where nothing was typed."""
        if value in self.empty_values:
            return None
        found = self.read(str(value))
        if found is None:
            raise forms.ValidationError(self.error_messages["invalid"], code="invalid")
        return found


class ProportionField(DecimalField):
    """A proportion: 0.3, 0,3 or 30 %."""

    read = staticmethod(typed_numbers.proportion)


# Smaller risks cost time, and promise what no study of texts can keep.
LEAST_RISK = 0.0001
RISKS_END_BEFORE = 0.5


class RiskField(ProportionField):
    """A risk of a plan."""

    def validate(self, value: Any) -> None:
        super().validate(value)
        if value is not None and not LEAST_RISK <= value < RISKS_END_BEFORE:
            raise forms.ValidationError(self.error_messages["invalid"], code="invalid")


class WholeField(forms.IntegerField):
    """A whole number, with or without separators of thousands."""

    widget = WholeInput

    def to_python(self, value: Any) -> int | None:
        """Return the number, None where nothing was typed."""
        if value in self.empty_values:
            return None
        found = typed_numbers.whole_number(str(value))
        if found is None:
            raise forms.ValidationError(self.error_messages["invalid"], code="invalid")
        return found


class PercentField(WholeField):
    """A whole number of percent: 10 or 10 %."""

    def to_python(self, value: Any) -> int | None:
        """Return the number, None where nothing was typed."""
        return super().to_python(str(value).strip().removesuffix("%") if value else value)
