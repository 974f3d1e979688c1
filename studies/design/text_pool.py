"""The texts on hand, least used first, and the search for one triad among them.

Texts are numbers here (their place in the plan's order). Each text has an entry (uses, tie,
text) in the heap of its shelf, the texts of one subject about one item; each subject has a heap
of the shelves' best entries. Entries are not removed when a text's uses change: an entry that
no longer tells the truth is thrown away when it is met.
"""

from collections import Counter
from collections.abc import Generator, Sequence
from contextlib import closing
from heapq import heapify, heappop, heappush
from typing import NamedTuple

from studies.design.draws import WORD, Draws
from studies.design.texts import SUBJECTS, Pairing, Subject, Text

Entry = tuple[int, int, int]  # uses, tie, text
Triple = tuple[int, int, int]  # two texts of the majority, then the odd one

# Why so few candidates are enough for an exact search of one triad (see `candidates`).
PER_SHELF = 3
PER_CONTENT = 3
SHELVES = 12


class Full(NamedTuple):
    """Items and contents that a block has as often as it has triads."""

    items: set[int]
    contents: set[int]


class Shelf:
    """The texts of one subject about one item.

    `slack` (a fraction, as two whole numbers) says how far the item is from being due in every
    triad of a plan.
    """

    def __init__(self, texts: list[int], slack: tuple[int, int]) -> None:
        self.size = len(texts)
        self.heap: list[Entry] = [(0, 0, text) for text in texts]
        self._slack, self._of = slack
        self._strata: list[int] = []

    def tie(self, draws: Draws) -> int:
        """A tie-breaker that spreads the shelf's texts evenly over one round of the subject.

        With n texts, each falls into an n-th part of its own of the range of ties, and the less
        slack, the more regularly. So an item with many texts never comes in one heap at the end
        of a round, when a triad could hold only one of them.
        """
        if not self._strata:
            self._strata = draws.shuffled(range(self.size))
        return (self._strata.pop() * WORD + draws.word() * self._slack // self._of) // self.size


class Stock:
    """All texts of a plan, how often each was used, and which may stand together."""

    def __init__(self, texts: Sequence[Text], pairing: Pairing, draws: Draws) -> None:
        self.pairing = pairing
        self.uses = [0] * len(texts)
        self.item = _numbered([text.item for text in texts])
        self.content = _numbered([text.content_hash for text in texts])
        self.subject = [text.subject for text in texts]
        self._of_subject = Counter(self.subject)
        self._of_item = {s: self._items_of(s) for s in SUBJECTS}
        self.shelves: dict[Subject, dict[int, Shelf]] = {s: self._shelves(s) for s in SUBJECTS}
        self._tie = [
            self.shelves[s][i].tie(draws) for s, i in zip(self.subject, self.item, strict=True)
        ]
        self._tops: dict[Subject, list[Entry]] = {s: self._heaps(s) for s in SUBJECTS}

    def _items_of(self, subject: Subject) -> Counter[int]:
        pairs = zip(self.item, self.subject, strict=True)
        return Counter(item for item, owner in pairs if owner == subject)

    def _shelves(self, subject: Subject) -> dict[int, Shelf]:
        members: dict[int, list[int]] = {}
        for text, item in enumerate(self.item):
            if self.subject[text] == subject:
                members.setdefault(item, []).append(text)
        return {item: Shelf(texts, self._slack(item)) for item, texts in members.items()}

    def _slack(self, item: int) -> tuple[int, int]:
        """1 less the share of the triads in which an item is due if all texts are used equally.

        A block has six triads, and nine places for each subject: 9/6 times the item's share of
        the texts of A, and the same for B. Items that are due more often than that have none.
        """
        (a, all_a), (b, all_b) = ((self._of_item[s][item], self._of_subject[s]) for s in SUBJECTS)
        whole = 2 * max(all_a, 1) * max(all_b, 1)
        return max(0, whole - 3 * (a * all_b + b * all_a)), whole

    def _heaps(self, subject: Subject) -> list[Entry]:
        for shelf in self.shelves[subject].values():
            shelf.heap = [self._entry(text) for _, _, text in shelf.heap]
            heapify(shelf.heap)
        tops = [shelf.heap[0] for shelf in self.shelves[subject].values()]
        heapify(tops)
        return tops

    def _entry(self, text: int) -> Entry:
        return (self.uses[text], self._tie[text], text)

    def _is_true(self, entry: Entry) -> bool:
        uses, tie, text = entry
        return self.uses[text] == uses and self._tie[text] == tie

    def _best(self, shelf: Shelf) -> Entry:
        while not self._is_true(shelf.heap[0]):
            heappop(shelf.heap)
        return shelf.heap[0]

    # -- using texts

    def use(self, text: int, draws: Draws) -> Entry:
        """Count one use; returns the entry that `undo` needs."""
        before = self._entry(text)
        subject = self.subject[text]
        shelf = self.shelves[subject][self.item[text]]
        self.uses[text] += 1
        self._tie[text] = shelf.tie(draws)
        heappush(shelf.heap, self._entry(text))
        if (
            self.pairing == Pairing.DIFFERENT
        ):  # nobody asks across items otherwise, and it would grow
            heappush(self._tops[subject], self._best(shelf))
        return before

    def undo(self, before: Entry) -> None:
        """Take one use back: the last one first, where several are taken back."""
        uses, tie, text = before
        self.uses[text], self._tie[text] = uses, tie
        shelf = self.shelves[self.subject[text]][self.item[text]]
        heappush(shelf.heap, before)
        heappush(self._tops[self.subject[text]], self._best(shelf))

    def least_used(self, subject: Subject, full: Full) -> int | None:
        """The subject's least used text whose item and content are not full; None if none is.

        Of each item only the least used text is looked at.
        """
        # As a rule the first will do; then nothing need be taken out of the heap and put back.
        text = self._first(subject)
        if self.is_open(text, full):
            return text
        with closing(self._best_of_shelves(subject)) as entries:
            return next((text for _, _, text in entries if self.is_open(text, full)), None)

    def is_open(self, text: int, full: Full) -> bool:
        """Whether neither the text's item nor its content is full."""
        return self.item[text] not in full.items and self.content[text] not in full.contents

    def _first(self, subject: Subject) -> int:
        tops, shelves = self._tops[subject], self.shelves[subject]
        while self._best(shelves[self.item[tops[0][2]]]) != tops[0]:
            heappop(tops)
        return tops[0][2]

    def _best_of_shelves(self, subject: Subject) -> Generator[Entry, None, None]:
        """The best entry of each shelf, least used first; closing it makes the heap whole again."""
        tops = self._tops[subject]
        seen: list[Entry] = []
        try:
            while tops:
                entry = heappop(tops)
                if self._best(self.shelves[subject][self.item[entry[2]]]) != entry:
                    continue
                if not seen or seen[-1] != entry:  # an undone use leaves its entry twice
                    seen.append(entry)
                    yield entry
        finally:
            for entry in seen:
                heappush(tops, entry)

    # -- one triad

    def may_stand_together(self, one: int, other: int) -> bool:
        """Whether two texts may be in one triad, by content and by the pairing rule."""
        if self.content[one] == self.content[other]:
            return False
        return (self.item[one] == self.item[other]) == (self.pairing == Pairing.SAME)

    def find_triple(self, pair: Subject, item: int | None = None) -> Triple | None:
        """Two texts of subject `pair` and one of the other, least used first; None if none exist.

        The search is exact. With `item`, only texts about that item are looked at.
        """
        pairs = self.candidates(pair, item)
        odds = self.candidates("B" if pair == "A" else "A", item)
        for place, first in enumerate(pairs):
            for second in pairs[place + 1 :]:
                if self.may_stand_together(first, second):
                    for odd in odds:
                        if self.may_stand_together(first, odd) and self.may_stand_together(
                            second, odd
                        ):
                            return first, second, odd
        return None

    def candidates(self, subject: Subject, item: int | None = None) -> list[int]:
        """A few least used texts, enough to find a triad wherever there is one.

        Take any triad. Where one of its texts was left out because its shelf had given three of
        different content, or its content three (on different shelves), one of these three can
        stand in for it: the two other texts of the triad rule out two at most. Where its shelf
        was never reached, twelve shelves gave texts: the others rule out two by item and six by
        content. So replacing text by text ends with a triad of candidates.
        """
        shelves = self.shelves[subject]
        per_content: dict[int, int] = {}
        if item is not None:
            entries = self._from_shelf(shelves[item], per_content) if item in shelves else []
        else:
            entries = self._from_shelves(subject, per_content)
        return [text for _, _, text in sorted(entries)]

    def _from_shelves(self, subject: Subject, per_content: dict[int, int]) -> list[Entry]:
        chosen: list[Entry] = []
        shelves_that_gave = 0
        with closing(self._best_of_shelves(subject)) as best:
            for _, _, text in best:
                entries = self._from_shelf(self.shelves[subject][self.item[text]], per_content)
                chosen += entries
                shelves_that_gave += bool(entries)
                if shelves_that_gave == SHELVES:
                    break
        return chosen

    def _from_shelf(self, shelf: Shelf, per_content: dict[int, int]) -> list[Entry]:
        chosen: list[Entry] = []
        seen: list[Entry] = []
        contents: set[int] = set()
        while shelf.heap and len(chosen) < PER_SHELF:
            entry = heappop(shelf.heap)
            content = self.content[entry[2]]
            if not self._is_true(entry):
                continue
            seen.append(entry)
            if content not in contents and per_content.get(content, 0) < PER_CONTENT:
                contents.add(content)
                per_content[content] = per_content.get(content, 0) + 1
                chosen.append(entry)
        for entry in seen:
            heappush(shelf.heap, entry)
        return chosen


def _numbered(names: Sequence[str]) -> list[int]:
    numbers: dict[str, int] = {}
    return [numbers.setdefault(name, len(numbers)) for name in names]
