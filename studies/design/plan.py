"""The plan: blocks of six triads, one in each order, texts used as equally as possible."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from heapq import heapify, heapreplace

from studies.design.assignment import deal
from studies.design.draws import Draws
from studies.design.problems import Problem, why_not
from studies.design.text_pool import Entry, Full, Stock, Triple
from studies.design.texts import (
    BLOCK_SIZE,
    ORDERS,
    SUBJECTS,
    Pairing,
    Subject,
    Text,
    in_plan_order,
    majority,
    odd_position,
    pairing_of,
)

# Uses of each subject in a block: three orders take two texts of it, three take one.
USES_PER_BLOCK = 9


@dataclass(frozen=True, slots=True)
class PlannedTriad:
    """One triad: `keys` are the samples in the order of places 1 to 3."""

    number: int
    block: int
    order: str
    keys: tuple[int, int, int]
    odd_position: int


class CannotFillError(ValueError):
    """The texts cannot fill the triads; `problems` says why."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__(" ".join(str(problem) for problem in problems))
        self.problems = tuple(problems)


def blocks_for(triads: int) -> int:
    """How many blocks hold `triads` triads; the last block may reach beyond them."""
    if triads < 0:
        raise ValueError(f"triads must be 0 or more, not {triads}")
    return -(-triads // BLOCK_SIZE)


def plan_blocks(
    texts: Iterable[Text],
    *,
    seed: bytes,
    purpose: str = "main",
    pairing: str = Pairing.DIFFERENT,
    start_block: int = 1,
    blocks: int,
) -> Iterator[PlannedTriad]:
    """The triads of blocks `start_block` to `start_block + blocks - 1`, in the order of numbers.

    Triad 1 is the first of block 1. Block k depends on the texts, the seed (16 bytes), the
    purpose and the pairing alone, never on how many blocks are asked for: earlier blocks are
    planned again silently.

    Least used texts come first. About different items, uses within a subject differ by at most
    one after every block unless some item or content is due in nearly all triads (five in six or
    more, were all texts used equally); about one item they differ by at most one if there is one
    item only, and by two at most where items are alike, since a triad takes two texts of an item
    or one and so leaves a rest. Raises `CannotFillError` where no plan exists, `ValueError` for bad
    arguments, both at the call and not at the first triad.
    """
    rule = pairing_of(pairing)
    if start_block < 1 or blocks < 0:
        raise ValueError("start_block must be 1 or more, and blocks 0 or more")
    ordered = in_plan_order(texts)
    if problems := why_not(ordered, rule):
        raise CannotFillError(problems)
    planner = (_Different if rule == Pairing.DIFFERENT else _Same)(ordered, seed, purpose)
    return _triads(planner, [text.key for text in ordered], start_block, blocks)


def _triads(
    planner: "_Planner", keys: list[int], start_block: int, blocks: int
) -> Iterator[PlannedTriad]:
    for block in range(1, start_block + blocks):
        planned = planner.next_block()
        if block < start_block:
            continue
        first = (block - 1) * BLOCK_SIZE + 1
        for number, (order, (one, two, three)) in enumerate(planned, first):
            samples = (keys[one], keys[two], keys[three])
            yield PlannedTriad(number, block, order, samples, odd_position(order))


class _Planner:
    """Plans block after block; `stock` knows how often each text was used so far."""

    pairing: Pairing

    def __init__(self, texts: Sequence[Text], seed: bytes, purpose: str) -> None:
        self._seed, self._purpose, self._block = seed, purpose, 0
        self.draws = Draws(seed, purpose, 0)
        self.stock = Stock(texts, self.pairing, self.draws)

    def next_block(self) -> list[tuple[str, Triple]]:
        """Six orders, shuffled, each with its three texts by place."""
        self._block += 1
        self.draws = Draws(self._seed, self._purpose, self._block)
        orders = self.draws.shuffled(ORDERS)
        triples = self.fill([majority(order) for order in orders])
        return [(order, _placed(order, t)) for order, t in zip(orders, triples, strict=True)]

    def fill(self, pairs: list[Subject]) -> list[Triple]:
        """A triple for each triad of a block; `pairs` says who has two texts in it."""
        raise NotImplementedError

    def use(self, triple: Triple) -> None:
        for text in triple:
            self.stock.use(text, self.draws)


class _Different(_Planner):
    """Texts of one triad are about three different items.

    The least used texts are chosen for the whole block first, then dealt to its triads, so that
    the block's last triads need not take what is left of them. Where these texts cannot be dealt
    (an item or a content is too frequent), each triad takes the least used that fit together.
    """

    pairing = Pairing.DIFFERENT

    def fill(self, pairs: list[Subject]) -> list[Triple]:
        chosen, undo = self._choose()
        # Shuffled, since the least used come first: which text is the odd one must not tell.
        if dealt := deal(self.stock, self.draws.shuffled(chosen), pairs) if chosen else None:
            return dealt
        for entry in reversed(undo):
            self.stock.undo(entry)
        return [self._one(pair) for pair in pairs]

    def _choose(self) -> tuple[list[int], list[Entry]]:
        """Nine least used texts of each subject, no item and no content more than once a triad."""
        chosen: list[int] = []
        undo: list[Entry] = []
        counted: tuple[Counter[int], Counter[int]] = (Counter(), Counter())
        full = Full(set(), set())
        for subject in SUBJECTS * USES_PER_BLOCK:
            text = self.stock.least_used(subject, full)
            if text is None:
                return [], undo
            undo.append(self.stock.use(text, self.draws))
            chosen.append(text)
            names = (self.stock.item[text], self.stock.content[text])
            for name, counts, filled in zip(names, counted, full, strict=True):
                counts[name] += 1
                if counts[name] == BLOCK_SIZE:
                    filled.add(name)
        return chosen, undo

    def _one(self, pair: Subject) -> Triple:
        triple = self.stock.find_triple(pair)
        assert triple is not None, "why_not found a triad"  # noqa: S101 - for the type
        self.use(triple)
        return triple


class _Same(_Planner):
    """Texts of one triad are about one item: the item whose triple was used least comes first.

    One heap for each majority: (uses of the triple, tie, item). Uses only grow, so what the heap
    says is a lower bound, put right when an item comes to the top.
    """

    pairing = Pairing.SAME

    def __init__(self, texts: Sequence[Text], seed: bytes, purpose: str) -> None:
        super().__init__(texts, seed, purpose)
        items = list(dict.fromkeys(self.stock.item))
        self._heaps: dict[Subject, list[Entry]] = {s: self._heap(s, items) for s in SUBJECTS}

    def _heap(self, pair: Subject, items: list[int]) -> list[Entry]:
        heap = [(0, self.draws.word(), i) for i in items if self.stock.find_triple(pair, i)]
        heapify(heap)
        return heap

    def fill(self, pairs: list[Subject]) -> list[Triple]:
        return [self._one(pair) for pair in pairs]

    def _one(self, pair: Subject) -> Triple:
        heap = self._heaps[pair]
        while True:
            uses, tie, item = heap[0]
            triple = self.stock.find_triple(pair, item)
            assert triple is not None, "only items with a triad are in the heap"  # noqa: S101 - for the type
            now = sum(self.stock.uses[text] for text in triple)
            if now <= uses:
                break
            heapreplace(heap, (now, tie, item))
        heapreplace(heap, (uses, self.draws.word(), item))
        self.use(triple)
        return triple


def _placed(order: str, triple: Triple) -> Triple:
    """The two texts of the majority and the odd one, put into their places."""
    first, second, odd = triple
    place = odd_position(order)
    if place == 1:
        return odd, first, second
    return (first, odd, second) if place == 2 else (first, second, odd)
