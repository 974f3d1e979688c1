"""A study's texts in further languages: read from fields, and checked against its questions."""

from typing import Any

import pytest
from django import forms
from django.http import QueryDict

from studies.ratings.criteria import Criterion
from studies.workbench.forms.study.translations import TranslationsField, TranslationsInput, misfits

QUESTION: dict[str, Any] = {"key": "tea", "label": "Tea?", "options": ["yes", "no"]}


def read(**typed: str) -> Any:
    data = QueryDict(mutable=True)
    data.update({name.replace("_", "-"): value for name, value in typed.items()})
    return TranslationsInput().value_from_datadict(data, {}, "t")


def test_filled_in_fields_are_read_by_language() -> None:
    found = read(t_de_question=" Welcher? ", t_es_question="", t_fr_q_tea_label="Du thé ?")
    assert found == {
        "de": {"question": "Welcher?"},
        "fr": {"questionnaire": {"tea": {"label": "Du thé ?"}}},
    }


def test_options_are_read_line_by_line() -> None:
    found = read(t_de_q_tea_options="ja\r\n\r\n nein ")
    assert found == {"de": {"questionnaire": {"tea": {"options": ["ja", "nein"]}}}}


def test_criteria_and_the_ends_of_a_scale_have_fields_and_are_read() -> None:
    widget = TranslationsInput()
    widget.language, widget.scale = "de", ("schlecht", "gut")
    widget.criteria = [Criterion("flow", "Fluss", "", "Wie fließt es?")]
    html = widget.render("t", {"es": {"criteria": {"flow": {"label": "Fluidez"}}}})
    assert "Fluidez</textarea>" in html
    names = ["t-fr-c-flow-label", "t-fr-c-flow-question", "t-fr-s-ends-low"]
    assert all(f'name="{name}"' in html for name in names)
    assert 'name="t-fr-c-flow-definition"' not in html
    found = read(t_fr_c_flow_label="Flux", t_fr_s_ends_low="mauvais", t_fr_s_ends_other="x")
    assert found == {"fr": {"criteria": {"flow": {"label": "Flux"}}, "scale": {"low": "mauvais"}}}


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ([], None),
        ({"xx": {}}, "xx: not one of the languages"),
        ({"de": {"question": 7}}, "Deutsch, question: not a text of this study."),
        ({"de": {"title": "T"}}, "Deutsch, title: not a text of this study."),
        ({"de": {"question": "x" * 2001}}, "Deutsch, question: at most 2000 characters."),
        ({"de": {"questionnaire": {"tea": {"label": 7}}}}, "give a label and options"),
        ({"de": {"questionnaire": {"tea": {"kind": "x"}}}}, "give a label and options"),
        ({"de": {"criteria": {"flow": {"kind": "x"}}}}, "give label, definition and question"),
        ({"de": {"criteria": {"flow": {"label": "x" * 101}}}}, "give label, definition"),
        ({"de": {"scale": {"low": 7}}}, "give the words at its ends"),
    ],
)
def test_what_is_wrong_is_said_with_its_language(given: Any, words: str | None) -> None:
    field = TranslationsField(required=False)
    if words is None:
        assert field.clean(given) == {}
        return
    with pytest.raises(forms.ValidationError) as error:
        field.clean(given)
    assert words in error.value.messages[0]


def test_options_must_be_as_many_as_those_of_the_question() -> None:
    few = {"de": {"questionnaire": {"tea": {"options": ["ja"]}}}}
    assert misfits(few, [QUESTION]) == ["Deutsch: “Tea?” has 2 options, here are 1."]
    enough = {"de": {"questionnaire": {"tea": {"options": ["ja", "nein"]}}}}
    unknown = {"de": {"questionnaire": {"gone": {"options": ["ja"]}}}}
    assert misfits(enough, [QUESTION]) == misfits(unknown, [QUESTION]) == []


def test_each_language_but_the_studys_own_has_fields() -> None:
    widget = TranslationsInput()
    widget.language, widget.questions = "de", [QUESTION]
    html = widget.render("t", {"es": {"question": "¿Cuál?"}})
    assert 'name="t-de-question"' not in html
    assert "¿Cuál?</textarea>" in html
    assert ('name="t-fr-q-tea-label"' in html, 'name="t-fr-q-tea-options"' in html) == (True, True)
