"""Plan sheets: which texts one judge rates on one page, and in which places they stand.

Pure Python, as the plan of triads: the same seed and texts give the same sheets everywhere.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, count, product

from studies.design.draws import Draws
from studies.design.texts import Text, in_plan_order

# What all sheets ask that stand for all criteria at once.
ALL_CRITERIA = ("",)
# So many texts beside each other are read and compared; of more a page shows a part.
MOST_TEXTS_A_PAGE = 5


@dataclass(frozen=True, slots=True)
class PlannedSheet:
    """A sheet: for each place the keys of the systems' texts there, more than one if identical.

    Sheets of one `question` ask the same about the same item, each of another judge. They hold the
    same texts, or of more than fit on a page each a part of them.
    """

    number: int
    block: int
    question: int
    item: str
    criterion: str
    places: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class SheetDesign:
    """How sheets are made: `copies` of each question, of all texts of an item or of one."""

    systems: Sequence[str]
    copies: int
    criteria: Sequence[str] = ALL_CRITERIA
    # All texts about an item stand on one page; else each has a page of its own.
    together: bool = True
    # Identical texts are shown once; else as often as they occur.
    merges: bool = True
    # Of more distinct texts a page shows so many.
    most_texts: int = MOST_TEXTS_A_PAGE


@dataclass(frozen=True, slots=True)
class _Question:
    number: int
    item: str
    criterion: str
    # The distinct texts, in the order of the systems.
    texts: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class _Circle:
    """A question's texts in the order in which they go round, and how far each copy goes on."""

    texts: tuple[tuple[int, ...], ...]
    begin: int
    step: int
    shown: int

    def places(self, block: int) -> tuple[tuple[int, ...], ...]:
        turn = (self.begin + (block - 1) * self.step) % len(self.texts)
        return (self.texts[turn:] + self.texts[:turn])[: self.shown]


def copies_needed(judges_per_text: int, systems: int) -> int:
    """Return how many pages an item needs, so that of each system's text so many judges rate it."""
    return math.ceil(judges_per_text * systems / min(systems, MOST_TEXTS_A_PAGE))


def pages_together(judges_per_text: int, systems: int) -> list[int]:
    """Return on how many pages of an item each two of its texts stand together."""
    shown = min(systems, MOST_TEXTS_A_PAGE)
    texts = tuple((number,) for number in range(systems))
    circle = _Circle(texts, 0, step=shown, shown=shown)
    met = Counter(
        pair
        for block in range(1, copies_needed(judges_per_text, systems) + 1)
        for pair in combinations(sorted(circle.places(block)), 2)
    )
    return [met[pair] for pair in combinations(texts, 2)]


def incomplete_items(texts: Iterable[Text], systems: Sequence[str]) -> dict[str, list[str]]:
    """Return the items without exactly one text of each system, with the systems concerned."""
    of_item: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for text in texts:
        of_item[text.item][text.subject] += 1
    wrong = {item: [s for s in systems if n[s] != 1] for item, n in sorted(of_item.items())}
    return {item: concerned for item, concerned in wrong.items() if concerned}


def items_alike(texts: Iterable[Text]) -> list[str]:
    """Return the items of which all systems have the same text: nothing of them can be rated."""
    contents: defaultdict[str, set[str]] = defaultdict(set)
    for text in texts:
        contents[text.item].add(text.content_hash)
    return sorted(item for item, hashes in contents.items() if len(hashes) == 1)


def pairs_alike(texts: Iterable[Text]) -> dict[tuple[str, str], int]:
    """Return the pairs of systems with the same text, and about how many items, but for these.

    Of `items_alike` nothing is rated.
    """
    texts = list(texts)
    left_out = set(items_alike(texts))
    contents = {(text.item, text.subject): text.content_hash for text in texts}
    systems = sorted({text.subject for text in texts})
    found = {
        (one, other): sum(
            content == contents.get((item, other))
            for (item, system), content in contents.items()
            if system == one and item not in left_out
        )
        for one, other in combinations(systems, 2)
    }
    return {pair: number for pair, number in found.items() if number}


def sheets_of_block(texts: Iterable[Text], design: SheetDesign) -> int:
    """Return how many sheets a block has: one of each question."""
    return len(_questions(texts, design))


def plan_shared_sheets(
    texts: Iterable[Text], design: SheetDesign, *, seed: bytes, purpose: str, blocks: int
) -> Iterator[PlannedSheet]:
    """Return the sheets that all judges share, for practice or attention: for each block one page.

    In each turn of its texts and by each criterion. Items need not have a text of each system.
    """
    numbers = count(1)
    pages = Draws(seed, purpose, 0).shuffled(shared_pages(texts, design))[:blocks]
    for block, (item, page) in enumerate(pages, 1):
        for criterion, turn in product(design.criteria, range(len(page))):
            places = (page[turn:] + page[:turn])[: design.most_texts]
            yield PlannedSheet(next(numbers), block, block, item, criterion, places)


def shared_pages(
    texts: Iterable[Text], design: SheetDesign
) -> list[tuple[str, tuple[tuple[int, ...], ...]]]:
    """Return the pages that can be shared, each with its item."""
    of_item: defaultdict[str, list[Text]] = defaultdict(list)
    for text in in_plan_order(texts, design.systems):
        of_item[text.item].append(text)
    return [(item, page) for item in sorted(of_item) for page in _pages(of_item[item], design)]


def plan_sheets(
    texts: Iterable[Text],
    design: SheetDesign,
    *,
    seed: bytes,
    purpose: str = "main",
    start_block: int = 1,
    blocks: int | None = None,
) -> Iterator[PlannedSheet]:
    """Return the sheets of `blocks` blocks (of all copies) from `start_block` on, by number.

    A block holds each question once, in drawn order. The copies of a question go round a Latin
    square, and the next question goes on where the last one stopped: each system stands in each
    place equally often (but for one), about an item and in all. Every second question goes round
    the other way, so that no system follows the same other one all the time.

    Of more texts than fit on a page each copy shows the next part of a circle. Of 6, 7 or 8 texts,
    5 a page, as many copies as texts bring each equally often to each place; in fewer copies
    numbers differ by one. The circle is drawn for each question, so that over many items each two
    systems meet about equally often, and other systems have the text that came once more.

    Items with the same text of all systems are left out where identical texts are shown once.
    Raises ValueError where an item has not one text of each system.
    """
    questions = _questions(texts, design)
    circles = _circles(questions, design, seed, purpose)
    wanted = range(start_block, start_block + (design.copies if blocks is None else blocks))
    return _sheets(questions, circles, seed, purpose, wanted)


def _questions(texts: Iterable[Text], design: SheetDesign) -> list[_Question]:
    ordered = in_plan_order(texts, design.systems)
    if incomplete := incomplete_items(ordered, design.systems):
        raise ValueError(f"not one text of each system: {', '.join(incomplete)}")
    left_out = set(items_alike(ordered)) if design.merges else set()
    of_item: defaultdict[str, list[Text]] = defaultdict(list)
    for text in ordered:
        if text.item not in left_out:
            of_item[text.item].append(text)
    pages = ((item, page) for item in sorted(of_item) for page in _pages(of_item[item], design))
    asked = product(pages, design.criteria)
    return [
        _Question(number, item, criterion, page)
        for number, ((item, page), criterion) in enumerate(asked, 1)
    ]


def _pages(texts: Sequence[Text], design: SheetDesign) -> list[tuple[tuple[int, ...], ...]]:
    """Return for each page about an item its distinct texts, each with the keys it stands for."""
    distinct: dict[str, tuple[int, ...]] = {}
    for text in texts:
        shown = text.content_hash if design.merges else str(text.key)
        distinct[shown] = (*distinct.get(shown, ()), text.key)
    found = tuple(distinct.values())
    return [found] if design.together else [(one,) for one in found]


def _circles(
    questions: Sequence[_Question], design: SheetDesign, seed: bytes, purpose: str
) -> Mapping[int, _Circle]:
    draws = Draws(seed, f"{purpose} places", 0)
    ordered = draws.shuffled(questions)
    fitting = [one for one in ordered if len(one.texts) <= design.most_texts]
    larger = [one for one in ordered if len(one.texts) > design.most_texts]
    return {
        **dict(_of_whole_pages(fitting, design, draws)),
        **dict(_of_parts(larger, design, Draws(seed, f"{purpose} parts", 0))),
    }


def _of_whole_pages(
    questions: Iterable[_Question], design: SheetDesign, draws: Draws
) -> Iterator[tuple[int, _Circle]]:
    """Yield circles in which each copy goes on by one place.

    Questions with as many texts, and in the same direction, go on from one another.
    """
    next_turn: dict[tuple[int, bool], int] = {}
    seen: Counter[int] = Counter()
    for question in questions:
        size = len(question.texts)
        backwards = seen[size] % 2 == 1
        seen[size] += 1
        begin = next_turn.setdefault((size, backwards), draws.below(size))
        next_turn[size, backwards] = (begin + design.copies) % size
        texts = question.texts[::-1] if backwards else question.texts
        yield question.number, _Circle(texts, begin, step=1, shown=size)


def _of_parts(
    questions: Iterable[_Question], design: SheetDesign, draws: Draws
) -> Iterator[tuple[int, _Circle]]:
    """Yield circles in drawn order, in which each copy goes on by a page.

    The first texts of a circle come once more than the last. A circle begins at the place in the
    order of systems that had this least often.
    """
    once_more: Counter[tuple[int, int]] = Counter()
    for question in questions:
        size = len(question.texts)
        drawn = draws.shuffled((size, place) for place in range(size))
        drawn.sort(key=once_more.__getitem__)
        once_more.update(drawn[: design.copies * design.most_texts % size])
        texts = tuple(question.texts[place] for _size, place in drawn)
        yield question.number, _Circle(texts, 0, step=design.most_texts, shown=design.most_texts)


def _sheets(
    questions: Sequence[_Question],
    circles: Mapping[int, _Circle],
    seed: bytes,
    purpose: str,
    blocks: range,
) -> Iterator[PlannedSheet]:
    for block in blocks:
        drawn = Draws(seed, purpose, block).shuffled(questions)
        for number, question in enumerate(drawn, (block - 1) * len(questions) + 1):
            yield PlannedSheet(
                number,
                block,
                question.number,
                question.item,
                question.criterion,
                circles[question.number].places(block),
            )
