"""Which system is rated above which? The rule that decides.

For a pair of systems the differences are turned round, whole judges at a time and whole items at a
time; a claim for people and for texts needs both (Clark 1973), so its p is the larger of the two,
adjusted for all pairs (Holm 1979). Where texts stand side by side a difference is one page's;
elsewhere a judge's is that of the two means, and an item's that of its two cells.
"""

import itertools
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from ..binomial import reaches
from ..comparison import holm
from ..validation import check_integer, check_open_unit, check_real
from .data import Array, Codes, Ratings

Mask = npt.NDArray[np.bool_]

ALL_PATTERNS_UP_TO = 12
DRAWS = 9_999
RESAMPLES = 10_000
WEIGHTS_AT_ONCE = 500_000
ROUNDING = 1e-9

NO_RATINGS = "no page and no judge rated both"
ONE_JUDGE = "one judge cannot speak for others"
ONE_ITEM = "one item cannot speak for others"


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
    p_judges: float | None = None
    p_items: float | None = None
    p_value: float | None = None
    adjusted: float | None = None
    separated: bool = False
    reachable: bool = False
    similar: bool | None = None
    reason: str = ""


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

    def limits(self, means: Array, share: float) -> tuple[float, float]:
        """Return the quantiles of resampled means at this share from either end."""
        low, high = np.quantile(means, [share, 1 - share])
        return self.back(low), self.back(high)

    def similar(self, means: Array) -> bool | None:
        """Whether both limits at 1 - 2 alpha lie within the margin; None without one."""
        if self.margin is None:
            return None
        low, high = self.limits(means, min(self.alpha, 0.5))
        least = 1 / self.margin if self.log else -self.margin
        return least <= low and high <= self.margin


@dataclass(frozen=True, slots=True)
class _Differences:
    """What two systems' ratings give: sums by judge and by item, and weights for resampling."""

    judges: Array
    items: Array
    rows: Codes
    sign: Array
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
        resamples: of judges and items together, for the limits.
        draws: of signs where there are more than 12 groups.
        seed: of both.

    Returns:
        For each pair of systems ``judges`` and ``items`` that rated both and the ``differences``
        (pages side by side, else judges); ``estimate``, the ratio or difference of first and
        second, with two-sided ``limits`` at 1 - alpha; p by judges, by items, the larger, and
        ``adjusted`` by Holm; ``separated`` where that is at most alpha; ``reachable``, whether so
        many judges can be enough at all; ``similar``, None without a margin, else whether the
        limits at 1 - 2 alpha lie within it; and the ``reason`` for what is None.

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
    rng = np.random.default_rng(seed)
    asked = _Asked(log, alpha, margin, resamples, draws)
    found = [_compare(ratings, y, couple, asked, rng) for couple in couples]
    return _decided(found, alpha)


def sign_flips(sums: Array, *, draws: int = DRAWS, seed: int | np.random.Generator = 0) -> float:
    """How often is the total of these differences as far from 0 with signs drawn anew?

    All patterns of signs up to 12 groups, else (1 + reached) / (1 + draws).
    """
    seen, n = abs(float(sums.sum())) - ROUNDING * max(1.0, float(np.abs(sums).sum())), len(sums)
    if n <= ALL_PATTERNS_UP_TO:
        signs = 1.0 - 2.0 * ((np.arange(2**n)[:, None] >> np.arange(n)) & 1)
        return float((np.abs(signs @ sums) >= seen).mean())
    bits = np.random.default_rng(seed).integers(0, 2, size=(draws, n), dtype=np.int8)
    totals = 2.0 * (bits @ sums) - sums.sum()
    return float((1 + (np.abs(totals) >= seen).sum()) / (draws + 1))


def crossed_means(
    y: Array,
    judge: Codes,
    item: Codes,
    *,
    resamples: int = RESAMPLES,
    seed: int | np.random.Generator = 0,
    sides: Array | None = None,
) -> Array:
    """Return means of y with judges and items drawn anew together; their weights multiply.

    Args:
        y: differences, or ratings where ``sides`` says 1 or -1 for the first or second system;
            then the mean of the second is taken from that of the first.
        judge: whose each is; item: of what.
        resamples: how many means; those that draw nothing are left out.
        seed: of the draws.
        sides: see y.
    """
    rng = np.random.default_rng(seed)
    judges, items = (np.unique(group, return_inverse=True)[1] for group in (judge, item))
    parts = [np.arange(len(y))] if sides is None else [sides > 0, sides < 0]
    at_once = max(1, min(resamples, WEIGHTS_AT_ONCE // max(1, len(y))))
    means = []
    for start in range(0, resamples, at_once):
        size = min(at_once, resamples - start)
        a, b = (drawn_counts(int(group.max()) + 1, size, rng) for group in (judges, items))
        weights = a[:, judges] * b[:, items]
        with np.errstate(invalid="ignore"):
            each = [weights[:, rows] @ y[rows] / weights[:, rows].sum(axis=1) for rows in parts]
        means.append(each[0] if sides is None else each[0] - each[1])
    drawn = np.concatenate(means)
    kept: Array = drawn[np.isfinite(drawn)]
    return kept


def drawn_counts(n: int, draws: int, rng: np.random.Generator) -> Array:
    """Return a row a draw of n of n with replacement: how often each was drawn."""
    drawn = rng.integers(0, n, size=(draws, n)) + n * np.arange(draws)[:, None]
    counts: Array = np.bincount(drawn.ravel(), minlength=draws * n).reshape(draws, n).astype(float)
    return counts


def _compare(
    ratings: Ratings,
    y: Array,
    couple: tuple[int, int],
    asked: _Asked,
    rng: np.random.Generator,
) -> Pair:
    found = _differences(ratings, y, couple)
    names = ratings.systems[couple[0]], ratings.systems[couple[1]]
    if not found.number:
        return Pair(*names, reason=NO_RATINGS)
    values, sign = y[found.rows], found.sign
    mean = values[sign > 0].mean() - values[sign < 0].mean()
    described = Pair(
        *names,
        judges=len(found.judges),
        items=len(found.items),
        differences=found.number,
        estimate=asked.back(mean),
    )
    if len(found.judges) < 2 or len(found.items) < 2:
        return replace(described, reason=ONE_JUDGE if len(found.judges) < 2 else ONE_ITEM)
    judge, item = ratings.judge[found.rows], ratings.item[found.rows]
    means = crossed_means(values, judge, item, resamples=asked.resamples, seed=rng, sides=sign)
    p_judges, p_items = (
        sign_flips(sums, draws=asked.draws, seed=rng) for sums in (found.judges, found.items)
    )
    return replace(
        described,
        limits=asked.limits(means, asked.alpha / 2),
        p_judges=p_judges,
        p_items=p_items,
        p_value=max(p_judges, p_items),
        similar=asked.similar(means),
    )


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
        both = _has_both(ratings.page, first, second)
        rows = np.flatnonzero(either & both)
        sign = np.where(first[rows], 1.0, -1.0)
        judges = _sums(ratings.judge[rows], sign * y[rows])
        items = _sums(ratings.item[rows], sign * y[rows])
        return _Differences(judges, items, rows, sign, len(np.unique(ratings.page[rows])))
    judges = _mean_differences(ratings.judge, y, first, second)
    items = _mean_differences(ratings.item, y, first, second)
    rows = np.flatnonzero(either)
    sign = np.where(first[rows], 1.0, -1.0)
    return _Differences(judges, items, rows, sign, len(judges) if len(items) else 0)


def _has_both(group: Codes, first: Mask, second: Mask) -> Mask:
    one, two = (np.bincount(group, weights=side) > 0 for side in (first, second))
    both: Mask = (one & two)[group]
    return both


def _sums(group: Codes, d: Array) -> Array:
    sums = np.bincount(group, weights=d).astype(float)
    return sums[np.bincount(group) > 0]


def _mean_differences(group: Codes, y: Array, first: Mask, second: Mask) -> Array:
    """Return for each group that has both the mean of the first less that of the second."""
    counts = [np.bincount(group, weights=side) for side in (first, second)]
    totals = [np.bincount(group, weights=side * y) for side in (first, second)]
    both = (counts[0] > 0) & (counts[1] > 0)
    one, two = (total[both] / count[both] for total, count in zip(totals, counts, strict=True))
    return one - two
