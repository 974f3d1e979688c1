"""Plan blocks of triads, one in each order, with texts used as equally as possible."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from heapq import heapify, heapreplace

from studies.design.assignment import assign
from studies.design.draws import Draws
from studies.design.problems import Problem, plan_problems
from studies.design.text_pool import Entry, TextPool, Triple, UsedUp
from studies.design.texts import (
    SUBJECTS,
    Pairing,
    Protocol,
    Subject,
    Text,
    in_plan_order,
    majority,
    odd_position,
    orders_of,
    pairing_of,
    protocol_of,
    subjects_of_block,
)


@dataclass(frozen=True, slots=True)
class PlannedTriad:
    """A triad: `keys` are the samples in the order of positions 1 to 3."""

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


def blocks_for(triads: int, protocol: str = Protocol.TRIANGLE) -> int:
    """Return how many blocks are needed for `triads` triads: of six, in a directed plan of three.

    Raises `ValueError` for a negative number and for an unknown protocol.
    """
    if triads < 0:
        raise ValueError(f"triads must be 0 or more, not {triads}")
    return -(-triads // len(orders_of(protocol)))


def plan_blocks(
    texts: Iterable[Text],
    *,
    seed: bytes,
    purpose: str = "main",
    pairing: str = Pairing.DIFFERENT,
    protocol: str = Protocol.TRIANGLE,
    start_block: int = 1,
    blocks: int,
) -> Iterator[PlannedTriad]:
    """Return the triads of `blocks` blocks from `start_block` (1 is the first) on, by number.

    A block holds each order once: six of the triangle, three of the directed triad. It depends on
    the texts, the seed (16 bytes), the purpose, the pairing and the protocol alone, not on how many
    blocks are asked for: earlier blocks are planned again and skipped.

    The least used texts come first. With different items, uses within a subject differ by one at
    most after every block, unless an item or a content is due in five of six triads or more (in
    directed blocks, which have less room: by two, and by one where it is due in every second). With
    one item a triad, they differ by one at most if there is only one item, else by two at most if
    items have equally many texts: a triad takes two texts of an item or one, and leaves a rest.

    Raises `CannotFillError` where no plan exists and `ValueError` for bad arguments, both at the
    call, not at the first triad.
    """
    rule = pairing_of(pairing)
    if start_block < 1 or blocks < 0:
        raise ValueError("start_block must be 1 or more, and blocks 0 or more")
    ordered = in_plan_order(texts)
    if problems := plan_problems(ordered, rule, protocol):
        raise CannotFillError(problems)
    kind = _DifferentItems if rule == Pairing.DIFFERENT else _SameItem
    planner = kind(ordered, seed, purpose, protocol_of(protocol))
    return _triads(planner, [text.key for text in ordered], start_block, blocks)


def _triads(
    planner: "_Planner", keys: list[int], start_block: int, blocks: int
) -> Iterator[PlannedTriad]:
    for block in range(1, start_block + blocks):
        planned = planner.next_block()
        if block < start_block:
            continue
        first = (block - 1) * len(planned) + 1
        for number, (order, (one, two, three)) in enumerate(planned, first):
            samples = (keys[one], keys[two], keys[three])
            yield PlannedTriad(number, block, order, samples, odd_position(order))


class _Planner:
    """Plans block after block; the pool counts how often each text was used."""

    pairing: Pairing

    def __init__(
        self, texts: Sequence[Text], seed: bytes, purpose: str, protocol: Protocol
    ) -> None:
        self._seed, self._purpose, self._block = seed, purpose, 0
        self.orders = orders_of(protocol)
        self.subjects = subjects_of_block(protocol)
        self.draws = Draws(seed, purpose, 0)
        self.pool = TextPool(texts, self.pairing, self.draws, protocol)

    def next_block(self) -> list[tuple[str, Triple]]:
        """Return the orders, shuffled, each with its three texts by position."""
        self._block += 1
        self.draws = Draws(self._seed, self._purpose, self._block)
        orders = self.draws.shuffled(self.orders)
        triples = self.fill([majority(order) for order in orders])
        return [(order, _in_order(order, t)) for order, t in zip(orders, triples, strict=True)]

    def fill(self, pairs: list[Subject]) -> list[Triple]:
        """Return a triple for each triad of a block; `pairs` are the majorities."""
        raise NotImplementedError

    def use(self, triple: Triple) -> None:
        for text in triple:
            self.pool.use(text, self.draws)


class _DifferentItems(_Planner):
    """The texts of a triad are about three different items.

    The least used texts are chosen for the whole block, then assigned to its triads, so that the
    last triads need not take what is left over. Where that fails (an item or a content is too
    frequent), each triad takes the least used texts that fit.
    """

    pairing = Pairing.DIFFERENT

    def fill(self, pairs: list[Subject]) -> list[Triple]:
        chosen, undo = self._choose()
        # Shuffled: the least used texts come first, and must not be the odd ones more often.
        triples = assign(self.pool, self.draws.shuffled(chosen), pairs) if chosen else None
        if triples:
            return triples
        for entry in reversed(undo):
            self.pool.undo(entry)
        return [self._one(pair) for pair in pairs]

    def _choose(self) -> tuple[list[int], list[Entry]]:
        """Choose the least used texts for all places of a block, and return how to undo their use.

        No item and no content comes more than once a triad. Where a place stays empty, all do.
        """
        chosen: list[int] = []
        undo: list[Entry] = []
        counted: tuple[Counter[int], Counter[int]] = (Counter(), Counter())
        used_up = UsedUp(set(), set())
        for subject in self.subjects:
            text = self.pool.least_used(subject, used_up)
            if text is None:
                return [], undo
            undo.append(self.pool.use(text, self.draws))
            chosen.append(text)
            names = (self.pool.item[text], self.pool.content[text])
            for name, counts, done in zip(names, counted, used_up, strict=True):
                counts[name] += 1
                if counts[name] == len(self.orders):
                    done.add(name)
        return chosen, undo

    def _one(self, pair: Subject) -> Triple:
        triple = self.pool.find_triple(pair)
        assert triple is not None, "plan_problems found a triad"  # noqa: S101 - for the type
        self.use(triple)
        return triple


class _SameItem(_Planner):
    """The texts of a triad are about one item; the item with the least used triple comes first.

    One heap for each majority: (uses of the triple, tie, item). Uses only grow, so an entry is a
    lower bound, corrected when it comes to the top.
    """

    pairing = Pairing.SAME

    def __init__(
        self, texts: Sequence[Text], seed: bytes, purpose: str, protocol: Protocol
    ) -> None:
        super().__init__(texts, seed, purpose, protocol)
        items = list(dict.fromkeys(self.pool.item))
        self._heaps: dict[Subject, list[Entry]] = {s: self._heap(s, items) for s in SUBJECTS}

    def _heap(self, pair: Subject, items: list[int]) -> list[Entry]:
        heap = [(0, self.draws.word(), i) for i in items if self.pool.find_triple(pair, i)]
        heapify(heap)
        return heap

    def fill(self, pairs: list[Subject]) -> list[Triple]:
        return [self._one(pair) for pair in pairs]

    def _one(self, pair: Subject) -> Triple:
        heap = self._heaps[pair]
        while True:
            uses, tie, item = heap[0]
            triple = self.pool.find_triple(pair, item)
            assert triple is not None, "only items with a triad are in the heap"  # noqa: S101 - for the type
            now = sum(self.pool.uses[text] for text in triple)
            if now <= uses:
                break
            heapreplace(heap, (now, tie, item))
        heapreplace(heap, (uses, self.draws.word(), item))
        self.use(triple)
        return triple


def _in_order(order: str, triple: Triple) -> Triple:
    """Put the odd text of a triple into its position."""
    first, second, odd = triple
    place = odd_position(order)
    if place == 1:
        return odd, first, second
    return (first, odd, second) if place == 2 else (first, second, odd)
