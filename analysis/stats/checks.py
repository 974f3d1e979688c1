"""Is something wrong with the answers? Orders, positions, judges, streaks and speed.

None of these is a verdict of the study. Each says where to look before using the result.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt
from scipy.special import gammaln

from .binomial import CHANCE, reaches, upper_tail
from .groups import chi_square_tail, hypergeometric_p, pearson_of_shares
from .psychometric import ODD_POSITION, Protocol, orders_of
from .validation import check_counts, check_integer, check_list, check_open_unit, check_real

Whole = npt.NDArray[np.int64]

EXACT_UP_TO = 60
"""Tests of counts are exact up to this many answers, by chi-square above."""

LEAST_TRIALS = 6
"""Below this many trials nothing is said about a single judge."""


@dataclass(frozen=True, slots=True)
class CountsTest:
    """Counts by place or order, Pearson's statistic and the p-value of evenness."""

    counts: tuple[int, ...]
    statistic: float
    degrees_of_freedom: int
    p_value: float
    exact: bool


@dataclass(frozen=True, slots=True)
class RealisedChance:
    """Share of right answers of a judge who always takes the same place."""

    first: float
    second: float
    third: float
    largest: float


@dataclass(frozen=True, slots=True)
class JudgeSummary:
    """One judge's answers; p-value and conclusion None below six trials."""

    correct: int
    n: int
    proportion: float
    p_value: float | None
    tells_apart: bool | None


@dataclass(frozen=True, slots=True)
class Streak:
    """The longest run of one place, and how often chance makes one as long."""

    length: int
    position: int
    p_value: float


@dataclass(frozen=True, slots=True)
class TooFast:
    """Which answers were too fast, how many, and by which rule, in words."""

    flags: tuple[bool, ...]
    count: int
    n: int
    rule: str


def chosen_positions(counts: Sequence[int]) -> CountsTest:
    """Do judges favour a place? The three places chosen, against one third each.

    Exact multinomial test up to 60 answers: the total probability of all outcomes that are
    no more probable than this one. Above 60, Pearson's chi-square with 2 degrees of freedom.
    Places are even without a favourite place for any texts, as long as the orders are
    balanced: see `order_counts`.

    Args:
        counts: how often the first, second and third place was chosen; 0 or more each.

    Raises:
        ValueError: not three counts, a negative one, or all of them 0.
    """
    return _even(check_cells("counts", counts, 3))


def order_counts(counts: Mapping[str, int], *, protocol: str = Protocol.TRIANGLE) -> CountsTest:
    """Were the orders answered equally often?

    The test of `chosen_positions` with a cell for each order: six and 5 degrees of freedom, in a
    directed triad three and 2. Blocks with each order once keep the orders served almost exactly
    even, so a small p-value here means that answers are missing unevenly.

    Args:
        counts: answers by order (ABB, ABA, AAB, BAA, BAB, BBA); a missing order counts 0.
        protocol: what judges were asked, which says the orders: see `orders_of`.

    Raises:
        ValueError: an unknown order or one that the protocol has not, a negative count, all of
            them 0, or an unknown protocol.
    """
    orders = orders_of(protocol)
    cells = _by_order("counts", counts, orders)
    return _even(check_cells("counts", cells, len(orders)))


def right_by_order(correct: Mapping[str, int], n: Mapping[str, int]) -> CountsTest:
    """Is the odd text found more easily in some orders than in others?

    The right answers by order against even shares of the answers given in each order. Exact
    up to 60 answers, Pearson's chi-square (with its usual table of right and wrong) above.

    Exact means given how many answers were right and how many each order had: then the right
    ones are a draw without replacement, and their counts multivariate hypergeometric (Fisher's
    exact test, as extended by Freeman and Halton 1951). A plain multinomial with the shares
    of the orders would not do: no order can have more right answers than answers, and by
    leaving that out it makes the spread too large by 1/(share of wrong answers), one and a
    half times at chance, and p too large. It would also not agree with chi-square at 61.

    Returns:
        ``counts``: the right answers by order; ``statistic``, ``degrees_of_freedom`` (orders
        answered, less one) and ``p_value``, 1 where all answers are right, or none; ``exact``.

    Args:
        correct: right answers by order, 0 to n of that order; a missing order counts 0.
        n: answers by order, 0 or more, together 1 or more.

    Raises:
        ValueError: an unknown order or a count outside its range.
    """
    right, totals = check_right_by_order(correct, n)
    statistic, df = pearson_of_shares(right, totals)
    exact = sum(totals) <= EXACT_UP_TO
    p_value = hypergeometric_p(right, totals) if exact else chi_square_tail(statistic, df)
    return CountsTest(right, statistic, df, p_value, exact)


def realised_chance(counts: Mapping[str, int]) -> RealisedChance:
    """How often would a judge be right who always takes the same place?

    Given the orders that were answered; 1/3 for every place where they are balanced. A value
    far from 1/3 means that a favourite place would pass for a difference, or hide one.

    Args:
        counts: answers by order; a missing order counts 0.

    Returns:
        Proportions for the ``first``, ``second`` and ``third`` place, and the ``largest``.

    Raises:
        ValueError: an unknown order, a negative count, or all of them 0.
    """
    cells = check_cells("counts", _by_order("counts", counts), 6)
    shares = [0.0, 0.0, 0.0]
    for position, count in zip(ODD_POSITION.values(), cells, strict=True):
        shares[position - 1] += count / sum(cells)
    return RealisedChance(shares[0], shares[1], shares[2], max(shares))


def judge_summary(correct: int, n: int, *, alpha: float) -> JudgeSummary:
    """Does this one judge tell the texts apart?

    The exact difference test on one judge's answers, and no conclusion below six trials.
    Among many judges some pass by chance alone: about alpha of those who only guess.

    Args:
        correct: the judge's right answers, 0 to n.
        n: the judge's answers, 1 or more.
        alpha: risk of a false conclusion about this judge, above 0 and below 1.

    Raises:
        ValueError: an argument outside its range.
    """
    correct, n = check_counts(correct, n)
    alpha = check_open_unit("alpha", alpha)
    if n < LEAST_TRIALS:
        return JudgeSummary(correct, n, correct / n, None, None)
    p_value = upper_tail(correct, n, CHANCE)
    return JudgeSummary(correct, n, correct / n, p_value, reaches(p_value, alpha))


def longest_streak(positions: Iterable[int]) -> Streak:
    """How long did a judge go on choosing the same place, and could that be chance?

    ``p_value``: the probability that the longest run is at least as long, if every answer
    takes one of the three places independently and evenly (exact recursion over the length
    of the current run). It says nothing of why: the same place may have been right.

    Args:
        positions: the places chosen, in order: 1, 2 or 3; at least one.

    Returns:
        ``length`` of the longest run, its ``position`` (of the first such run), ``p_value``.

    Raises:
        ValueError: no positions, or one that is not 1, 2 or 3.
    """
    entries = check_list("positions", positions)
    places = [check_integer("positions", place, least=1, most=3) for place in entries]
    if not places:
        raise ValueError("positions must hold at least one place")
    length = position = run = 0
    for i, place in enumerate(places):
        run = run + 1 if i and place == places[i - 1] else 1
        if run > length:
            length, position = run, place
    return Streak(length, position, _streak_tail(length, len(places)))


def too_fast(
    seconds: Sequence[float],
    words: Sequence[int],
    *,
    words_per_minute: float = 700.0,
    least_seconds: float = 2.0,
) -> TooFast:
    """Which answers came too fast to have been read?

    The rule: an answer is too fast if it took less than ``least_seconds``, or less time than
    reading the words of its three texts at ``words_per_minute``. The default is about three
    times the mean rate of silent reading, 238 words a minute (Brysbaert 2019, Journal of
    Memory and Language 109): a generous limit, since a judge need not read every word.

    Args:
        seconds: time taken for each answer, 0 or more.
        words: words of the three texts of the same answer together, 0 or more.
        words_per_minute: above 0.
        least_seconds: 0 or more.

    Returns:
        A flag for each answer, their ``count`` among ``n``, and the ``rule`` in words.

    Raises:
        ValueError: lists of different length, or a value outside its range.
    """
    rate = _check_least("words_per_minute", words_per_minute, above=True)
    floor = _check_least("least_seconds", least_seconds)
    times, lengths = check_list("seconds", seconds), check_list("words", words)
    if len(times) != len(lengths):
        raise ValueError(
            f"seconds and words must have the same length, not {len(times)} and {len(lengths)}"
        )
    flags = tuple(
        _check_least("seconds", second)
        < max(floor, check_integer("words", word, least=0) * 60 / rate)
        for second, word in zip(times, lengths, strict=True)
    )
    rule = f"faster than {floor:g} seconds, or than reading at {rate:g} words a minute"
    return TooFast(flags, sum(flags), len(flags), rule)


def _check_least(name: str, value: object, *, above: bool = False) -> float:
    allowed = "above 0" if above else "of 0 or more"
    number = check_real(name, value, allowed=allowed)
    if number < 0 or (above and number == 0):
        raise ValueError(f"{name} must be a number {allowed}, not {number}")
    return number


def _by_order(
    name: str, counts: Mapping[str, int], orders: Sequence[str] = tuple(ODD_POSITION)
) -> list[int]:
    if not isinstance(counts, Mapping):
        raise ValueError(f"{name} must be given by {', '.join(orders)}, not {counts!r}")
    unknown = [order for order in counts if order not in orders]
    if unknown:
        raise ValueError(f"{name} must be given by {', '.join(orders)}, not {unknown[0]!r}")
    return [counts.get(order, 0) for order in orders]


def check_right_by_order(
    correct: Mapping[str, int], n: Mapping[str, int]
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return right answers and answers of the six orders, checked as `right_by_order` says."""
    totals = check_cells("n", _by_order("n", n), 6)
    right = check_cells("correct", _by_order("correct", correct), 6, least_total=0)
    for order, x, total in zip(ODD_POSITION, right, totals, strict=True):
        check_integer(f"correct of order {order}", x, least=0, most=total)
    return right, totals


def check_cells(
    name: str, counts: Sequence[int], cells: int, *, least_total: int = 1
) -> tuple[int, ...]:
    """Return so many counts of 0 or more, together `least_total` or more."""
    entries = check_list(name, counts)
    if len(entries) != cells:
        raise ValueError(f"{name} must hold {cells} counts, not {len(entries)}")
    checked = tuple(check_integer(name, count, least=0) for count in entries)
    if sum(checked) < least_total:
        raise ValueError(f"{name} must add up to {least_total} or more")
    return checked


def _even(counts: tuple[int, ...]) -> CountsTest:
    n, cells = sum(counts), len(counts)
    statistic = cells * sum(count * count for count in counts) / n - n
    exact = n <= EXACT_UP_TO
    p_value = (
        _multinomial_p(tuple(sorted(counts))) if exact else chi_square_tail(statistic, cells - 1)
    )
    return CountsTest(counts, statistic, cells - 1, p_value, exact)


@lru_cache(maxsize=512)  # served in blocks, orders have the same counts again and again
def _multinomial_p(counts: tuple[int, ...]) -> float:
    """Total probability of all outcomes no more probable than these sorted counts, in even cells.

    An outcome is then as probable as its sorted counts, so the partitions of n stand for all
    outcomes: 19,858 instead of 8 million at n = 60.
    """
    n, cells = sum(counts), len(counts)
    parts, ways = _partitions(n, cells)
    logs = gammaln(np.arange(n + 1) + 1.0)
    coefficients = logs[n] - logs[parts].sum(axis=1)
    gains = coefficients - (logs[n] - logs[list(counts)].sum())
    extreme = gains < 0
    # Whole numbers: outcomes of equal probability are equal.
    observed = _multinomial(counts)
    for row in np.flatnonzero(abs(gains) < 1e-6):
        extreme[row] = _multinomial(parts[row].tolist()) <= observed
    chances = ways[extreme] * np.exp(coefficients[extreme] - n * math.log(cells))
    return min(1.0, float(chances.sum()))


def _multinomial(counts: Iterable[int]) -> int:
    counts = list(counts)
    return math.factorial(sum(counts)) // math.prod(map(math.factorial, counts))


@lru_cache(maxsize=8)
def _partitions(n: int, cells: int) -> tuple[Whole, Whole]:
    """All ways to write n as a falling sequence of counts, and in how many orders each comes."""
    left, last = np.array([n]), np.array([n])
    runs, ways = np.array([0]), np.array([math.factorial(cells)])
    parts: list[Whole] = []
    for cells_left in range(cells, 0, -1):
        least, most = -(-left // cells_left), np.minimum(left, last)
        sizes = most - least + 1
        rows = np.repeat(np.arange(len(left)), sizes)
        count = least[rows] + np.arange(len(rows)) - np.repeat(sizes.cumsum() - sizes, sizes)
        # Of r equal counts the r! orders are one.
        runs = np.where(parts != [] and count == last[rows], runs[rows], 0) + 1
        ways = ways[rows] // runs
        parts = [*(part[rows] for part in parts), count]
        left, last = left[rows] - count, count
    return np.stack(parts, axis=1), ways


def _streak_tail(length: int, n: int) -> float:
    """P(longest run of one of three even places >= length) in n answers."""
    if length == 1:
        return 1.0
    runs = np.zeros(length - 1)
    runs[0], reached = 1.0, 0.0
    for _ in range(n - 1):
        reached += float(runs[-1]) / 3
        fresh = 2 / 3 * runs.sum()
        runs[1:] = runs[:-1] / 3
        runs[0] = fresh
    return reached
