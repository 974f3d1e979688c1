"""The page after a choice: how different the chosen text is, or ratings of all three.

A study stores it as {"ask": "rate", "when": "last", "criteria": [{"key": "quality", "label": "",
"definition": ""}], "reference": []}; {} is none. A criterion without a label of its own is one of
`KNOWN`, which the pages name in the judge's language.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from studies.ratings.criteria import KEY, LONGEST_LABEL, Criterion
from studies.values.visible_text import same_to_the_eye, shown_or_empty

_NUMBER = re.compile(r"[+-]?\d{1,18}")
KNOWN = ("quality", "informativeness", "naturalness")
# What the two questions about the difference are stored under; no criterion is called so.
DEGREE, DIFFERENCE = "degree", "difference"
MOST_CRITERIA = 2
LONGEST_DEFINITION = 500
LONGEST_REFERENCE = 5000
LARGEST_DEGREE = 100
LARGEST_NUMBER = 999_999


class Ask(StrEnum):
    """What is asked once the choice is made."""

    DEGREE = "degree"
    MAGNITUDE = "magnitude"
    RATE = "rate"


class Moment(StrEnum):
    """After each triad, or only after a judge's last one."""

    EACH = "each"
    LAST = "last"


@dataclass(frozen=True, slots=True)
class FollowUp:
    """The page as a study plans it. `reference` is text with the number 100: a pair, one, none."""

    ask: Ask
    when: Moment
    criteria: tuple[Criterion, ...] = ()
    reference: tuple[str, ...] = ()

    @property
    def criterion(self) -> str:
        """Under which name a number about the difference is stored."""
        return DEGREE if self.ask == Ask.DEGREE else DIFFERENCE

    @property
    def fields(self) -> tuple[tuple[int, str], ...]:
        """The numbers that are asked for: position of the text (0: of none) and criterion."""
        if self.ask != Ask.RATE:
            return ((0, self.criterion),)
        return tuple(
            (position, criterion.key) for position in (1, 2, 3) for criterion in self.criteria
        )

    @property
    def limits(self) -> tuple[int, int]:
        """The smallest and the largest number."""
        return (0, LARGEST_DEGREE) if self.ask == Ask.DEGREE else (1, LARGEST_NUMBER)

    @property
    def in_words(self) -> str:
        """Which numbers judges give, and when, with the reference: for researchers."""
        names = [one.label or one.key for one in self.criteria]
        what = {
            Ask.DEGREE: "how different the chosen text is, from 0 to 100",
            Ask.MAGNITUDE: "how different the chosen text is, against a pair with the number 100",
            Ask.RATE: f"the three texts, by {' and '.join(names)}, as magnitudes",
        }[self.ask]
        when = "after each choice" if self.when == Moment.EACH else "after a judge's last choice"
        against = " | ".join(f"“{text}”" for text in self.reference)
        return f"{what}; {when}" + (f"; the reference is {against}" if against else "")

    def as_dict(self) -> dict[str, Any]:
        """Return it as a study stores it."""
        return {
            "ask": str(self.ask),
            "when": str(self.when),
            # Its question is that of the page, and all criteria are numbers.
            "criteria": [
                {"key": one.key, "label": one.label, "definition": one.definition}
                for one in self.criteria
            ],
            "reference": list(self.reference),
        }


class NumberProblem(StrEnum):
    """What is wrong with a number."""

    MISSING = "missing"
    NOT_WHOLE = "not_whole"
    TOO_SMALL = "too_small"
    TOO_LARGE = "too_large"


class BadFollowUpError(ValueError):
    """A page that cannot be asked, with `problems`: sentences by part."""

    def __init__(self, problems: Mapping[str, str]) -> None:
        super().__init__(" ".join(problems.values()))
        self.problems = dict(problems)


def follow_up_of(stored: Mapping[str, Any]) -> FollowUp | None:
    """Return the page that a study plans; None where it plans none."""
    if not stored:
        return None
    return FollowUp(
        Ask(stored["ask"]),
        Moment(stored["when"]),
        tuple(Criterion(**one) for one in stored["criteria"]),
        tuple(stored["reference"]),
    )


def read_number(typed: str, limits: tuple[int, int]) -> int | NumberProblem:
    """Return the whole number that was typed, in digits of any script, or what is wrong with it."""
    least, most = limits
    text = typed.strip()
    if not text:
        return NumberProblem.MISSING
    if not _NUMBER.fullmatch(text):
        return NumberProblem.NOT_WHOLE
    number = int(text)
    if least <= number <= most:
        return number
    return NumberProblem.TOO_SMALL if number < least else NumberProblem.TOO_LARGE


def checked(given: Any) -> dict[str, Any]:
    """Return the page as it is stored; raise BadFollowUpError with all that is wrong."""
    if not given:
        return {}
    if not isinstance(given, Mapping):
        raise BadFollowUpError({"ask": "Give what is asked, when, and by which criteria."})
    ask, when = given.get("ask") or "", given.get("when") or Moment.LAST
    if ask == "":
        return {}
    problems: dict[str, str] = {}
    if ask not in list(Ask):
        problems["ask"] = f"Choose one of {', '.join(Ask)}."
    if when not in list(Moment):
        problems["when"] = f"Choose one of {', '.join(Moment)}."
    criteria = _criteria(given.get("criteria") or []) if ask == Ask.RATE else []
    reference = _reference(given.get("reference") or []) if ask != Ask.DEGREE else []
    problems |= _problems_of_criteria(criteria) if ask == Ask.RATE else {}
    problems |= _problems_of_reference(reference, ask)
    if problems:
        raise BadFollowUpError(problems)
    return FollowUp(Ask(ask), Moment(when), tuple(criteria), tuple(reference)).as_dict()


def _criteria(given: Any) -> list[Criterion]:
    """Return the criteria without stray spaces, each with a key made from its label if needed."""
    found: list[Criterion] = []
    for one in given if isinstance(given, list) else []:
        parts = one if isinstance(one, Mapping) else {}
        key, label, definition = (_text(parts.get(name)) for name in ("key", "label", "definition"))
        if key or label or definition:
            found.append(Criterion(key or _key_of(label, found), label, definition))
    return found


def _key_of(label: str, taken: Iterable[Criterion]) -> str:
    """Return a key made from the label, another than those that are taken."""
    words = re.sub(r"[^a-z0-9]+", "_", label.lower()).strip("_")[:27]
    key = words if KEY.fullmatch(words) else "criterion"
    return f"{key}_2" if key in {other.key for other in taken} else key


def _problems_of_criteria(criteria: list[Criterion]) -> dict[str, str]:
    if not criteria:
        return {"criteria": "Write by which criterion the three texts are rated."}
    if len(criteria) > MOST_CRITERIA:
        return {"criteria": f"Ask for at most {MOST_CRITERIA} criteria: judges are here to read."}
    keys = [criterion.key for criterion in criteria]
    for criterion in criteria:
        if not KEY.fullmatch(criterion.key) or criterion.key in (DEGREE, DIFFERENCE):
            return {
                "criteria": f"“{criterion.key}” is no name for exports: write another one, of "
                "small letters and digits."
            }
        if not criterion.label and criterion.key not in KNOWN:
            return {"criteria": f"Write what judges read for “{criterion.key}”."}
        if len(criterion.label) > LONGEST_LABEL or len(criterion.definition) > LONGEST_DEFINITION:
            return {
                "criteria": f"Write at most {LONGEST_LABEL} characters for a criterion and "
                f"{LONGEST_DEFINITION} for what it means."
            }
    if len(set(keys)) < len(keys):
        return {"criteria": "Give the two criteria different names."}
    return {}


def _reference(given: Any) -> list[str]:
    texts = given if isinstance(given, list) else []
    return [text for one in texts if (text := _text(one))]


def _problems_of_reference(reference: list[str], ask: str) -> dict[str, str]:
    if ask == Ask.MAGNITUDE and len(reference) != 2:
        return {"reference": "Write the two texts of the pair with the difference 100."}
    if ask == Ask.RATE and len(reference) > 1:
        return {"reference": "Write one reference text, or none."}
    if any(len(text) > LONGEST_REFERENCE for text in reference):
        return {"reference": f"Write at most {LONGEST_REFERENCE} characters for a reference text."}
    if len({same_to_the_eye(text) for text in reference}) < len(reference):
        return {"reference": "The two texts of the pair must differ."}
    return {}


def _text(value: Any) -> str:
    return shown_or_empty(value) if isinstance(value, str) else ""
