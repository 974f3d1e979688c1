"""The criteria of a rating study as rows of fields, with the one that decides."""

from collections.abc import Iterator, Mapping
from dataclasses import asdict
from itertools import count, takewhile
from typing import Any

from django import forms
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from studies.ratings import criteria
from studies.ratings.criteria import BadCriteriaError, CriterionKind
from studies.values import json_values
from studies.values.visible_text import shown_or_empty

KINDS = {
    CriterionKind.NUMBER: "a number or a point of the scale",
    CriterionKind.TICKS: "ticks: something added, something missing, neither",
}
TEXTS = ("key", "label", "definition", "question")


class CriteriaInput(forms.Widget):
    """A group of fields for each criterion, and an empty one.

    The default ones stand there always: what is not ticked is not asked.
    """

    use_fieldset = True

    def value_from_datadict(self, data: Mapping[str, Any], files: Any, name: str) -> Any:
        rows = takewhile(lambda row: f"{name}-{row}-label" in data, count())
        decides = str(data.get(f"{name}-decides", ""))
        typed = [_typed(data, f"{name}-{row}") | {"decides": decides == str(row)} for row in rows]
        return [row for row in typed if row["label"] or row["question"]]

    def value_omitted_from_data(self, data: Mapping[str, Any], files: Any, name: str) -> bool:
        return f"{name}-0-label" not in data

    def id_for_label(self, id_: str, index: str | None = None) -> str:
        return id_

    def render(
        self, name: str, value: Any, attrs: dict[str, Any] | None = None, renderer: Any = None
    ) -> SafeString:
        rows = [*_with_defaults(value if isinstance(value, list) else [])]
        problems = _problems(rows)
        shown = [_shown(name, index, row, problems) for index, row in enumerate(rows)]
        blank = {"asked": True, "shows_context": True}
        context = {
            "name": name,
            "rows": [*shown, _shown(name, len(rows), blank, {})],
            "blank": _shown(name, 0, blank, {}),
            "kinds": KINDS.items(),
        }
        return render_to_string("workbench/rating/criteria.html", context)


def stored_rows(stored: list[dict[str, Any]], primary: str) -> list[dict[str, Any]]:
    """Return the criteria of a plan as the widget takes them."""
    return [one | {"asked": True, "decides": one["key"] == primary} for one in stored]


def _typed(data: Mapping[str, Any], prefix: str) -> dict[str, Any]:
    return {
        **{part: shown_or_empty(str(data.get(f"{prefix}-{part}", ""))) for part in TEXTS},
        "kind": str(data.get(f"{prefix}-kind", CriterionKind.NUMBER)),
        "shows_context": bool(data.get(f"{prefix}-shows_context")),
        "asked": bool(data.get(f"{prefix}-ask")),
    }


def _with_defaults(rows: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield the rows, and those of the default criteria that are not among them, without a tick."""
    yield from rows
    keys = {row.get("key") for row in rows}
    for one in criteria.DEFAULT:
        if one.key not in keys:
            yield asdict(one) | {"asked": False}


def _asked(rows: list[dict[str, Any]]) -> list[tuple[int, dict[str, Any]]]:
    """Return the ticked rows with their index."""
    return [(index, row) for index, row in enumerate(rows) if row.get("asked")]


def _problems(rows: list[dict[str, Any]]) -> dict[int, dict[str, str]]:
    """Return what is wrong, by row and part."""
    asked = _asked(rows)
    try:
        criteria.checked([row for _index, row in asked])
    except BadCriteriaError as bad:
        found: dict[int, dict[str, str]] = {}
        for (place, part), words in bad.problems.items():
            if place < len(asked):
                found.setdefault(asked[place][0], {})[part] = words
        return found
    return {}


def _shown(
    name: str, index: int, row: Mapping[str, Any], problems: Mapping[int, Mapping[str, str]]
) -> dict[str, Any]:
    return {
        "prefix": f"{name}-{index}",
        "index": index,
        "given": row,
        "problems": problems.get(index, {}),
        "open": index in problems,
    }


class CriteriaField(forms.Field):
    """The criteria of a plan, of which one decides."""

    widget = CriteriaInput

    def clean(self, value: Any) -> tuple[list[dict[str, Any]], str]:
        """Return the criteria as they are stored, and the key of the one that decides."""
        if problem := json_values.problem_with(value):
            raise forms.ValidationError(problem)
        asked = [row for _index, row in _asked(value or [])]
        try:
            checked = criteria.checked(asked)
        except BadCriteriaError as bad:
            raise forms.ValidationError([*_sentences(asked, bad)]) from bad
        return checked, _deciding(checked, asked)

    def has_changed(self, initial: Any, data: Any) -> bool:
        try:
            return bool(self.clean(data) != self.clean(initial))
        except forms.ValidationError:
            return True


def _deciding(checked: list[dict[str, Any]], asked: list[dict[str, Any]]) -> str:
    """Return the key of the criterion that decides; the only one does."""
    pairs = zip(checked, asked, strict=True)
    decides = [one for one, row in pairs if row.get("decides")] or checked
    if len(decides) > 1:
        raise forms.ValidationError("Say which of the criteria decides.")
    if decides[0]["kind"] == CriterionKind.TICKS:
        raise forms.ValidationError("Ticks cannot decide: take a criterion of numbers.")
    return str(decides[0]["key"])


def _sentences(asked: list[dict[str, Any]], bad: BadCriteriaError) -> Iterator[str]:
    if not asked:
        yield "Tick at least one criterion."
        return
    for (place, _part), words in bad.problems.items():
        label = asked[place]["label"] or f"Criterion {place + 1}"
        yield f"{label}: {words}" if len(asked) <= criteria.MOST_CRITERIA else words
