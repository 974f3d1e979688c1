"""Frames and slots: which sentence patterns a subject repeats, and what its texts mention.

Where a context is structured, as `name[Blue Spice], area[centre]`, as lines `name: Blue Spice` or
as a JSON object, its keys are the slots of the text. A *frame* is the text with the value of each
slot replaced by its key. After van Miltenburg et al. 2020, "Evaluation rules!" (EvalNLGEval): texts
may be skewed in what they talk about and in how.
"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from studies.values.slots import YES_NO, Slots, is_structured

_OPENING_WORDS = 3
MOST_FREQUENT = 3
# The repeats of the subjects, and mentions, differ by so much before the page speaks of it.
REPEATS_APART, MENTIONS_APART = 0.05, 0.10


def frame_of(text: str, slots: Slots) -> str:
    """Return the text with each value replaced by its key, blanks alike, in small letters."""
    text = text.lower()
    keys = {value.lower(): key for key, value in slots.items() if value}
    if keys:
        values = "|".join(re.escape(value) for value in sorted(keys, key=len, reverse=True))
        text = re.sub(values, lambda found: f"{{{keys[found[0]]}}}", text)
    return " ".join(text.split()).lower()


def opening_of(frame: str) -> str:
    """Return how the text begins: the first three words of its frame."""
    return " ".join(frame.split(" ")[:_OPENING_WORDS])


@dataclass(frozen=True, slots=True)
class Patterns:
    """The frames of one subject's texts, the most frequent ones and openings with their counts.

    `repeat` is the chance that two texts, drawn without replacement, share a frame; None for one.
    """

    texts: int
    frames: int
    repeat: float | None
    frequent: tuple[tuple[str, int], ...]
    openings: int
    frequent_openings: tuple[tuple[str, int], ...]


def patterns(frames: Sequence[str]) -> Patterns:
    """Count the frames and openings of one subject's texts."""
    n, found = len(frames), Counter(frames)
    openings = Counter(map(opening_of, frames))
    alike = sum(count * (count - 1) for count in found.values())
    return Patterns(
        texts=n,
        frames=len(found),
        repeat=alike / (n * (n - 1)) if n > 1 else None,
        frequent=_frequent(found),
        openings=len(openings),
        frequent_openings=_frequent(openings),
    )


def _frequent(counts: Counter[str]) -> tuple[tuple[str, int], ...]:
    """The most frequent ones; of equally frequent ones the first by the alphabet."""
    rows = sorted(counts.items(), key=lambda row: (-row[1], row[0]))
    return tuple(rows[:MOST_FREQUENT])


@dataclass(frozen=True, slots=True)
class Mention:
    """In how many contexts of each subject a slot stands, and in how many of those texts its value.

    Not `searchable`: all its values are yes or no, which cannot be found in a text.
    """

    slot: str
    contexts_a: int
    mentioned_a: int
    contexts_b: int
    mentioned_b: int
    searchable: bool

    @property
    def difference(self) -> float | None:
        """Share mentioned by A less that by B; None where it cannot be told."""
        if not (self.searchable and self.contexts_a and self.contexts_b):
            return None
        return self.mentioned_a / self.contexts_a - self.mentioned_b / self.contexts_b


@dataclass(frozen=True, slots=True)
class KeySet:
    """Texts about contexts with the same keys, and how many different frames each subject has."""

    keys: tuple[str, ...]
    texts_a: int
    frames_a: int
    texts_b: int
    frames_b: int


@dataclass(frozen=True, slots=True)
class Frames:
    """Patterns, mentions and frames by set of keys; `unstructured` texts have no slots."""

    a: Patterns
    b: Patterns
    mentions: tuple[Mention, ...]
    key_sets: tuple[KeySet, ...]
    unstructured: int

    @property
    def repeats_apart(self) -> float | None:
        """How much more A repeats its frames than B."""
        if self.a.repeat is None or self.b.repeat is None:
            return None
        return self.a.repeat - self.b.repeat


def frames(texts: Sequence[str], subjects: Sequence[str], slots: Sequence[Slots]) -> Frames | None:
    """Compare the frames and mentions of A and B; None where most contexts are not structured."""
    if not len(texts) == len(subjects) == len(slots):
        raise ValueError("texts, subjects and slots must be of one length")
    if not is_structured(slots):
        return None
    made = [frame_of(text, own) for text, own in zip(texts, slots, strict=True)]
    a, b = ([f for f, s in zip(made, subjects, strict=True) if s == side] for side in "AB")
    return Frames(
        a=patterns(a),
        b=patterns(b),
        mentions=tuple(_mentions(texts, subjects, slots)),
        key_sets=tuple(_key_sets(made, subjects, slots)),
        unstructured=sum(not own for own in slots),
    )


def _mentions(
    texts: Sequence[str], subjects: Sequence[str], slots: Sequence[Slots]
) -> list[Mention]:
    """Return the slots, those of most contexts first."""
    contexts: Counter[tuple[str, str]] = Counter()
    mentioned: Counter[tuple[str, str]] = Counter()
    values: dict[str, set[str]] = {}
    for text, subject, own in zip(texts, subjects, slots, strict=True):
        small = text.lower()
        for slot, value in own.items():
            contexts[slot, subject] += 1
            mentioned[slot, subject] += bool(value) and value.lower() in small
            values.setdefault(slot, set()).add(value.lower())
    order = sorted(values, key=lambda slot: -contexts[slot, "A"] - contexts[slot, "B"])
    return [
        Mention(
            slot,
            contexts[slot, "A"],
            mentioned[slot, "A"],
            contexts[slot, "B"],
            mentioned[slot, "B"],
            searchable=not values[slot] <= YES_NO,
        )
        for slot in order
    ]


def _key_sets(made: Sequence[str], subjects: Sequence[str], slots: Sequence[Slots]) -> list[KeySet]:
    """Return the sets of keys, those of most texts first."""
    found: dict[tuple[str, ...], dict[str, list[str]]] = {}
    for frame, subject, own in zip(made, subjects, slots, strict=True):
        found.setdefault(tuple(sorted(own)), {"A": [], "B": []})[subject].append(frame)
    rows = [
        KeySet(keys, *(size for side in "AB" for size in (len(by[side]), len(set(by[side])))))
        for keys, by in found.items()
        if keys
    ]
    return sorted(rows, key=lambda row: -row.texts_a - row.texts_b)
