"""The questionnaire of a study as rows of fields."""

from collections.abc import Mapping
from itertools import count, takewhile
from typing import Any

from django import forms
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from studies import questionnaire
from studies.questionnaire import AnswerKind, BadQuestionnaireError, When
from studies.values import json_values
from studies.values.visible_text import shown_or_empty
from studies.values.whole_numbers import whole_number

PARTS = ("key", "when", "kind", "label", "least", "most")
WHEN = {When.BEFORE: "before the texts", When.AFTER: "after the texts"}
KINDS = {
    AnswerKind.CHOICE: "a choice",
    AnswerKind.NUMBER: "a number",
    AnswerKind.TEXT: "a text",
}
LAST_PLACE = 9999  # of a question without a place


class QuestionsInput(forms.Widget):
    """A group of fields for each question, and an empty one; an API gives the list itself."""

    def value_from_datadict(self, data: Mapping[str, Any], files: Any, name: str) -> Any:
        given = data.get(name)
        if isinstance(given, list):
            return given
        rows = takewhile(lambda i: f"{name}-{i}-label" in data, count())
        typed = [_typed(data, f"{name}-{row}") for row in rows]
        kept = [row for row in typed if row is not None]
        kept.sort(key=lambda row: row["place"])
        return [{part: row[part] for part in row if part != "place"} for row in kept]

    def value_omitted_from_data(self, data: Mapping[str, Any], files: Any, name: str) -> bool:
        return name not in data and f"{name}-0-label" not in data

    def render(
        self, name: str, value: Any, attrs: dict[str, Any] | None = None, renderer: Any = None
    ) -> SafeString:
        rows = value if isinstance(value, list) else []
        context = {
            "name": name,
            "rows": [*_shown(name, rows), *_shown(name, [{}], len(rows))],
            "blank": _shown(name, [{}], 0)[0],
            "when": WHEN.items(),
            "kinds": KINDS.items(),
        }
        return render_to_string("workbench/questions.html", context)


def _typed(data: Mapping[str, Any], prefix: str) -> dict[str, Any] | None:
    """Return a row as it was typed; None if it is empty or to be removed."""
    row: dict[str, Any] = {
        part: shown_or_empty(str(data.get(f"{prefix}-{part}", ""))) for part in PARTS
    }
    lines = str(data.get(f"{prefix}-options", "")).splitlines()
    row["options"] = [typed for line in lines if (typed := shown_or_empty(line))]
    is_empty = not any((row["key"], row["label"], row["options"], row["least"], row["most"]))
    if is_empty or data.get(f"{prefix}-remove"):
        return None
    row["required"] = bool(data.get(f"{prefix}-required"))
    place = whole_number(str(data.get(f"{prefix}-place", "")), digits=4)
    row["place"] = LAST_PLACE if place is None else place
    return row


def _shown(name: str, rows: list[Any], first: int = 0) -> list[dict[str, Any]]:
    """Return rows as the page shows them, with what is wrong beside its field."""
    problems = _problems(rows) if rows != [{}] else {}
    return [
        {
            "prefix": f"{name}-{first + index}",
            "number": first + index + 1,
            "given": row,
            "options": "\n".join(map(str, row.get("options") or [])),
            "problems": {part: words for (at, part), words in problems.items() if at == index},
        }
        for index, row in enumerate(rows)
        if isinstance(row, Mapping)
    ]


def _problems(rows: Any) -> dict[tuple[int, str], str]:
    try:
        questionnaire.checked(rows)
    except BadQuestionnaireError as bad:
        return bad.problems
    return {}


class QuestionsField(forms.Field):
    """A questionnaire."""

    widget = QuestionsInput

    def clean(self, value: Any) -> Any:
        if problem := json_values.problem_with(value):
            raise forms.ValidationError(problem)
        try:
            return questionnaire.checked(value or [])
        except BadQuestionnaireError as bad:
            raise forms.ValidationError(
                [f"Question {index + 1}: {words}" for (index, _part), words in bad.problems.items()]
            ) from bad

    def has_changed(self, initial: Any, data: Any) -> bool:
        try:
            return bool(self.clean(data) != (initial or []))
        except forms.ValidationError:
            return True
