"""Criteria by which judges rate texts: checking them, and reading them.

A plan stores them as a list: {"key": "naturalness", "label": …, "definition": …, "question": …,
"shows_context": false, "kind": "number"}. Ratings are stored under the keys.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from enum import IntFlag, StrEnum
from typing import Any

from studies.values.visible_text import shown_or_empty

KEY = re.compile(r"[a-z][a-z0-9_]{0,29}")
MOST_CRITERIA = 10
LONGEST_LABEL = 100
LONGEST_TEXT = 2000


class CriterionKind(StrEnum):
    """What a judge gives: a number, or ticks for what is added and what is missing."""

    NUMBER = "number"
    TICKS = "ticks"


class Tick(IntFlag):
    """What is ticked of a text, stored as one number: 0 neither, 1 added, 2 missing, 3 both.

    So `value & Tick.ADDED` says whether something is added, in SQL as in Python.
    """

    ADDED = 1
    MISSING = 2


class BadCriteriaError(ValueError):
    """Criteria with `problems`: sentences by index of the criterion and part of it."""

    def __init__(self, problems: Mapping[tuple[int, str], str]) -> None:
        super().__init__(" ".join(problems.values()))
        self.problems = dict(problems)


@dataclass(frozen=True, slots=True)
class Criterion:
    """One criterion; `shows_context` says whether judges need to see what the text is made from.

    A page that asks several shows it where one of them does: see `that_show_context`.
    """

    key: str
    label: str = ""
    definition: str = ""
    question: str = ""
    shows_context: bool = True
    kind: str = CriterionKind.NUMBER


def to_translate(words: str) -> str:
    """Mark words of ours that judges read: `make messages` puts them into the catalogues."""
    return words


DEFAULT = (
    Criterion(
        "informativeness",
        to_translate("Informativeness"),
        to_translate("The text says all that the information above it holds, and nothing else."),
        to_translate("How well does the text say what the information holds?"),
    ),
    Criterion(
        "naturalness",
        to_translate("Naturalness"),
        to_translate("A native speaker could have written the text."),
        to_translate("How natural is the text?"),
        shows_context=False,
    ),
    Criterion(
        "quality",
        to_translate("Quality"),
        to_translate("All in all: is the text correct, fluent and fitting?"),
        to_translate("How good is the text, all in all?"),
    ),
)
# The words at the ends of a scale of points.
DEFAULT_ENDS = (to_translate("very bad"), to_translate("very good"))


def that_show_context(asked: Iterable[Criterion]) -> list[Criterion]:
    """Return for which criteria of a page it shows what texts are made from; none: it hides it."""
    return [one for one in asked if one.shows_context]


def is_meant_without_context(criterion: Criterion) -> bool:
    """Return whether to see what texts are made from may change the numbers by this criterion."""
    hidden = {one.key for one in DEFAULT if not one.shows_context}
    return not criterion.shows_context or criterion.key in hidden


def in_sentence(label: str) -> str:
    """Return a criterion's name as it stands within a sentence: our own begin small."""
    return label.lower() if label in {one.label for one in DEFAULT} else label


def criteria_of(stored: Iterable[Mapping[str, Any]]) -> list[Criterion]:
    """Return the criteria of a plan."""
    return [Criterion(**one) for one in stored]


def tick_keys(stored: Iterable[Mapping[str, Any]]) -> list[str]:
    """Return the keys of the criteria that judges tick."""
    return [one.key for one in criteria_of(stored) if one.kind == CriterionKind.TICKS]


# What of a criterion judges read.
WORDS = ("label", "definition", "question")


def words_of(criterion: Criterion) -> dict[str, str]:
    """Return the words of a criterion that are the study's own, by their part."""
    return {part: words for part in WORDS if (words := getattr(criterion, part))}


def is_default(criterion: Criterion) -> bool:
    """Whether all words of the criterion are ours, so that we have them in each language."""
    return words_of(criterion) in [words_of(one) for one in DEFAULT]


def in_language(criteria: Iterable[Criterion], *translated: Any) -> list[Criterion] | None:
    """Return the criteria in the first words that say all; None where a word is in none."""
    given = [words for words in translated if isinstance(words, Mapping)]
    found = []
    for one in criteria:
        parts = words_of(one)
        known = (words.get(one.key) or {} for words in given)
        whole = next((words for words in known if all(map(words.get, parts))), None)
        if parts and whole is None:
            return None
        found.append(replace(one, **{part: whole[part] for part in parts}) if whole else one)
    return found


def checked(given: Any) -> list[dict[str, Any]]:
    """Return the criteria as they are stored; raise BadCriteriaError with all problems."""
    if not isinstance(given, list) or not all(isinstance(one, Mapping) for one in given):
        raise BadCriteriaError({(0, "label"): "Give a list of criteria."})
    if not 1 <= len(given) <= MOST_CRITERIA:
        words = f"Choose 1 to {MOST_CRITERIA} criteria."
        raise BadCriteriaError({(0, "label"): words})
    criteria: list[Criterion] = []
    problems: dict[tuple[int, str], str] = {}
    for index, one in enumerate(given):
        criterion = _cleaned(one)
        for part, words in _problems(criterion, criteria):
            problems.setdefault((index, part), words)
        criteria.append(criterion)
    if problems:
        raise BadCriteriaError(problems)
    return [asdict(criterion) for criterion in criteria]


def _cleaned(given: Mapping[str, Any]) -> Criterion:
    """Return the criterion without stray spaces, with a key made from its label if it has none."""
    label = _text(given.get("label"))
    made = re.sub(r"[^a-z0-9]+", "_", label.lower()).strip("_")[:30]
    return Criterion(
        key=_text(given.get("key")) or made,
        label=label,
        definition=_text(given.get("definition")),
        question=_text(given.get("question")),
        shows_context=bool(given.get("shows_context", True)),
        kind=_text(given.get("kind")) or CriterionKind.NUMBER.value,
    )


def _text(value: Any) -> str:
    return shown_or_empty(value) if isinstance(value, str) else ""


def _problems(criterion: Criterion, earlier: Sequence[Criterion]) -> Iterator[tuple[str, str]]:
    if not criterion.label:
        yield "label", "Write a name."
    elif criterion.label.casefold() in {other.label.casefold() for other in earlier}:
        yield "label", "Two criteria have this name."
    elif not KEY.fullmatch(criterion.key):
        words = "Write a key of small letters, digits and _ that begins with a letter."
        yield "key", words
    elif criterion.key in {other.key for other in earlier}:
        yield "key", "Two criteria have this key."
    if not criterion.question:
        yield "question", "Write the question that judges are asked."
    if criterion.kind not in list(CriterionKind):
        yield "kind", "Choose number or ticks."
    longest = {"label": LONGEST_LABEL, "definition": LONGEST_TEXT, "question": LONGEST_TEXT}
    for part, most in longest.items():
        if len(getattr(criterion, part)) > most:
            yield part, f"Write at most {most:,} characters."
