"""Differences turned round, whole judges or items at a time: p, and the limits that go with it.

Under no difference each group's is as likely to have the other sign (Fisher 1935). A difference
that is not rejected after it was taken from all pages lies within the limits (Hartigan 1969): each
pattern of signs parts the groups in two, and the difference stands with it between the two means.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from .data import Array
from .resampling import NUMBERS_AT_ONCE

ALL_PATTERNS_UP_TO = 12
DRAWS = 9_999
ROUNDING = 1e-9


@dataclass(frozen=True, slots=True)
class Groups:
    """Differences by judge or item: the sum of each group (NaN without one), of how many (or 0)."""

    sums: Array
    sizes: Array


@dataclass(frozen=True, slots=True)
class Flipped:
    """What turning round gave.

    `p_value`; the `lowest` and the `highest` mean difference that stands with each pattern of
    signs. `seen` is 1 where patterns are drawn: what was seen is one of them.
    """

    p_value: float
    lowest: Array
    highest: Array
    seen: int

    def limits(self, alpha: float) -> tuple[float, float]:
        """Return the least and the largest mean difference with a p above alpha.

        They hold 0 exactly where `p_value` is above alpha; infinite where so few groups can reject
        nothing.
        """
        patterns = len(self.lowest) + self.seen
        least = int(alpha * patterns * (1 + 1e-12)) + 1 - self.seen
        if least < 1:
            return -np.inf, np.inf
        low = np.partition(self.lowest, least - 1)[least - 1]
        high = np.partition(self.highest, -least)[-least]
        return float(low), float(high)


def sign_flips(sums: Array, *, draws: int = DRAWS, seed: int | np.random.Generator = 0) -> float:
    """How often is the total of these differences as far from 0 with signs drawn anew?

    All patterns of signs up to 12 groups, else (1 + reached) / (1 + draws).
    """
    groups = Groups(sums, np.isfinite(sums).astype(float))
    return turned_round([groups], draws=draws, seed=seed)[0].p_value


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
    return Flipped((reached + seen) / (len(sums) + seen), lowest, highest, seen)


def _means(sums: Array, sizes: Array, close: float) -> Array:
    """Return the means of one part of the groups, 0 but for rounding; NaN where it has none."""
    with np.errstate(invalid="ignore", divide="ignore"):
        means: Array = np.where(np.abs(sums) <= close, 0.0, sums) / sizes
    return np.where(sizes == 0, np.nan, means)
