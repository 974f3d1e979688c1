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

# Each character can be matched in one way only: a failing match goes back over none of them twice.
_PAIR = r"([^\s\[\],;][^\[\],;]*)\[([^\[\]]*)\]"
_BETWEEN = r"\s*(?:[,;]\s*)?"
_PAIRS = re.compile(rf"{_PAIR}(?:{_BETWEEN}{_PAIR})*{_BETWEEN}")
_ONE_PAIR = re.compile(_PAIR)
_LONGEST_KEY = 60
_WORD = re.compile(r"\w+")
# Values that say nothing by themselves, and how many letters a value has at least that is looked
# for: numbers and single letters stand in texts for many reasons. One of more words is a text.
YES_NO = {"", "yes", "no", "true", "false", "none", "null"}
_LEAST_LETTERS, _MOST_WORDS = 2, 12


def slots_of(context: str) -> Slots:
    """Return the keys and values of a structured context; none where it is not structured."""
    context = context.strip()
    if context.startswith("{"):
        return _of_json(context)
    if _PAIRS.fullmatch(context):
        return {key.rstrip(): value.strip() for key, value in _ONE_PAIR.findall(context)}
    lines = [_of_line(line) for line in context.splitlines() if line.strip()]
    return dict(lines) if all(key for key, _value in lines) else {}


def _of_line(line: str) -> tuple[str, str]:
    """Return key and value of `key: value`; empty where a line is none."""
    key, _colon, value = (part.strip() for part in line.partition(":"))
    return (key, value) if key and value and len(key) <= _LONGEST_KEY else ("", "")


def _of_json(context: str) -> Slots:
    try:
        found = json.loads(context)
        json.dumps(found, ensure_ascii=False).encode()  # half a character cannot be shown
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
    """The values that the contexts of a study have, as words, each with the slots that have it.

    `lengths` has by first word how many words such values have, the most first.
    """

    slots: Mapping[Words, frozenset[str]]
    lengths: Mapping[str, list[int]]

    @classmethod
    def of(cls, contexts: Iterable[str]) -> Self:
        """Gather them; none where most contexts are not structured."""
        found = [slots_of(context) for context in contexts if context.strip()]
        slots: dict[Words, set[str]] = defaultdict(set)
        for one in found if is_structured(found) else ():
            for slot, value in one.items():
                if _is_looked_for(value):
                    slots[_words(value)].add(slot)
        lengths: dict[str, set[int]] = defaultdict(set)
        for words in slots:
            lengths[words[0]].add(len(words))
        return cls(
            {words: frozenset(of) for words, of in slots.items()},
            {first: sorted(of, reverse=True) for first, of in lengths.items()},
        )

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
            here = (words[place : place + n] for n in self.lengths.get(words[place], ()))
            found = next((value for value in here if value in self.slots), None)
            if found:
                yield found, self.slots[found]
            place += len(found) if found else 1


def _words(text: str) -> Words:
    return tuple(_WORD.findall(text.lower()))


def _is_looked_for(value: str) -> bool:
    says = value.lower() not in YES_NO and sum(map(str.isalpha, value)) >= _LEAST_LETTERS
    return says and len(_words(value)) <= _MOST_WORDS
