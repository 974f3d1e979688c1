"""Which system is rated above which? The rule that decides.

For a pair of systems the differences are turned round, whole judges at a time and whole items at a
time; a claim for people and for texts needs both (Clark 1973), so its p is the larger of the two,
adjusted for all pairs (Holm 1979); where the two lean opposite ways nothing is claimed, and p is 1.
Where texts stand side by side a difference is one page's; elsewhere a judge's is that of the two
means, and an item's that of its two cells. The limits are those of the same two
tests: they hold *no difference* exactly where p before Holm's adjustment is above alpha.
"""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt
from numpy.random import Generator

from ..binomial import reaches
from ..comparison import holm
from ..validation import check_integer, check_open_unit, check_real
from .data import Array, Codes, Ratings
from .resampling import DRAWS, RESAMPLES, Flipped, Groups, crossed_sums, limits_of, turned_round

Mask = npt.NDArray[np.bool_]

NO_RATINGS = "no page and no judge rated both"
ONE_JUDGE = "one judge cannot speak for others"
ONE_ITEM = "one item cannot speak for others"
TOO_FEW = "so few judges or items cannot reject any difference"


@dataclass(frozen=True, slots=True)
class Pair:
    """One pair of systems; the fields are explained at `compare_systems`."""

    first: object
    second: object
    judges: int = 0
    items: int = 0
    differences: int = 0
    estimate: float | None = None
    limits: tuple[float, float] | None = None
    resampled_limits: tuple[float, float] | None = None
    p_judges: float | None = None
    p_items: float | None = None
    p_value: float | None = None
    adjusted: float | None = None
    separated: bool = False
    reachable: bool = False
    similar: bool | None = None
    reason: str = ""

    @property
    def leans_both_ways(self) -> bool:
        """Whether judges lean one way and items the other: p is 1 then, though each has its own."""
        known = [p for p in (self.p_judges, self.p_items) if p is not None]
        return self.p_value == 1.0 and bool(known) and max(known) < 1.0


@dataclass(frozen=True, slots=True)
class _Asked:
    """What `compare_systems` was asked."""

    log: bool
    alpha: float
    margin: float | None
    resamples: int
    draws: int

    def back(self, mean: float) -> float:
        """Return a mean difference as a ratio where it is one of logarithms."""
        return float(np.exp(mean)) if self.log else float(mean)

    def limits(self, tests: Sequence[Flipped], alpha: float) -> tuple[float, float] | None:
        """Return the limits of both tests together, as ratios where y is a logarithm."""
        found = limits_of(tests, alpha)
        return found and (self.back(found[0]), self.back(found[1]))

    def resampled(self, means: Array) -> tuple[float, float]:
        """Return the quantiles of resampled means."""
        low, high = np.quantile(means, [self.alpha / 2, 1 - self.alpha / 2])
        return self.back(low), self.back(high)

    def similar(self, tests: Sequence[Flipped]) -> bool | None:
        """Whether both limits at 1 - 2 alpha lie within the margin; None without one."""
        if self.margin is None:
            return None
        limits = self.limits(tests, min(2 * self.alpha, 1.0))
        least = 1 / self.margin if self.log else -self.margin
        return limits is not None and least <= limits[0] and limits[1] <= self.margin


@dataclass(frozen=True, slots=True)
class _Differences:
    """Differences of two systems by judge and by item.

    `rows` are the ratings that are compared, `first` those of the first system among them.
    """

    judges: Groups
    items: Groups
    rows: Codes
    first: Mask
    number: int


def compare_systems(
    ratings: Ratings,
    y: Array,
    *,
    log: bool,
    alpha: float = 0.05,
    margin: float | None = None,
    resamples: int = RESAMPLES,
    draws: int = DRAWS,
    seed: int = 0,
) -> tuple[Pair, ...]:
    """Which systems are rated above which?

    Args:
        ratings: of one criterion.
        y: for each rating what is compared, as `normalise` returns it; finite.
        log: whether y is a logarithm, so that estimates are ratios.
        alpha: risk of separating any two systems that do not differ.
        margin: what counts as similar: a ratio above 1, or a difference above 0.
        resamples: of judges and items together, for ``resampled_limits``.
        draws: of signs where there are more than 12 groups.
        seed: of both.

    Returns:
        For each pair of systems ``judges`` and ``items`` that rated both and the ``differences``
        (pages side by side, else judges); ``estimate``, the ratio or difference of first and
        second as the mean over items of both, with two-sided ``limits`` at 1 - alpha: all that is
        not rejected both by judges and by items in the same direction, None where so few can
        reject nothing; ``resampled_limits``, by drawing judges and items anew together, which
        describe; p by judges, by items, and ``p_value``, the larger, or 1 where the mean by judges
        and that by items have opposite signs; ``adjusted`` by Holm; ``separated`` where that is at
        most alpha; ``reachable``, whether so many judges can be enough at all; ``similar``, None
        without a margin, else whether the limits at 1 - 2 alpha lie within it; and the ``reason``
        for what is None.

    Raises:
        ValueError: an argument outside its range.
    """
    alpha = check_open_unit("alpha", alpha)
    resamples = check_integer("resamples", resamples, least=100)
    draws = check_integer("draws", draws, least=99)
    if len(y) != len(ratings) or not np.isfinite(y).all():
        raise ValueError(f"y must hold {len(ratings)} finite numbers")
    if margin is not None:
        margin = check_real("margin", margin, allowed="above 1 as a ratio, else above 0")
        if margin <= (1 if log else 0):
            raise ValueError("margin must be above 1 as a ratio, else above 0")
    couples = list(itertools.combinations(range(len(ratings.systems)), 2))
    asked = _Asked(log, alpha, margin, resamples, draws)
    return _decided(_compared(ratings, y, couples, asked, np.random.default_rng(seed)), alpha)


def _compared(
    ratings: Ratings, y: Array, couples: Sequence[tuple[int, int]], asked: _Asked, rng: Generator
) -> list[Pair]:
    found = [_differences(ratings, y, couple) for couple in couples]
    names = [(ratings.systems[first], ratings.systems[second]) for first, second in couples]
    pairs = [_described(*each, y, asked) for each in zip(names, found, strict=True)]
    tested = [i for i, pair in enumerate(pairs) if not pair.reason]
    if not tested:
        return pairs
    compared = [found[i] for i in tested]
    means = _drawn_means(ratings, y, compared, asked, rng)
    by_judges, by_items = (
        turned_round(several, draws=asked.draws, seed=rng)
        for several in ([each.judges for each in compared], [each.items for each in compared])
    )
    for i, drawn, *tests in zip(tested, means, by_judges, by_items, strict=True):
        p_judges, p_items = (test.p_value for test in tests)
        limits = asked.limits(tests, asked.alpha)
        pairs[i] = replace(
            pairs[i],
            limits=limits,
            resampled_limits=asked.resampled(drawn),
            p_judges=p_judges,
            p_items=p_items,
            p_value=_larger(tests),
            similar=asked.similar(tests),
            reason="" if limits else TOO_FEW,
        )
    return pairs


def _larger(tests: Sequence[Flipped]) -> float:
    """Return the larger p; 1 where the tests lean opposite ways, so that neither is above."""
    opposite = min(test.mean for test in tests) < 0 < max(test.mean for test in tests)
    return 1.0 if opposite else max(test.p_value for test in tests)


def _described(names: tuple[object, object], found: _Differences, y: Array, asked: _Asked) -> Pair:
    """Return what is told of a pair before anything is drawn."""
    if not found.number:
        return Pair(*names, reason=NO_RATINGS)
    judges, items = (int(np.isfinite(one.sums).sum()) for one in (found.judges, found.items))
    reason = ONE_ITEM if items < 2 else ""
    return Pair(
        *names,
        judges=judges,
        items=items,
        differences=found.number,
        estimate=asked.back(float(np.nansum(found.items.sums) / found.items.sizes.sum())),
        reason=ONE_JUDGE if judges < 2 else reason,
    )


def _drawn_means(
    ratings: Ratings, y: Array, found: Sequence[_Differences], asked: _Asked, rng: Generator
) -> list[Array]:
    """Return each pair's mean differences with judges and items drawn anew, the same for all."""
    sides = [_columns(len(y), each, y) for each in found]
    columns, place = np.unique(np.concatenate(sides, axis=1), axis=1, return_inverse=True)
    sums = crossed_sums(columns, ratings.judge, ratings.item, resamples=asked.resamples, seed=rng)
    means = []
    for first, size, second, other in place.reshape(-1, 4):
        with np.errstate(invalid="ignore"):
            drawn = sums[:, first] / sums[:, size] - sums[:, second] / sums[:, other]
        means.append(drawn[np.isfinite(drawn)])
    return means


def _columns(length: int, found: _Differences, y: Array) -> Array:
    """Return ratings and ones of the first system, and of the second, where they are compared."""
    columns = np.zeros((length, 4))
    for start, rows in ((0, found.rows[found.first]), (2, found.rows[~found.first])):
        columns[rows, start], columns[rows, start + 1] = y[rows], 1.0
    return columns


def _decided(pairs: list[Pair], alpha: float) -> tuple[Pair, ...]:
    """Adjust the p of all pairs by Holm; a pair without p counts as one with p 1."""
    adjusted = holm([1.0 if pair.p_value is None else pair.p_value for pair in pairs])
    return tuple(
        pair
        if pair.p_value is None
        else replace(
            pair,
            adjusted=p,
            separated=reaches(p, alpha),
            reachable=reaches(2.0 ** (1 - pair.judges) * len(pairs), alpha),
        )
        for pair, p in zip(pairs, adjusted, strict=True)
    )


def _differences(ratings: Ratings, y: Array, couple: tuple[int, int]) -> _Differences:
    """Return what can be compared: pages with both side by side, else judges and items."""
    first, second = (ratings.system == system for system in couple)
    either = first | second
    if ratings.side_by_side:
        rows = np.flatnonzero(either & _has_both(ratings.page, first, second))
        signed = np.where(first[rows], y[rows], -y[rows])
        judges = _sums(ratings.judge[rows], signed, len(ratings.judges))
        items = _sums(ratings.item[rows], signed, len(ratings.items))
        return _Differences(judges, items, rows, first[rows], len(np.unique(ratings.page[rows])))
    judges = _mean_differences(ratings.judge, y, first, second)
    items = _mean_differences(ratings.item, y, first, second)
    rows = np.flatnonzero(either & _has_both(ratings.item, first, second))
    both = int(judges.sizes.sum()) if items.sizes.any() else 0
    return _Differences(judges, items, rows, first[rows], both)


def _has_both(group: Codes, first: Mask, second: Mask) -> Mask:
    one, two = (np.bincount(group, weights=side) > 0 for side in (first, second))
    both: Mask = (one & two)[group]
    return both


def _sums(group: Codes, d: Array, size: int) -> Groups:
    """Return the sum of each group over its pages: two ratings each."""
    sums = np.bincount(group, weights=d, minlength=size).astype(float)
    ratings = np.bincount(group, minlength=size)
    sums[ratings == 0] = np.nan
    return Groups(sums, ratings / 2)


def _mean_differences(group: Codes, y: Array, first: Mask, second: Mask) -> Groups:
    """Return for each group that has both the mean of the first less that of the second."""
    means = []
    for side in (first, second):
        with np.errstate(invalid="ignore"):
            means.append(np.bincount(group, weights=side * y) / np.bincount(group, weights=side))
    d: Array = means[0] - means[1]
    return Groups(d, np.isfinite(d).astype(float))
