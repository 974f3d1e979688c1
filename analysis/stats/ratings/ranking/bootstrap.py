"""The paired bootstrap, by which Novikova, Dušek and Rieser (2018) rank systems (Koehn 2004).

Ratings are drawn anew with replacement, those of all systems together, and one system is above
another where its mean is larger in at least 95 % of the draws. It takes ratings of one judge for
those of many: where judges merely have habits it parts systems that do not differ in 62 to 100 %
of studies (`docs/statistics.md`). It stands beside `compare_systems`, which decides.
"""

import itertools
from dataclasses import dataclass

import numpy as np

from ...validation import check_choice, check_integer, check_open_unit
from ..data import Array, Codes, Ratings
from ..pairs import NO_RATINGS
from ..resampling import drawn_counts
from .outcomes import Clusters, clusters

RESAMPLES = 10_000
AT_ONCE = 1_000
LEVEL = 0.95
UNITS = ("ratings", "items")
ROUNDING = 1e-9


@dataclass(frozen=True, slots=True)
class PairShare:
    """In what share of the draws the mean of the first, and of the second, is the larger.

    Both are None where ``reason`` says why; ``units`` were drawn from.
    """

    first: object
    second: object
    units: int
    above: float | None
    below: float | None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class BootstrapRanking:
    """The shares of all pairs, and systems from the highest, parted where the shares allow it."""

    pairs: tuple[PairShare, ...]
    clusters: Clusters


def paired_bootstrap(
    ratings: Ratings,
    y: Array,
    *,
    unit: str = "ratings",
    level: float = LEVEL,
    resamples: int = RESAMPLES,
    seed: int = 0,
) -> BootstrapRanking:
    """How does the paired bootstrap rank systems (Koehn 2004)?

    Args:
        ratings: of one criterion.
        y: for each rating what is compared; the paper takes the values as they are.
        unit: what is drawn. ``ratings``: pages, or where texts stand on pages of their own the
            first ratings of an item's texts, then the second ones, and so on; ``items``: the
            differences of items' means.
        level: the share of draws from which a system is above another, at least 0.5.
        resamples: how many draws.
        seed: of the draws.

    Returns:
        ``pairs``: for each pair the ``units`` that have both systems and the shares ``above`` and
        ``below``, None where no unit has both; ``clusters``: systems by their mean, a line between
        two where each system before it is above each behind it.

    Raises:
        ValueError: an argument outside its range.
    """
    unit = check_choice("unit", unit, UNITS)
    level = check_open_unit("level", level)
    resamples = check_integer("resamples", resamples, least=100)
    if level < 0.5:
        raise ValueError("level must be a number from 0.5 to below 1")
    if len(y) != len(ratings) or not np.isfinite(y).all():
        raise ValueError(f"y must hold {len(ratings)} finite numbers")
    couples = list(itertools.combinations(range(len(ratings.systems)), 2))
    d = _differences(ratings, y, couples, by_item=unit == "items")
    above, below = _shares(d, resamples, seed)
    names = [(ratings.systems[first], ratings.systems[second]) for first, second in couples]
    units = np.isfinite(d).sum(axis=0).tolist()
    pairs = tuple(
        PairShare(*pair, n, *shares) if n else PairShare(*pair, 0, None, None, NO_RATINGS)
        for pair, n, shares in zip(names, units, zip(above, below, strict=True), strict=True)
    )
    return BootstrapRanking(pairs, _parted(ratings, y, pairs, level))


def _differences(
    ratings: Ratings, y: Array, couples: list[tuple[int, int]], *, by_item: bool
) -> Array:
    """Return a row a unit and a column a pair; NaN where a unit has not both."""
    group, item = _units(ratings)
    table = np.full((len(item), len(ratings.systems)), np.nan)
    table[group, ratings.system] = y
    d = np.empty((len(item), len(couples)))
    for column, (first, second) in enumerate(couples):
        d[:, column] = table[:, first] - table[:, second]
    return _item_means(d, item) if by_item else d


def _units(ratings: Ratings) -> tuple[Codes, Codes]:
    """Return the unit of each rating, and the item of each unit.

    The n-th rating of a text goes with the n-th of each other text of the item.
    """
    if ratings.side_by_side:
        key = ratings.page
    else:
        order = np.argsort(ratings.cell, kind="stable")
        starts = np.flatnonzero(np.diff(ratings.cell[order], prepend=-1))
        size = np.diff(np.append(starts, len(order)))
        nth = np.empty(len(order), dtype=np.intp)
        nth[order] = np.arange(len(order)) - np.repeat(starts, size)
        key = ratings.item * (int(size.max(initial=0)) + 1) + nth
    _, first, group = np.unique(key, return_index=True, return_inverse=True)
    return group, ratings.item[first]


def _item_means(d: Array, item: Codes) -> Array:
    known = np.isfinite(d)
    means = np.full((int(item.max(initial=-1)) + 1, d.shape[1]), np.nan)
    for column in range(d.shape[1]):
        rows = known[:, column]
        size = np.bincount(item[rows], minlength=len(means))
        total = np.bincount(item[rows], weights=d[rows, column], minlength=len(means))
        means[size > 0, column] = total[size > 0] / size[size > 0]
    return means


def _shares(d: Array, resamples: int, seed: int) -> tuple[list[float], list[float]]:
    """Return how often each column's mean is above and below 0 with rows drawn anew.

    Draws in which a column has no value are left out of its share.
    """
    n = len(d)
    if not n:
        return [0.0] * d.shape[1], [0.0] * d.shape[1]
    values, known = np.nan_to_num(d), np.isfinite(d).astype(float)
    floor = ROUNDING * np.maximum(1.0, np.abs(values).sum(axis=0))
    rng = np.random.default_rng(seed)
    above, below, drawn = np.zeros((3, d.shape[1]))
    for start in range(0, resamples, AT_ONCE):
        size = min(AT_ONCE, resamples - start)
        weights = drawn_counts(n, size, rng)
        sums = weights @ values
        drawn += (weights @ known > 0).sum(axis=0)
        above += (sums > floor).sum(axis=0)
        below += (sums < -floor).sum(axis=0)
    drawn = np.maximum(drawn, 1)
    return (above / drawn).tolist(), (below / drawn).tolist()


def _parted(ratings: Ratings, y: Array, pairs: tuple[PairShare, ...], level: float) -> Clusters:
    size = np.maximum(1, np.bincount(ratings.system, minlength=len(ratings.systems)))
    means = np.bincount(ratings.system, weights=y, minlength=len(ratings.systems)) / size
    order = tuple(ratings.systems[i] for i in np.argsort(-means, kind="stable"))
    shares = {(pair.first, pair.second): pair.above for pair in pairs}
    shares |= {(pair.second, pair.first): pair.below for pair in pairs}
    return clusters(order, lambda high, low: (shares[high, low] or 0.0) >= level)
