"""What follows from a plan of ratings: judges, pages, items for a difference, limits of the ICC."""

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace

from analysis.planner.ratings.form import RatingQuestion
from analysis.planner.ratings.variances import RANKME, RANKME_ICC, Variances
from analysis.stats import fewest_judges, icc_width, items_needed, texts_for_icc
from studies.design.sheets import MOST_TEXTS_A_PAGE, copies_needed, pages_together

RECOMMENDED_JUDGES = 20
MOST_SHARE = 0.1
HIGH_ICC = 0.70
PILOT = "your pilot"


@dataclass(frozen=True, slots=True)
class Effort:
    """Pages: of a criterion or, asked together, in all; of a judge at most, with minutes."""

    numbers_a_page: int
    pages: int
    all_pages: int
    all_judges: int
    pages_a_judge: int
    minutes_a_judge: int


@dataclass(frozen=True, slots=True)
class Needed:
    """Items and judges for the difference, of the pair that needs least and of that which most."""

    name: str
    items: tuple[int, int]
    judges: tuple[int, int]
    items_of_all_pairs: tuple[int, int]
    judges_of_all_pairs: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Width:
    """The width of the limits of an ICC with the texts planned, and the texts for that wanted."""

    name: str
    icc: float
    width: float
    texts: int


@dataclass(frozen=True, slots=True)
class RatingAnswer:
    """All that follows; `needed` is empty for a scale of points, `widths` with one judge an item.

    `question` has the judges that the difference needs, or more if more were `written`; of a scale
    of points as many as were written. `fewest`: judges who can decide at all.
    """

    question: RatingQuestion
    written: int
    fewest: int
    effort: Effort
    needed: tuple[Needed, ...]
    widths: tuple[Width, ...]

    @property
    def can_decide(self) -> bool:
        """Whether so many judges can be enough at all."""
        return self.question.judges >= self.fewest

    @property
    def judges_needed(self) -> int | None:
        """How many show the difference whichever pair it is; None of a scale of points."""
        return _most(row.judges_of_all_pairs for row in _decisive(self.needed))

    @property
    def items_needed(self) -> int | None:
        """How many items, likewise."""
        return _most(row.items_of_all_pairs for row in _decisive(self.needed))

    @property
    def pairs(self) -> int:
        """How many pairs of systems there are."""
        return pairs_of(self.question.systems)


def answer(question: RatingQuestion) -> RatingAnswer:
    """Return what follows from a plan."""
    needed = tuple(_needed(question))
    judges = _most(row.judges_of_all_pairs for row in _decisive(needed)) or 0
    written, question = question.judges, replace(question, judges=max(question.judges, judges))
    return RatingAnswer(
        question=question,
        written=written,
        fewest=fewest_judges(question.systems, alpha=question.alpha),
        effort=effort(question),
        needed=needed,
        widths=tuple(_widths(question)),
    )


def _decisive(rows: tuple[Needed, ...]) -> tuple[Needed, ...]:
    """Return the pilot's row if there is one, else all: the safe side of the data set's."""
    return rows[:1] if rows and rows[0].name == PILOT else rows


def _most(ends: Iterable[tuple[int, int]]) -> int | None:
    return max((most for _least, most in ends), default=None)


def effort(question: RatingQuestion) -> Effort:
    """Return pages and minutes. Asked apart, each criterion has judges and pages of its own."""
    apart = question.setup == "apart"
    texts = min(question.systems, MOST_TEXTS_A_PAGE) if question.method == "rankme" else 1
    numbers = texts * (1 if apart else question.criteria)
    pages = pages_of(question, question.systems)
    parts = question.criteria if apart else 1
    each = math.ceil(pages / question.judges)
    return Effort(
        numbers_a_page=numbers,
        pages=pages,
        all_pages=pages * parts,
        all_judges=question.judges * parts,
        pages_a_judge=each,
        minutes_a_judge=math.ceil(each * numbers * question.seconds / 60),
    )


def pages_of(question: RatingQuestion, systems: int) -> int:
    """Return the pages of a criterion with so many systems."""
    each = question.each
    return question.items * (
        copies_needed(each, systems) if question.method == "rankme" else each * systems
    )


def pairs_of(systems: int) -> int:
    """Return the number of pairs of so many systems."""
    return systems * (systems - 1) // 2


def _needed(question: RatingQuestion) -> list[Needed]:
    if question.method == "likert":
        return []
    sources = dict(RANKME)
    own = {PILOT: (question.own,)} if question.own else {}
    return [_of_pairs(name, parts, question) for name, parts in (own | sources).items()]


def _of_pairs(name: str, parts: tuple[Variances, ...], question: RatingQuestion) -> Needed:
    one, strict = (
        [_of_pair(part, question, alpha) for part in parts]
        for alpha in (question.alpha, question.alpha / pairs_of(question.systems))
    )
    return Needed(
        name=name,
        items=_ends([items for items, _ in one]),
        judges=_ends([judges for _, judges in one]),
        items_of_all_pairs=_ends([items for items, _ in strict]),
        judges_of_all_pairs=_ends([judges for _, judges in strict]),
    )


def _of_pair(part: Variances, question: RatingQuestion, alpha: float) -> tuple[int, int]:
    together, spread = _together(question)
    found = items_needed(
        difference=math.log1p(question.difference),
        item=part.item * spread,
        rest=part.rest,
        judge=part.judge,
        ratings_per_item=together,
        alpha=alpha,
        power=question.power,
    )
    least = fewest_judges(question.systems, alpha=question.alpha)
    return found.items, max(least, found.judges)


def _together(question: RatingQuestion) -> tuple[float, float]:
    """Return how often two systems are compared about an item, and how unequally items weigh.

    The latter, the mean square by the squared mean, is 1 where all pages show all systems.
    """
    if question.method != "rankme":
        return question.each, 1.0
    met = pages_together(question.each, question.systems)
    mean = sum(met) / len(met)
    return mean, sum(n * n for n in met) / len(met) / mean**2


def _ends(numbers: list[int]) -> tuple[int, int]:
    return min(numbers), max(numbers)


def _widths(question: RatingQuestion) -> list[Width]:
    if question.each < 2:
        return []
    texts = question.items * question.systems
    return [
        Width(
            name,
            icc,
            width=icc_width(icc, ratings_per_text=question.each, texts=texts),
            texts=texts_for_icc(icc, ratings_per_text=question.each, width=question.width),
        )
        for name, icc in (*RANKME_ICC.items(), ("a high one", HIGH_ICC))
    ]
