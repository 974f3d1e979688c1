"""The pool of texts, least used first, and the search for one triad in it.

Texts are numbers here: their places in plan order. Each text has an entry (uses, tie, text) in the
heap of its group, the texts of one subject about one item; each subject has a heap of the groups'
first entries. Entries are not removed when the uses of a text change: a stale entry is dropped when
it comes to the top.
"""

from collections import Counter
from collections.abc import Generator, Sequence
from contextlib import closing
from heapq import heapify, heappop, heappush
from typing import NamedTuple

from studies.design.draws import WORD, Draws
from studies.design.texts import SUBJECTS, Pairing, Protocol, Subject, Text, subjects_of_block

Entry = tuple[int, int, int]  # uses, tie, text
Triple = tuple[int, int, int]  # two texts of the majority, then the odd one

# So few candidates are enough for an exact search of one triad: see `candidates`.
PER_ITEM = 3
PER_CONTENT = 3
ENOUGH_ITEMS = 12


class UsedUp(NamedTuple):
    """Items and contents that a block has in each of its triads already."""

    items: set[int]
    contents: set[int]


class ItemTexts:
    """The texts of one subject about one item.

    `slack` (numerator, denominator) says how far the item is from being due in every triad.
    """

    def __init__(self, texts: list[int], slack: tuple[int, int]) -> None:
        self.size = len(texts)
        self.heap: list[Entry] = [(0, 0, text) for text in texts]
        self._slack, self._whole = slack
        self._strata: list[int] = []

    def tie(self, draws: Draws) -> int:
        """Draw a tie-breaker that spreads the item's texts evenly over one round of the subject.

        Each of n texts falls into its own n-th of the range of ties; the less slack, the more
        regular their distances. Otherwise many texts of one item could pile up at the end of a
        round, when a triad can hold only one of them.
        """
        if not self._strata:
            self._strata = draws.shuffled(range(self.size))
        return (self._strata.pop() * WORD + draws.word() * self._slack // self._whole) // self.size


class TextPool:
    """All texts of a plan, how often each was used, and which may share a triad."""

    def __init__(
        self,
        texts: Sequence[Text],
        pairing: Pairing,
        draws: Draws,
        protocol: Protocol = Protocol.TRIANGLE,
    ) -> None:
        self.pairing = pairing
        self._places = Counter(subjects_of_block(protocol))
        self.uses = [0] * len(texts)
        self.item = _numbered([text.item for text in texts])
        self.content = _numbered([text.content_hash for text in texts])
        self.subject = [text.subject for text in texts]
        self._of_subject = Counter(self.subject)
        self._of_item = {s: self._items_of(s) for s in SUBJECTS}
        self.by_item: dict[Subject, dict[int, ItemTexts]] = {s: self._grouped(s) for s in SUBJECTS}
        self._tie = [
            self.by_item[s][i].tie(draws) for s, i in zip(self.subject, self.item, strict=True)
        ]
        self._first_entries: dict[Subject, list[Entry]] = {s: self._heaps(s) for s in SUBJECTS}

    def _items_of(self, subject: Subject) -> Counter[int]:
        pairs = zip(self.item, self.subject, strict=True)
        return Counter(item for item, owner in pairs if owner == subject)

    def _grouped(self, subject: Subject) -> dict[int, ItemTexts]:
        members: dict[int, list[int]] = {}
        for text, item in enumerate(self.item):
            if self.subject[text] == subject:
                members.setdefault(item, []).append(text)
        return {item: ItemTexts(texts, self._slack(item)) for item, texts in members.items()}

    def _slack(self, item: int) -> tuple[int, int]:
        """Return 1 less the share of triads in which an item is due if all texts are used equally.

        That share is the item's share of the texts of A times the places for A in a triad (3/2, in
        a directed one 2), plus the same of B. The slack is never below 0.
        """
        (a, all_a), (b, all_b) = ((self._of_item[s][item], self._of_subject[s]) for s in SUBJECTS)
        triads = self._places.total() // 3
        twice_a, twice_b = (2 * self._places[s] // triads for s in SUBJECTS)
        whole = 2 * max(all_a, 1) * max(all_b, 1)
        return max(0, whole - (twice_a * a * all_b + twice_b * b * all_a)), whole

    def _heaps(self, subject: Subject) -> list[Entry]:
        for group in self.by_item[subject].values():
            group.heap = [self._entry(text) for _, _, text in group.heap]
            heapify(group.heap)
        entries = [group.heap[0] for group in self.by_item[subject].values()]
        heapify(entries)
        return entries

    def _entry(self, text: int) -> Entry:
        return (self.uses[text], self._tie[text], text)

    def _is_current(self, entry: Entry) -> bool:
        uses, tie, text = entry
        return self.uses[text] == uses and self._tie[text] == tie

    def _first_entry(self, group: ItemTexts) -> Entry:
        while not self._is_current(group.heap[0]):
            heappop(group.heap)
        return group.heap[0]

    # -- using texts

    def use(self, text: int, draws: Draws) -> Entry:
        """Count one use of a text; return the entry that `undo` needs."""
        before = self._entry(text)
        subject = self.subject[text]
        group = self.by_item[subject][self.item[text]]
        self.uses[text] += 1
        self._tie[text] = group.tie(draws)
        heappush(group.heap, self._entry(text))
        # About one item this heap is never read, and would only grow.
        if self.pairing == Pairing.DIFFERENT:
            heappush(self._first_entries[subject], self._first_entry(group))
        return before

    def undo(self, before: Entry) -> None:
        """Take one use back; of several, the last one first."""
        uses, tie, text = before
        self.uses[text], self._tie[text] = uses, tie
        group = self.by_item[self.subject[text]][self.item[text]]
        heappush(group.heap, before)
        heappush(self._first_entries[self.subject[text]], self._first_entry(group))

    def least_used(self, subject: Subject, used_up: UsedUp) -> int | None:
        """Return the subject's least used text with item and content not used up, if any.

        Only the least used text of each item is considered.
        """
        # Usually the first one will do, and the heap need not be unpacked.
        text = self._least_used(subject)
        if self.is_available(text, used_up):
            return text
        with closing(self._first_of_items(subject)) as entries:
            return next((text for _, _, text in entries if self.is_available(text, used_up)), None)

    def is_available(self, text: int, used_up: UsedUp) -> bool:
        """Whether neither the item nor the content of the text is used up."""
        return self.item[text] not in used_up.items and self.content[text] not in used_up.contents

    def _least_used(self, subject: Subject) -> int:
        entries, by_item = self._first_entries[subject], self.by_item[subject]
        while self._first_entry(by_item[self.item[entries[0][2]]]) != entries[0]:
            heappop(entries)
        return entries[0][2]

    def _first_of_items(self, subject: Subject) -> Generator[Entry, None, None]:
        """Yield the first entry of each item, least used first; closing restores the heap."""
        entries = self._first_entries[subject]
        seen: list[Entry] = []
        try:
            while entries:
                entry = heappop(entries)
                if self._first_entry(self.by_item[subject][self.item[entry[2]]]) != entry:
                    continue
                if not seen or seen[-1] != entry:  # `undo` leaves an entry twice
                    seen.append(entry)
                    yield entry
        finally:
            for entry in seen:
                heappush(entries, entry)

    # -- one triad

    def may_share_triad(self, one: int, other: int) -> bool:
        """Whether two texts may be in one triad, by content and by pairing."""
        if self.content[one] == self.content[other]:
            return False
        return (self.item[one] == self.item[other]) == (self.pairing == Pairing.SAME)

    def fits(self, triple: Triple) -> bool:
        """Whether three texts may be one triad."""
        one, two, three = triple
        share = self.may_share_triad
        return share(one, two) and share(one, three) and share(two, three)

    def find_triple(self, pair: Subject, item: int | None = None) -> Triple | None:
        """Return two texts of subject `pair` and one of the other, least used first, if any exist.

        The search is exact. With `item`, it is limited to texts about that item.
        """
        pairs = self.candidates(pair, item)
        odds = self.candidates("B" if pair == "A" else "A", item)
        share = self.may_share_triad
        for place, first in enumerate(pairs):
            for second in pairs[place + 1 :]:
                if not share(first, second):
                    continue
                for odd in odds:
                    if share(first, odd) and share(second, odd):
                        return first, second, odd
        return None

    def candidates(self, subject: Subject, item: int | None = None) -> list[int]:
        """Return a few least used texts, enough to find a triad wherever there is one.

        Proof: take any triad. A text of it may be missing here because its item gave three texts
        of different content already, or its content three texts about different items. Then one
        of those three can replace it, since the two other texts of the triad rule out two at most.
        Or its item was never reached because twelve items gave texts: the two others rule out two
        of these by item and six by content. Replacing text by text ends with a triad of candidates.
        """
        by_item = self.by_item[subject]
        per_content: dict[int, int] = {}
        if item is not None:
            entries = self._from_item(by_item[item], per_content) if item in by_item else []
        else:
            entries = self._from_items(subject, per_content)
        return [text for _, _, text in sorted(entries)]

    def _from_items(self, subject: Subject, per_content: dict[int, int]) -> list[Entry]:
        chosen: list[Entry] = []
        items_that_gave = 0
        with closing(self._first_of_items(subject)) as best:
            for _, _, text in best:
                entries = self._from_item(self.by_item[subject][self.item[text]], per_content)
                chosen += entries
                items_that_gave += bool(entries)
                if items_that_gave == ENOUGH_ITEMS:
                    break
        return chosen

    def _from_item(self, group: ItemTexts, per_content: dict[int, int]) -> list[Entry]:
        chosen: list[Entry] = []
        seen: list[Entry] = []
        contents: set[int] = set()
        while group.heap and len(chosen) < PER_ITEM:
            entry = heappop(group.heap)
            content = self.content[entry[2]]
            if not self._is_current(entry):
                continue
            seen.append(entry)
            if content not in contents and per_content.get(content, 0) < PER_CONTENT:
                contents.add(content)
                per_content[content] = per_content.get(content, 0) + 1
                chosen.append(entry)
        for entry in seen:
            heappush(group.heap, entry)
        return chosen


def _numbered(names: Sequence[str]) -> list[int]:
    numbers: dict[str, int] = {}
    return [numbers.setdefault(name, len(numbers)) for name in names]
