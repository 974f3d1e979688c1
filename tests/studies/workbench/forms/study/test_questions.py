"""The questionnaire as rows of fields: typed, ordered, removed, shown again with its problems."""

from typing import Any

import pytest
from django import forms
from django.http import QueryDict

from studies.workbench.forms.study.questions import QuestionsField, QuestionsInput

AGE = {"label": "Your age", "when": "before", "kind": "number", "least": "18", "most": "99"}
TEA = {"label": "Tea?", "when": "after", "kind": "choice", "options": "yes\r\n\r\n no "}


def sent(*rows: dict[str, str]) -> QueryDict:
    data = QueryDict(mutable=True)
    for number, row in enumerate(rows):
        data.update({f"q-{number}-{part}": value for part, value in {"label": "", **row}.items()})
    return data


def read(*rows: dict[str, str]) -> list[dict[str, Any]]:
    typed = QuestionsInput().value_from_datadict(sent(*rows), {}, "q")
    questions: list[dict[str, Any]] = QuestionsField(required=False).clean(typed)
    return questions


def test_rows_are_read_in_the_order_of_their_places() -> None:
    questions = read({**AGE, "place": "2"}, {**TEA, "place": "1", "required": "on"}, {})
    assert [one["label"] for one in questions] == ["Tea?", "Your age"]
    assert (questions[0]["options"], questions[0]["required"]) == (["yes", "no"], True)
    assert [questions[1][part] for part in ("least", "most", "required")] == [18, 99, False]


@pytest.mark.parametrize("place", ["", "x", "-1", "99999"])
def test_a_row_without_a_place_comes_last(place: str) -> None:
    questions = read({**AGE, "place": place}, {**TEA, "place": "5"})
    assert [one["label"] for one in questions] == ["Tea?", "Your age"]


def test_empty_and_removed_rows_go() -> None:
    assert read({}, {**AGE, "remove": "on"}) == []


def test_a_list_from_a_program_is_taken_as_it_is() -> None:
    given = [{"label": "Tea?", "when": "after", "kind": "text"}]
    assert QuestionsInput().value_from_datadict({"q": given}, {}, "q") is given


def test_what_is_wrong_is_said_by_question_and_shown_at_its_field() -> None:
    typed = QuestionsInput().value_from_datadict(sent(AGE, {**TEA, "options": "yes"}), {}, "q")
    with pytest.raises(forms.ValidationError) as error:
        QuestionsField().clean(typed)
    [problem] = error.value.messages
    assert problem.startswith("Question 2: ")
    html = QuestionsInput().render("q", typed)
    shown = html[html.index('id="q-1-title"') :]
    assert f'<p class="errornote-small">{problem.removeprefix("Question 2: ")}</p>' in shown


def test_the_next_question_has_an_empty_row() -> None:
    html = QuestionsInput().render("q", [AGE | {"options": []}])
    assert 'name="q-0-label" value="Your age"' in html
    assert 'name="q-1-label" value=""' in html
    assert 'name="q-2-label"' not in html
