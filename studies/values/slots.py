"""Slots: the keys and values of a structured context, and texts that say another value.

Structured is a context as `name[Blue Spice], area[centre]`, as lines `name: Blue Spice`, or as a
JSON object. Its keys are the slots of the text.
"""

import json
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Self

Slots = dict[str, str]
Words = tuple[str, ...]

_PAIR = r"\s*([^\s\[\],;][^\[\],;]*?)\s*\[([^\[\]]*)\]\s*"
_PAIRS = re.compile(rf"{_PAIR}(?:[,;]?{_PAIR})*[,;]?\s*")
_ONE_PAIR = re.compile(_PAIR)
_LINE = re.compile(r"\s*([^\s:][^:\n]{0,59}?)\s*:\s*(\S.*?)\s*")
_WORD = re.compile(r"\w+")
# Values that say nothing by themselves, and how many letters a value has at least that is looked
# for: numbers and single letters stand in texts for many reasons.
YES_NO = {"", "yes", "no", "true", "false", "none", "null"}
_LEAST_LETTERS = 2


def slots_of(context: str) -> Slots:
    """Return the keys and values of a structured context; none where it is not structured."""
    context = context.strip()
    if context.startswith("{"):
        return _of_json(context)
    if _PAIRS.fullmatch(context):
        return {key: value.strip() for key, value in _ONE_PAIR.findall(context)}
    lines = [_LINE.fullmatch(line) for line in context.splitlines() if line.strip()]
    found = [(line[1], line[2]) for line in lines if line]
    return dict(found) if len(found) == len(lines) else {}


def _of_json(context: str) -> Slots:
    try:
        found = json.loads(context)
    except (ValueError, RecursionError):
        return {}
    simple = {key: value for key, value in found.items() if isinstance(value, str | int | float)}
    return {key: str(value).strip() for key, value in simple.items()}


def is_structured(slots: Iterable[Slots]) -> bool:
    """Return whether most of the texts have a structured context."""
    found = [bool(one) for one in slots]
    return 2 * sum(found) > len(found)


@dataclass(frozen=True, slots=True)
class Contradiction:
    """A text says one value of a slot, and its context has another."""

    slot: str
    said: str
    context: str

    @property
    def in_words(self) -> str:
        return f"says “{self.said}”; the context has {self.slot}: {self.context}"


@dataclass(frozen=True, slots=True)
class KnownValues:
    """The values that the contexts of a study have, as words by their first one, longest first.

    Beside each value stand the slots that have it in some context.
    """

    by_first: Mapping[str, list[tuple[Words, frozenset[str]]]]

    @classmethod
    def of(cls, contexts: Iterable[str]) -> Self:
        """Gather them; none where most contexts are not structured."""
        found = [slots_of(context) for context in contexts if context.strip()]
        slots: dict[Words, set[str]] = defaultdict(set)
        for one in found if is_structured(found) else ():
            for slot, value in one.items():
                if _is_looked_for(value):
                    slots[_words(value)].add(slot)
        by_first: dict[str, list[tuple[Words, frozenset[str]]]] = defaultdict(list)
        for words in sorted(slots, key=len, reverse=True):
            by_first[words[0]].append((words, frozenset(slots[words])))
        return cls(dict(by_first))

    def contradicted(self, text: str, context: str) -> list[Contradiction]:
        """Return what a text says that is the value of a slot elsewhere, and here another.

        Words are compared, in small letters. What the context itself has is no contradiction, nor
        is a value that several slots have: it cannot be told which is meant.
        """
        own = slots_of(context)
        kept = {_words(value) for value in own.values()}
        said = {
            (slot, words): None
            for words, slots in self._said(_words(text))
            if words not in kept and len(slots) == 1
            for slot in slots & own.keys()
            if own[slot].lower() not in YES_NO
        }
        return [Contradiction(slot, " ".join(words), own[slot]) for slot, words in said]

    def _said(self, words: Words) -> Iterable[tuple[Words, frozenset[str]]]:
        """Yield the values that stand in a text, from its beginning; of two the longer one."""
        place = 0
        while place < len(words):
            here = self.by_first.get(words[place], ())
            found = next((v for v in here if words[place : place + len(v[0])] == v[0]), None)
            if found:
                yield found
            place += len(found[0]) if found else 1


def _words(text: str) -> Words:
    return tuple(_WORD.findall(text.lower()))


def _is_looked_for(value: str) -> bool:
    return value.lower() not in YES_NO and sum(map(str.isalpha, value)) >= _LEAST_LETTERS
