"""Questions that a study asks its judges: checking them, and reading the answers.

A study stores them as a list: {"key": "age", "when": "before", "kind": "choice", "label": …,
"options": […], "required": true, "least": null, "most": null}. Answers are stored under the keys;
None is a question that was passed over.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from enum import StrEnum
from typing import Any

from studies.values.visible_text import same_to_the_eye, shown_or_empty, visible
from studies.values.whole_numbers import whole_number

KEY = re.compile(r"[a-z][a-z0-9_]{0,29}")
MOST_QUESTIONS = 20
MOST_OPTIONS = 30
LONGEST_LABEL = 500
LONGEST_OPTION = 200
LONGEST_ANSWER = 2000
LARGEST_NUMBER = 1e9
# A decimal comma is as good as a point.
NUMBER = re.compile(r"[+-]?\d{1,10}([.,]\d{1,6})?")
# As keyboards of Arabic and of East Asia write the decimal sign. All digits are taken.
_DECIMAL_SIGNS = str.maketrans("٫．，", "..,")

Value = str | int | float | None


class When(StrEnum):
    """Before the first triad, or after the last."""

    BEFORE = "before"
    AFTER = "after"


class AnswerKind(StrEnum):
    """The kind of answer that is asked for."""

    CHOICE = "choice"
    NUMBER = "number"
    TEXT = "text"


class AnswerProblem(StrEnum):
    """What is wrong with an answer."""

    MISSING = "missing"
    NO_OPTION = "no_option"
    NO_NUMBER = "no_number"
    TOO_SMALL = "too_small"
    TOO_LARGE = "too_large"
    TOO_LONG = "too_long"


class BadQuestionnaireError(ValueError):
    """A questionnaire with `problems`: sentences by index of the question and part of it."""

    def __init__(self, problems: Mapping[tuple[int, str], str]) -> None:
        super().__init__(" ".join(problems.values()))
        self.problems = dict(problems)


@dataclass(frozen=True, slots=True)
class Question:
    """One question; `options` belong to a choice, `least` and `most` to a number."""

    key: str
    label: str
    when: str = When.BEFORE
    kind: str = AnswerKind.CHOICE
    options: tuple[str, ...] = ()
    required: bool = False
    least: float | None = None
    most: float | None = None

    def as_dict(self) -> dict[str, Any]:
        """Return the question as a study stores it."""
        return asdict(self) | {"options": list(self.options)}


def questions_of(stored: Iterable[Mapping[str, Any]], when: str | None = None) -> list[Question]:
    """Return the questions of a stored questionnaire, all or those of one part."""
    return [_question(one) for one in stored if when in (None, one["when"])]


def _question(stored: Mapping[str, Any]) -> Question:
    names = {field.name for field in fields(Question)}
    values = {name: value for name, value in stored.items() if name in names}
    return Question(**values | {"options": tuple(stored.get("options") or ())})


def checked(given: Any) -> list[dict[str, Any]]:
    """Return the questionnaire as it is stored; raise BadQuestionnaireError with all problems."""
    if not isinstance(given, list) or not all(isinstance(one, Mapping) for one in given):
        raise BadQuestionnaireError({(0, "label"): "Give a list of questions."})
    if len(given) > MOST_QUESTIONS:
        words = f"Ask at most {MOST_QUESTIONS} questions: judges are here to read."
        raise BadQuestionnaireError({(MOST_QUESTIONS, "label"): words})
    questions: list[Question] = []
    problems: dict[tuple[int, str], str] = {}
    for index, one in enumerate(given):
        question = _cleaned(one, [other.key for other in questions])
        questions.append(question)
        for part, words in _problems(question, one, questions[:-1]):
            problems.setdefault((index, part), words)
    if problems:
        raise BadQuestionnaireError(problems)
    return [question.as_dict() for question in questions]


def _cleaned(given: Mapping[str, Any], taken: Sequence[str]) -> Question:
    """Return the question without stray spaces, with a key made from its label if it has none."""
    label = _text(given.get("label"))
    kind = _text(given.get("kind")) or AnswerKind.CHOICE
    options = given.get("options") or []
    return Question(
        key=_text(given.get("key")) or _key_of(label, taken),
        label=label,
        when=_text(given.get("when")) or When.BEFORE,
        kind=kind,
        options=tuple(filter(None, map(_text, options))) if isinstance(options, list) else (),
        required=bool(given.get("required")),
        least=_number(given.get("least")),
        most=_number(given.get("most")),
    )


def _text(value: Any) -> str:
    return shown_or_empty(value) if isinstance(value, str) else ""


def _number(value: Any) -> float | None:
    if isinstance(value, str):
        return parsed(value.strip())
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return value if is_number and abs(value) <= LARGEST_NUMBER else None


def _key_of(label: str, taken: Sequence[str]) -> str:
    """Return a short name for exports, from the first words of the question."""
    words = re.sub(r"[^a-z0-9]+", "_", label.lower()).strip("_0123456789")[:24].strip("_")
    wanted = words if KEY.fullmatch(words) else "question"
    numbers = (f"{wanted}_{n}" for n in range(2, MOST_QUESTIONS + 2))
    return next(key for key in (wanted, *numbers) if key not in taken)


def _problems(
    question: Question, given: Mapping[str, Any], earlier: Sequence[Question]
) -> Iterator[tuple[str, str]]:
    if not question.label:
        yield "label", "Write the question."
    elif len(question.label) > LONGEST_LABEL:
        yield "label", f"Write at most {LONGEST_LABEL} characters."
    if not KEY.fullmatch(question.key):
        yield "key", "Use small letters, digits and underscores, for example age_band."
    elif question.key in [other.key for other in earlier]:
        yield "key", "Another question has this name already."
    if question.when not in list(When):
        yield "when", "Choose before or after."
    if question.kind not in list(AnswerKind):
        yield "kind", "Choose one of the kinds of answer."
    elif question.kind == AnswerKind.CHOICE:
        yield from _option_problems(question.options)
    elif question.kind == AnswerKind.NUMBER:
        yield from _limit_problems(question, given)


def _option_problems(options: Sequence[str]) -> Iterator[tuple[str, str]]:
    if len(options) < 2:
        yield "options", "Write at least two options, one a line."
    elif len(options) > MOST_OPTIONS:
        yield "options", f"Write at most {MOST_OPTIONS} options."
    elif len(set(map(same_to_the_eye, options))) < len(options):
        yield "options", "Two options are the same."
    elif max(map(len, options)) > LONGEST_OPTION:
        yield "options", f"An option has at most {LONGEST_OPTION} characters."


def _limit_problems(question: Question, given: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for part in ("least", "most"):
        if given.get(part) not in (None, "") and getattr(question, part) is None:
            yield part, "Write a number, or leave it empty."
    if None not in (question.least, question.most) and question.least > question.most:  # type: ignore[operator]  # neither is None
        yield "most", "The largest number is smaller than the smallest."


def parsed(typed: str) -> float | None:
    """Return a number as people type it; None where it is no number."""
    typed = visible(typed).translate(_DECIMAL_SIGNS)
    if not NUMBER.fullmatch(typed):
        return None
    value = float(typed.replace(",", "."))
    return int(value) if value.is_integer() else value


def in_language(questions: Iterable[Question], translated: Any) -> list[Question]:
    """Return the questions with translated labels and options, where those fit the question."""
    given = translated if isinstance(translated, Mapping) else {}
    return [_translated(question, given.get(question.key)) for question in questions]


def _translated(question: Question, given: Any) -> Question:
    if not isinstance(given, Mapping):
        return question
    options = tuple(given.get("options") or ())
    fits = len(options) == len(question.options) and all(options)
    return replace(
        question,
        label=given.get("label") or question.label,
        options=options if fits else question.options,
    )


def read(
    questions: Iterable[Question], typed: Mapping[str, str]
) -> tuple[dict[str, Value], dict[str, AnswerProblem]]:
    """Return the answers by key, and what is wrong with the others.

    A choice is posted as the number of its option, so that it is stored in the study's own words in
    every language.
    """
    answers: dict[str, Value] = {}
    wrong: dict[str, AnswerProblem] = {}
    for question in questions:
        found = _answer(question, shown_or_empty(typed.get(question.key, "").replace("\0", "")))
        if isinstance(found, AnswerProblem):
            wrong[question.key] = found
        else:
            answers[question.key] = found
    return answers, wrong


def _answer(question: Question, typed: str) -> Value | AnswerProblem:
    if not typed:
        return AnswerProblem.MISSING if question.required else None
    if question.kind == AnswerKind.CHOICE:
        chosen = whole_number(typed, digits=3) or 0
        in_range = 1 <= chosen <= len(question.options)
        return question.options[chosen - 1] if in_range else AnswerProblem.NO_OPTION
    if question.kind == AnswerKind.TEXT:
        return typed if len(typed) <= LONGEST_ANSWER else AnswerProblem.TOO_LONG
    return _in_limits(question, parsed(typed))


def _in_limits(question: Question, number: float | None) -> Value | AnswerProblem:
    if number is None:
        return AnswerProblem.NO_NUMBER
    if question.least is not None and number < question.least:
        return AnswerProblem.TOO_SMALL
    if question.most is not None and number > question.most:
        return AnswerProblem.TOO_LARGE
    return number


def is_open(questions: Sequence[Question], answers: Mapping[str, Any]) -> bool:
    """Whether some of these questions have not been asked yet."""
    return any(question.key not in answers for question in questions)
