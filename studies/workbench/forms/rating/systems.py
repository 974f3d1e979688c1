"""The names of two to eight systems: a field for each letter."""

from collections.abc import Iterator, Mapping
from typing import Any

from django import forms
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from studies.models import Study
from studies.models.study import SYSTEMS
from studies.services.texts.systems import UNNAMED, unnamed
from studies.values import json_values
from studies.values.visible_text import same_to_the_eye, shown_or_empty

FEWEST = 2
NAMELESS = {UNNAMED.format(letter) for letter in SYSTEMS}
LONGEST: int = Study._meta.get_field("subject_a").max_length or 0


class SystemsInput(forms.Widget):
    """A field for each letter; those behind the first empty one show when it is filled."""

    use_fieldset = True
    # So many fields are shown at first.
    shown = FEWEST

    def value_from_datadict(self, data: Mapping[str, Any], files: Any, name: str) -> list[str]:
        typed = [str(data.get(f"{name}-{letter}", "")) for letter in SYSTEMS]
        while typed and not shown_or_empty(typed[-1]):
            typed.pop()
        return typed

    def value_omitted_from_data(self, data: Mapping[str, Any], files: Any, name: str) -> bool:
        return f"{name}-A" not in data

    def id_for_label(self, id_: str, index: str | None = None) -> str:
        return f"{id_}-A"

    def render(
        self, name: str, value: Any, attrs: dict[str, Any] | None = None, renderer: Any = None
    ) -> SafeString:
        named = ["" if name in NAMELESS else name for name in value or []]
        names = [*named, *[""] * len(SYSTEMS)]
        context = {
            "name": name,
            "rows": [*zip(SYSTEMS, names, strict=False)],
            "longest": LONGEST,
            "shown": self.shown,
        }
        return render_to_string("workbench/rating/systems.html", context)


class SystemsField(forms.Field):
    """The names of the systems by their letters, without a gap; none: the file names them."""

    widget = SystemsInput

    def clean(self, value: Any) -> list[str]:
        """Return the names; raise ValidationError with every problem."""
        if problem := json_values.problem_with(value):
            raise forms.ValidationError(problem)
        names = [shown_or_empty(one) for one in value or []]
        if not any(names):
            return unnamed()
        if problems := [*_problems(names)]:
            raise forms.ValidationError(problems)
        return names

    def has_changed(self, initial: Any, data: Any) -> bool:
        named = [name for name in initial or [] if name not in NAMELESS]
        return [shown_or_empty(one) for one in data or []] != named


def _problems(names: list[str]) -> Iterator[str]:
    if len([name for name in names if name]) < FEWEST:
        yield "Write the names of two systems or more, or leave all empty."
        return
    if "" in names:
        yield f"System {SYSTEMS[names.index('')]} has no name: leave no gap between them."
    seen: set[str] = set()
    for name in filter(None, names):
        if same_to_the_eye(name) in seen:
            yield f"Two systems are called “{name}”: they need different names."
        seen.add(same_to_the_eye(name))
        if len(name) > LONGEST:
            yield f"Write at most {LONGEST} characters: “{name[:20]}…” has {len(name)}."
