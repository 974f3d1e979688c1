"""Fields and widgets of more than one form."""

import re
from contextlib import suppress
from datetime import date, datetime, time
from typing import Any

from django import forms
from django.conf import settings
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from studies.models.study import SURENESS_WEIGHTS
from studies.services.recruiting.pasted_lists import one_address
from studies.values.language_tags import is_tag, written_as_usual
from studies.values.visible_text import shown_or_empty, visible
from studies.values.whole_numbers import whole_number

NO_TAG = "Write a language tag, such as en, pt-BR, zh-Hant or ar."
WEIGHTS = (
    "Write four whole numbers from 0 to 3, none smaller than the one before it and the last above "
    "0: 0, 1, 2, 3."
)
PLACES = "Write places from 1 to 100 with commas between them, for example 1, 3."


class MomentInput(forms.DateTimeInput):
    """Date and time in one field of the browser, in the person's time zone."""

    input_type = "datetime-local"

    def __init__(self) -> None:
        super().__init__(format="%Y-%m-%dT%H:%M")


END_OF_DAY = time(23, 59, 59)


def end_of_day(value: Any) -> Any:
    """Return the last second of a day that stands alone, without a zone; else the value itself."""
    if isinstance(value, str) and re.fullmatch(r"\d{4}-\d\d-\d\d", value.strip()):
        with suppress(ValueError):  # no day of the calendar
            return datetime.combine(date.fromisoformat(value.strip()), END_OF_DAY)
    return value


class MomentField(forms.DateTimeField):
    """A moment until which something lasts; a day alone means its end, in the person's zone."""

    widget = MomentInput

    def to_python(self, value: Any) -> Any:
        return super().to_python(end_of_day(value))


class ShownField(forms.CharField):
    """A text of which something can be seen: one of invisible characters is none."""

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        """Leave out the length: a browser cuts what is pasted without a word."""
        attrs = super().widget_attrs(widget)
        return {name: value for name, value in attrs.items() if name != "maxlength"}

    def to_python(self, value: Any) -> Any:
        return shown_or_empty(super().to_python(value) or "")


class CodeTextField(forms.CharField):
    """A code or an address that is copied: nothing in it that cannot be seen."""

    def to_python(self, value: Any) -> Any:
        return visible(super().to_python(value) or "")


class AddressField(forms.EmailField):
    """One e-mail address, also as a mail program copies it: `Lee, Ann <ann@example.org>`."""

    # The browser would refuse what is read here.
    widget = forms.TextInput(attrs={"inputmode": "email"})

    def to_python(self, value: Any) -> Any:
        return one_address(super().to_python(value) or "")


class DayInput(forms.DateInput):
    """A day in one field of the browser."""

    input_type = "date"

    def __init__(self) -> None:
        super().__init__(format="%Y-%m-%d")


class KnownNamesInput(forms.TextInput):
    """A name that is typed, or chosen among those that are known already."""

    names: tuple[str, ...] = ()

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        """Return the field with its list of names."""
        listed = f"{name}-known"
        field = super().render(name, value, {**(attrs or {}), "list": listed}, renderer)
        options = format_html_join("", '<option value="{}">', ((known,) for known in self.names))
        return format_html('{}<datalist id="{}">{}</datalist>', field, listed, options)


class LanguageInput(KnownNamesInput):
    """A language tag; those of the judges' pages are offered."""

    names = tuple(code for code, _name in settings.LANGUAGES)


class LanguageField(forms.CharField):
    """A language tag, in its usual writing."""

    widget = LanguageInput

    def to_python(self, value: Any) -> str:
        tag = written_as_usual(str(value or ""))
        # The pages' own languages have Django's writing: zh-hans.
        return tag.lower() if tag.lower() in dict(settings.LANGUAGES) else tag

    def validate(self, value: Any) -> None:
        super().validate(value)
        if not is_tag(value):
            raise forms.ValidationError(NO_TAG)


class PlacesField(forms.CharField):
    """Places in a row, from 1 to 100, each once and in order, as people write them: 1, 3."""

    def to_python(self, value: Any) -> Any:
        parts = value if isinstance(value, list) else str(value or "").replace(";", ",").split(",")
        words = [str(part).strip() for part in parts if str(part).strip()]
        places = {whole_number(word, digits=3) or 0 for word in words}
        if not all(1 <= place <= 100 for place in places):
            raise forms.ValidationError(PLACES)
        return sorted(places)

    def prepare_value(self, value: Any) -> Any:
        return ", ".join(map(str, value)) if isinstance(value, list) else value

    def has_changed(self, initial: Any, data: Any) -> bool:
        return bool(self.prepare_value(initial) != self.prepare_value(data))


class WeightsField(forms.CharField):
    """Weights of the four levels of sureness, as people write them: 0, 1, 2, 3.

    These four are the default, which a study stores as none.
    """

    def to_python(self, value: Any) -> Any:
        parts = value if isinstance(value, list) else str(value or "").replace(";", ",").split(",")
        weights = [whole_number(word, digits=1) for part in parts if (word := str(part).strip())]
        if weights in ([], [*SURENESS_WEIGHTS]):
            return []
        given = [weight for weight in weights if weight is not None and weight <= 3]
        if len(given) != len(SURENESS_WEIGHTS) or weights != sorted(given) or not given[-1]:
            raise forms.ValidationError(WEIGHTS)
        return given

    def prepare_value(self, value: Any) -> Any:
        if not isinstance(value, list):
            return value
        return ", ".join(map(str, value or SURENESS_WEIGHTS))

    def has_changed(self, initial: Any, data: Any) -> bool:
        return bool(self.prepare_value(initial or []) != self.prepare_value(data))


def changed_labels(form: forms.BaseForm) -> dict[str, str]:
    """Return the labels of the fields that were changed, by their names."""
    return {name: str(form.fields[name].label or name) for name in form.changed_data}
