"""The questions of a study: what makes one, and how answers are read."""

from typing import Any

import pytest

from studies import questionnaire
from studies.questionnaire import AnswerProblem, BadQuestionnaireError, checked, questions_of, read

AGE = {"label": "Your age", "kind": "choice", "options": ["under 30", "30 or more"]}


def problems_of(*given: Any) -> dict[tuple[int, str], str]:
    with pytest.raises(BadQuestionnaireError) as error:
        checked(list(given))
    return error.value.problems


def test_a_label_and_options_are_enough() -> None:
    assert checked([AGE]) == [
        {
            "key": "your_age",
            "label": "Your age",
            "when": "before",
            "kind": "choice",
            "options": ["under 30", "30 or more"],
            "required": False,
            "least": None,
            "most": None,
        }
    ]


def test_keys_are_made_and_differ() -> None:
    kept = checked([AGE, AGE, {"label": "年齢", "kind": "text"}])
    assert [one["key"] for one in kept] == ["your_age", "your_age_2", "question"]
    assert checked(kept) == kept


@pytest.mark.parametrize(
    ("given", "part"),
    [
        ({**AGE, "label": " "}, "label"),
        ({**AGE, "label": "x" * 501}, "label"),
        ({**AGE, "key": "Not So"}, "key"),
        ({**AGE, "when": "later"}, "when"),
        ({**AGE, "kind": "file"}, "kind"),
        ({**AGE, "options": ["one"]}, "options"),
        ({**AGE, "options": ["one", "one "]}, "options"),
        ({**AGE, "options": ["one", "One\u200b"]}, "options"),
        ({**AGE, "options": ["one", "\u3164"]}, "options"),
        ({**AGE, "label": "\u200b"}, "label"),
        ({**AGE, "options": "one, two"}, "options"),
        ({"label": "Years", "kind": "number", "least": "many"}, "least"),
        ({"label": "Years", "kind": "number", "least": 5, "most": 4}, "most"),
    ],
)
def test_what_is_wrong_is_said_of_the_question_and_its_part(given: Any, part: str) -> None:
    assert list(problems_of(AGE, given)) == [(1, part)]


def test_two_questions_need_two_names() -> None:
    assert list(problems_of({**AGE, "key": "a"}, {**AGE, "key": "a"})) == [(1, "key")]


@pytest.mark.parametrize("given", [None, "x", {"key": "a"}, [1], [AGE] * 21])
def test_what_is_no_questionnaire_is_refused(given: Any) -> None:
    with pytest.raises(BadQuestionnaireError):
        checked(given)


ASKED = questions_of(
    checked(
        [
            {**AGE, "key": "age", "required": True},
            {"label": "Years", "key": "years", "kind": "number", "least": 0, "most": 90},
            {"label": "More", "key": "more", "kind": "text", "when": "after"},
        ]
    )
)


def test_answers_are_kept_in_the_studys_own_words() -> None:
    assert read(ASKED, {"age": "2", "years": "4,5", "more": " well\0 "}) == (
        {"age": "30 or more", "years": 4.5, "more": "well"},
        {},
    )


def test_what_may_be_passed_over_is_known_to_have_been_asked() -> None:
    answers, wrong = read(ASKED, {"age": "1"})
    assert (answers, wrong) == ({"age": "under 30", "years": None, "more": None}, {})
    assert not questionnaire.is_open(ASKED, answers)
    assert questionnaire.is_open(ASKED, {"age": "under 30"})


@pytest.mark.parametrize(
    ("typed", "number"),
    [("4,5", 4.5), ("٢٥", 25), ("\u200f٣٫٥", 3.5), ("３．５", 3.5), (" 7\u2069", 7)],
)
def test_numbers_are_read_as_the_worlds_keyboards_write_them(typed: str, number: float) -> None:
    answers, wrong = read(ASKED, {"age": "1", "years": typed})
    assert (answers["years"], wrong) == (number, {})


@pytest.mark.parametrize(
    ("typed", "key", "wrong"),
    [
        ({}, "age", AnswerProblem.MISSING),
        ({"age": "3"}, "age", AnswerProblem.NO_OPTION),
        ({"age": "0"}, "age", AnswerProblem.NO_OPTION),
        ({"age": "under 30"}, "age", AnswerProblem.NO_OPTION),
        ({"years": "four"}, "years", AnswerProblem.NO_NUMBER),
        ({"age": "\u200b"}, "age", AnswerProblem.MISSING),
        ({"years": "1e400"}, "years", AnswerProblem.NO_NUMBER),
        ({"years": "-1"}, "years", AnswerProblem.TOO_SMALL),
        ({"years": "91"}, "years", AnswerProblem.TOO_LARGE),
        ({"more": "x" * 2001}, "more", AnswerProblem.TOO_LONG),
    ],
)
def test_a_wrong_answer_is_told_by_its_question(
    typed: dict[str, str], key: str, wrong: AnswerProblem
) -> None:
    answers, found = read(ASKED, {"age": "1", **typed} if key != "age" else typed)
    assert found == {key: wrong}
    assert key not in answers


def test_a_translation_counts_only_where_it_fits() -> None:
    german = {
        "age": {"label": "Ihr Alter", "options": ["unter 30", "ab 30"]},
        "years": "Jahre",
        "more": {"label": "", "options": ["zu viel"]},
    }
    age, years, more = questionnaire.in_language(ASKED, german)
    assert (age.label, age.options) == ("Ihr Alter", ("unter 30", "ab 30"))
    assert (years, more) == (ASKED[1], ASKED[2])
    short = {"age": {"label": "Ihr Alter", "options": ["unter 30"]}}
    assert questionnaire.in_language(ASKED, short)[0].options == ("under 30", "30 or more")


@pytest.mark.parametrize(("key", "typed"), [("years", "0"), ("years", "90"), ("more", "x" * 2000)])
def test_an_answer_at_its_limit_is_taken(key: str, typed: str) -> None:
    answers, wrong = read(ASKED, {"age": "1", key: typed})
    assert wrong == {}
    assert str(answers[key]) in {typed, f"{typed}.0"}
