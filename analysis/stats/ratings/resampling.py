"""Judges and items drawn anew together, and differences turned round: for all pairs at once."""

from collections.abc import Sequence

import numpy as np

from .data import Array, Codes

ALL_PATTERNS_UP_TO = 12
DRAWS = 9_999
RESAMPLES = 10_000
NUMBERS_AT_ONCE = 500_000
ROUNDING = 1e-9


def sign_flips(sums: Array, *, draws: int = DRAWS, seed: int | np.random.Generator = 0) -> float:
    """How often is the total of these differences as far from 0 with signs drawn anew?

    All patterns of signs up to 12 groups, else (1 + reached) / (1 + draws).
    """
    return sign_flips_of([sums], draws=draws, seed=seed)[0]


def sign_flips_of(
    several: Sequence[Array], *, draws: int = DRAWS, seed: int | np.random.Generator = 0
) -> list[float]:
    """Return `sign_flips` of each; NaN stands for a group without a difference.

    The same signs are drawn for all, and turn the same groups.
    """
    known = [sums[np.isfinite(sums)] for sums in several]
    many = [i for i, sums in enumerate(known) if len(sums) > ALL_PATTERNS_UP_TO]
    found = [np.nan if i in many else _all_patterns(sums) for i, sums in enumerate(known)]
    if many:
        columns = np.nan_to_num(np.stack([several[i] for i in many], axis=1))
        reached = _drawn_signs(columns, draws, np.random.default_rng(seed))
        for i, times in zip(many, reached.tolist(), strict=True):
            found[i] = (1 + times) / (1 + draws)
    return found


def _all_patterns(sums: Array) -> float:
    n = len(sums)
    signs = 1.0 - 2.0 * ((np.arange(2**n)[:, None] >> np.arange(n)) & 1)
    return float((np.abs(signs @ sums) >= _seen(sums)).mean())


def _drawn_signs(columns: Array, draws: int, rng: np.random.Generator) -> Codes:
    """Return for each column in how many draws its total is as far from 0 as seen."""
    seen, totals = _seen(columns), columns.sum(axis=0)
    reached = np.zeros(columns.shape[1], dtype=np.intp)
    at_once = max(1, NUMBERS_AT_ONCE // len(columns))
    for start in range(0, draws, at_once):
        size = min(at_once, draws - start), len(columns)
        turned = rng.integers(0, 2, size=size, dtype=np.int8).astype(float) @ columns
        reached += (np.abs(2.0 * turned - totals) >= seen).sum(axis=0)
    return reached


def _seen(sums: Array) -> Array:
    """Return how far the total is from 0, less what rounding may take from it."""
    seen: Array = np.abs(sums.sum(axis=0)) - ROUNDING * np.maximum(1.0, np.abs(sums).sum(axis=0))
    return seen


def crossed_means(
    y: Array,
    judge: Codes,
    item: Codes,
    *,
    resamples: int = RESAMPLES,
    seed: int | np.random.Generator = 0,
) -> Array:
    """Return means of y with judges and items drawn anew together; their weights multiply.

    Args:
        y: differences.
        judge: who gave each; item: what each is about.
        resamples: how many means; those that draw nothing are left out.
        seed: of the draws.
    """
    columns = np.stack([y, np.ones(len(y))], axis=1)
    sums = crossed_sums(columns, judge, item, resamples=resamples, seed=seed)
    with np.errstate(invalid="ignore"):
        means = sums[:, 0] / sums[:, 1]
    kept: Array = means[np.isfinite(means)]
    return kept


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
