"""The page of numbers after a choice as fields of a form."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from studies.ratings import follow_up
from studies.ratings.follow_up import KNOWN, MOST_CRITERIA, Ask, BadFollowUpError, Moment
from studies.values import json_values

ASKED = {
    "": "nothing",
    Ask.DEGREE: "how different the chosen text is, from 0 to 100",
    Ask.MAGNITUDE: "how different it is, against a pair of texts with the difference 100",
    Ask.RATE: "to rate the three texts",
}
WHEN = {
    Moment.LAST: "only after a judge's last triad",
    Moment.EACH: "after each triad",
}
OWN = "own"
CRITERIA = {"": "none", **{key: key for key in KNOWN}, OWN: "my own:"}
REFERENCES = 2


class FollowUpInput(forms.Widget):
    """What is asked, when, by which criteria and against what; an API gives it whole."""

    use_fieldset = True

    def value_from_datadict(self, data: Mapping[str, Any], files: Any, name: str) -> Any:
        if name in data:
            return data.get(name)
        return {
            "ask": data.get(f"{name}-ask", ""),
            "when": data.get(f"{name}-when", Moment.LAST),
            "criteria": [_criterion(data, f"{name}-{row}") for row in range(MOST_CRITERIA)],
            "reference": [data.get(f"{name}-reference-{row}", "") for row in range(REFERENCES)],
        }

    def value_omitted_from_data(self, data: Mapping[str, Any], files: Any, name: str) -> bool:
        return name not in data and f"{name}-ask" not in data

    def render(
        self, name: str, value: Any, attrs: dict[str, Any] | None = None, renderer: Any = None
    ) -> SafeString:
        given = value if isinstance(value, Mapping) else {}
        context = {
            "name": name,
            "ask": given.get("ask", ""),
            "when": given.get("when") or Moment.LAST,
            "asked": ASKED.items(),
            "moments": WHEN.items(),
            "criteria": CRITERIA.items(),
            "rows": _rows(given.get("criteria"), MOST_CRITERIA, {}),
            "references": _rows(given.get("reference"), REFERENCES, ""),
        }
        return render_to_string("workbench/follow_up.html", context)


def _criterion(data: Mapping[str, Any], prefix: str) -> dict[str, str]:
    """Return a criterion as it was typed; words that stand beside a known one are left out."""
    key = str(data.get(f"{prefix}-key", ""))
    if key in KNOWN or not key:
        return {"key": key}
    return {
        "key": str(data.get(f"{prefix}-name", "")),
        "label": str(data.get(f"{prefix}-label", "")),
        "definition": str(data.get(f"{prefix}-definition", "")),
    }


def _rows(given: Any, number: int, empty: Any) -> list[Any]:
    rows = given if isinstance(given, list) else []
    return [*rows, *[empty] * number][:number]


class FollowUpField(forms.Field):
    """The page of numbers after a choice."""

    widget = FollowUpInput

    def clean(self, value: Any) -> Any:
        if problem := json_values.problem_with(value):
            raise forms.ValidationError(problem)
        try:
            return follow_up.checked(value)
        except BadFollowUpError as bad:
            raise forms.ValidationError([*bad.problems.values()]) from bad

    def has_changed(self, initial: Any, data: Any) -> bool:
        try:
            return bool(self.clean(data) != (initial or {}))
        except forms.ValidationError:
            return True
