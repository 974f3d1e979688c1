"""Differences turned round, and judges and items drawn anew together: for all pairs at once.

Under no difference each group's (a judge's, an item's) is as likely to have the other sign (Fisher
1935). A difference that is not rejected after it was taken from all pages lies within the limits
(Hartigan 1969): each pattern of signs parts the groups in two, and the difference stands with it
between the two means.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from .data import Array, Codes

ALL_PATTERNS_UP_TO = 12
DRAWS = 9_999
ROUNDING = 1e-9
RESAMPLES = 10_000
NUMBERS_AT_ONCE = 500_000


@dataclass(frozen=True, slots=True)
class Groups:
    """Differences by judge or item: each group's sum, NaN without one, and of how many it is."""

    sums: Array
    sizes: Array


@dataclass(frozen=True, slots=True)
class Flipped:
    """What turning round gave.

    `p_value`; the `mean` difference of all groups; the `lowest` and the `highest` that stands with
    each pattern of signs. `seen` is 1 where patterns are drawn: what was seen is one of them.
    """

    p_value: float
    mean: float
    lowest: Array
    highest: Array
    seen: int

    def limits(self, alpha: float) -> tuple[float, float]:
        """Return the least and the largest mean difference with a p above alpha.

        They hold 0 exactly where `p_value` is above alpha; infinite where so few groups can reject
        nothing. At 1 they are the differences with the largest p.
        """
        patterns = len(self.lowest) + self.seen
        least = int(alpha * patterns * (1 + 1e-12)) + 1 - self.seen
        if least < 1:
            return -np.inf, np.inf
        least = min(least, len(self.lowest))
        low = np.partition(self.lowest, least - 1)[least - 1]
        high = np.partition(self.highest, -least)[-least]
        return float(low), float(high)


def limits_of(tests: Sequence[Flipped], alpha: float) -> tuple[float, float] | None:
    """Return which differences not all tests reject in one direction; None where that is any."""
    low, high = zip(*(test.limits(alpha) for test in tests), strict=True)
    if not np.isfinite([*low, *high]).all():
        return None
    return min(low), max(high)


def turned_round(
    several: Sequence[Groups], *, draws: int = DRAWS, seed: int | np.random.Generator = 0
) -> list[Flipped]:
    """Return p and what stands for each; the same signs are drawn for all, for the same groups."""
    many = [
        i for i, groups in enumerate(several) if np.isfinite(groups.sums).sum() > ALL_PATTERNS_UP_TO
    ]
    found = [None if i in many else _of_all_patterns(groups) for i, groups in enumerate(several)]
    drawn = iter(_of_drawn_signs([several[i] for i in many], draws, np.random.default_rng(seed)))
    return [one or next(drawn) for one in found]


def _of_all_patterns(groups: Groups) -> Flipped:
    known = np.isfinite(groups.sums)
    sums, sizes = groups.sums[known], groups.sizes[known]
    n = len(sums)
    signs = 1.0 - 2.0 * ((np.arange(2**n)[:, None] >> np.arange(n)) & 1)
    return _flipped(groups, signs @ sums, signs @ sizes, seen=0)


def _of_drawn_signs(
    several: Sequence[Groups], draws: int, rng: np.random.Generator
) -> list[Flipped]:
    if not several:
        return []
    sums = np.nan_to_num(np.stack([groups.sums for groups in several], axis=1))
    sizes = np.stack([groups.sizes for groups in several], axis=1)
    columns = np.concatenate([sums, sizes], axis=1)
    totals, turned = columns.sum(axis=0), []
    at_once = max(1, NUMBERS_AT_ONCE // len(columns))
    for start in range(0, draws, at_once):
        size = min(at_once, draws - start), len(columns)
        signs = rng.integers(0, 2, size=size, dtype=np.int8).astype(float)
        turned.append(2.0 * (signs @ columns) - totals)
    by_sum, by_size = np.split(np.concatenate(turned), 2, axis=1)
    return [
        _flipped(groups, by_sum[:, i], by_size[:, i], seen=1) for i, groups in enumerate(several)
    ]


def _flipped(groups: Groups, sums: Array, sizes: Array, *, seen: int) -> Flipped:
    """Return what the patterns with these signed sums and sizes show."""
    known = groups.sums[np.isfinite(groups.sums)]
    total, number = known.sum(), groups.sizes.sum()
    close = ROUNDING * max(1.0, float(np.abs(known).sum()))
    kept = _means(total + sums, number + sizes, close)
    turned = _means(total - sums, number - sizes, close)
    whole = np.isnan(kept) | np.isnan(turned)
    lowest = np.where(whole, -np.inf, np.minimum(kept, turned))
    highest = np.where(whole, np.inf, np.maximum(kept, turned))
    reached = int(((lowest <= 0) & (highest >= 0)).sum())
    [mean] = _means(np.array([total]), np.array([number]), close)
    return Flipped((reached + seen) / (len(sums) + seen), float(mean), lowest, highest, seen)


def _means(sums: Array, sizes: Array, close: float) -> Array:
    """Return the means of one part of the groups, 0 but for rounding; NaN where it has none."""
    with np.errstate(invalid="ignore", divide="ignore"):
        means: Array = np.where(np.abs(sums) <= close, 0.0, sums) / sizes
    return np.where(sizes == 0, np.nan, means)


def crossed_sums(
    columns: Array,
    judge: Codes,
    item: Codes,
    *,
    resamples: int = RESAMPLES,
    seed: int | np.random.Generator = 0,
) -> Array:
    """Return a row a draw: the sum of each column with judges and items drawn anew together."""
    rng = np.random.default_rng(seed)
    columns, judge, item = _by_judge_and_item(columns, judge, item)
    at_once = max(1, min(resamples, NUMBERS_AT_ONCE // max(1, len(columns))))
    sums = []
    for start in range(0, resamples, at_once):
        size = min(at_once, resamples - start)
        a, b = (drawn_counts(int(group.max()) + 1, size, rng) for group in (judge, item))
        sums.append((a[:, judge] * b[:, item]) @ columns)
    return np.concatenate(sums)


def drawn_counts(n: int, draws: int, rng: np.random.Generator) -> Array:
    """Return a row a draw of n of n with replacement: how often each was drawn."""
    drawn = rng.integers(0, n, size=(draws, n)) + n * np.arange(draws)[:, None]
    counts: Array = np.bincount(drawn.ravel(), minlength=draws * n).reshape(draws, n).astype(float)
    return counts


def _by_judge_and_item(columns: Array, judge: Codes, item: Codes) -> tuple[Array, Codes, Codes]:
    """Return one row for all that a judge gave an item: its sums, the judge, the item; from 0."""
    judge, item = (np.unique(group, return_inverse=True)[1] for group in (judge, item))
    key = judge * (int(item.max()) + 1) + item
    _, first, unit = np.unique(key, return_index=True, return_inverse=True)
    sums = [np.bincount(unit, weights=column, minlength=len(first)) for column in columns.T]
    return np.stack(sums, axis=1), judge[first], item[first]
