"""How far do judges agree? Intraclass correlations (Shrout and Fleiss 1979; McGraw and Wong 1996).

Targets are cells (one system's text of one item) with k ratings each. With the mean squares of the
analysis of variance, MSR between targets, MSW within them, MSC between judges and MSE the rest:

    ICC(1,1) = (MSR - MSW) / (MSR + (k - 1) MSW)                          one rating
    ICC(1,k) = (MSR - MSW) / MSR                                          the mean of k
    ICC(C,1) = (MSR - MSE) / (MSR + (k - 1) MSE)                          consistency
    ICC(C,k) = (MSR - MSE) / MSR
    ICC(A,1) = (MSR - MSE) / (MSR + (k - 1) MSE + k (MSC - MSE) / n)      absolute agreement
    ICC(A,k) = (MSR - MSE) / (MSR + (MSC - MSE) / n)

Negative values stay negative: judges agree less than chance would. With unequal numbers of ratings
k is k0 = (N - sum k_i^2 / N) / (n - 1), and limits come from resampling items.
"""

from dataclasses import dataclass

import numpy as np
from scipy.special import fdtrc, fdtri

from ..validation import check_integer, check_open_unit
from .data import Array, Codes, Ratings

ONE_JUDGE = "one judge cannot speak for others"
FEW_CELLS = "fewer than two texts have two ratings or more"
CONSTANT = "all ratings are equal"
EQUAL_MEANS = "all texts have the same mean"
OTHER_JUDGES = "not the same judges rated every text"

RESAMPLES = 2_000
ROUNDING = 1e-12
"""Sums of squares below this share of the whole are rounding errors."""


@dataclass(frozen=True, slots=True)
class Agreement:
    """The result of `agreement`; its fields are explained there."""

    cells: int = 0
    ratings: int = 0
    left_out: int = 0
    k: float | None = None
    single: float | None = None
    average: float | None = None
    f: float | None = None
    df_between: int | None = None
    df_within: int | None = None
    p_value: float | None = None
    single_limits: tuple[float, float] | None = None
    average_limits: tuple[float, float] | None = None
    by_resampling: bool = False
    reason: str = ""


@dataclass(frozen=True, slots=True)
class TwoWay:
    """ICC(A,1), ICC(A,k), ICC(C,1) and ICC(C,k); all None where ``reason`` says why."""

    absolute_single: float | None = None
    absolute_average: float | None = None
    consistent_single: float | None = None
    consistent_average: float | None = None
    reason: str = ""


def agreement(
    ratings: Ratings, y: Array, *, alpha: float = 0.05, resamples: int = RESAMPLES, seed: int = 0
) -> Agreement:
    """How far do ratings of the same text resemble each other: ICC(1,1) and ICC(1,k)?

    Args:
        ratings: of one criterion; a text with one rating is left out.
        y: for each rating what is compared, as `normalise` returns it; NaN is left out.
        alpha: one less the confidence of the limits.
        resamples: of items, for limits where texts have unequal numbers of ratings.
        seed: of the resampling.

    Returns:
        ``cells`` with two ratings or more and their ``ratings``; ``left_out``, the others;
        ``k``, ratings a text (k0 where unequal); ``single``, ICC(1,1); ``average``, ICC(1,k);
        ``f`` with its degrees of freedom and ``p_value``, None (p 0) where judges agree
        entirely; two-sided limits of both, ``by_resampling`` or from F. ``average`` and its
        limits are None where all texts have the same mean: there the mean of k tells nothing
        from anything. All are None where ``reason`` says why.

    Raises:
        ValueError: alpha or resamples outside their range, or y of another length.
    """
    alpha = check_open_unit("alpha", alpha)
    resamples = check_integer("resamples", resamples, least=100)
    if len(y) != len(ratings):
        raise ValueError(f"y must hold {len(ratings)} entries, not {len(y)}")
    if len(np.unique(ratings.judge)) < 2:
        return Agreement(reason=ONE_JUDGE)
    rows = _repeated(ratings, y)
    cells, values = ratings.cell[rows], y[rows]
    table = _cell_sums(cells, values)
    n, total = len(table), len(values)
    if n < 2:
        return Agreement(n, total, len(y) - total, reason=FEW_CELLS)
    msr, msw, k = (float(part[0]) for part in _mean_squares(np.ones((1, n)), table))
    msr = 0.0 if msr <= ROUNDING * msw else msr
    if msr + msw == 0:
        return Agreement(n, total, len(y) - total, k, reason=CONSTANT)
    df = n - 1, total - n
    f = msr / msw if msw else None
    limits = resampled = None
    unequal = bool((table[:, 0] != table[0, 0]).any())
    if unequal:
        resampled = _resampled(ratings.item[rows], cells, values, alpha, resamples, seed)
    elif f is not None:
        limits = _limits(f, df, k, alpha)
    single_limits, average_limits = resampled or limits or (None, None)
    return Agreement(
        cells=n,
        ratings=total,
        left_out=len(y) - total,
        k=k,
        single=(msr - msw) / (msr + (k - 1) * msw),
        average=(msr - msw) / msr if msr else None,
        f=f,
        df_between=df[0],
        df_within=df[1],
        p_value=float(fdtrc(*df, f)) if f is not None else 0.0,
        single_limits=single_limits,
        average_limits=average_limits if msr else None,
        by_resampling=unequal,
        reason="" if msr else EQUAL_MEANS,
    )


def agreement_of_same_judges(ratings: Ratings, y: Array) -> TwoWay:
    """Return ICC(A,.) and ICC(C,.), which are defined where the same judges rated every text.

    Elsewhere the columns of the table are no judges, and the number depends on their order.

    Args:
        ratings: of one criterion.
        y: for each rating what is compared, as `normalise` returns it.

    Raises:
        ValueError: y of another length.
    """
    if len(y) != len(ratings):
        raise ValueError(f"y must hold {len(ratings)} entries, not {len(y)}")
    judges = len(np.unique(ratings.judge))
    if judges < 2:
        return TwoWay(reason=ONE_JUDGE)
    cells, cell = np.unique(ratings.cell, return_inverse=True)
    judge = np.unique(ratings.judge, return_inverse=True)[1]
    seen = np.bincount(cell * judges + judge, minlength=len(cells) * judges)
    if not (seen == 1).all() or not np.isfinite(y).all():
        return TwoWay(reason=OTHER_JUDGES)
    table = np.empty((len(cells), judges))
    table[cell, judge] = y
    return two_way(table)


def two_way(table: Array) -> TwoWay:
    """Return ICC(A,.) and ICC(C,.) of a table with a row a text and a column a judge."""
    n, k = table.shape
    if n < 2 or k < 2:
        return TwoWay(reason=FEW_CELLS if k > 1 else ONE_JUDGE)
    centred = table - table.mean()
    rows, columns = centred.mean(axis=1), centred.mean(axis=0)
    whole = float((centred**2).sum())
    if whole <= ROUNDING * max(1.0, float((table**2).sum())):
        return TwoWay(reason=CONSTANT)
    msr, msc = k * float((rows**2).sum()) / (n - 1), n * float((columns**2).sum()) / (k - 1)
    rest = centred - rows[:, None] - columns
    mse = float((rest**2).sum()) / ((n - 1) * (k - 1))
    spread, between = msr - mse, (msc - mse) / n
    parts = (
        (spread, msr + (k - 1) * mse + k * between),
        (spread, msr + between),
        (spread, msr + (k - 1) * mse),
        (spread, msr),
    )
    if any(below == 0 for _, below in parts):
        return TwoWay(reason=EQUAL_MEANS)
    return TwoWay(*(above / below for above, below in parts))


def _repeated(ratings: Ratings, y: Array) -> Codes:
    """Return the rows of cells with two ratings or more."""
    known = np.isfinite(y)
    size = np.bincount(ratings.cell, weights=known, minlength=1)
    return np.flatnonzero(known & (size[ratings.cell] >= 2))


def _cell_sums(cells: Codes, values: Array) -> Array:
    """Return for each cell its number of ratings, their mean, and their squares about it."""
    cell = np.unique(cells, return_inverse=True)[1]
    size = np.bincount(cell)
    values = values - (values.mean() if len(values) else 0.0)
    mean = np.bincount(cell, weights=values) / size
    squares = np.bincount(cell, weights=(values - mean[cell]) ** 2)
    floor = ROUNDING * max(1.0, float((values**2).sum()))
    squares[squares <= floor / max(1, len(size))] = 0.0
    mean[np.abs(mean) <= ROUNDING] = 0.0
    return np.stack([size, mean, squares], axis=1) if len(size) else np.empty((0, 3))


def _mean_squares(weights: Array, table: Array) -> tuple[Array, Array, Array]:
    """Return MSR, MSW and k0 of each row of weights, which say how often a cell counts."""
    size, mean, squares = table.T
    n, total = weights.sum(axis=1), weights @ size
    between = weights @ (size * mean**2) - (weights @ (size * mean)) ** 2 / total
    k0 = (total - weights @ size**2 / total) / (n - 1)
    return np.maximum(between, 0.0) / (n - 1), weights @ squares / (total - n), k0


def _limits(
    f: float, df: tuple[int, int], k: float, alpha: float
) -> tuple[tuple[float, float], tuple[float, float] | None]:
    """Return the limits of ICC(1,1) and ICC(1,k) from the distribution of F."""
    between, within = df
    lower = f / float(fdtri(between, within, 1 - alpha / 2))
    upper = f * float(fdtri(within, between, 1 - alpha / 2))
    single = ((lower - 1) / (lower + k - 1), (upper - 1) / (upper + k - 1))
    return single, (1 - 1 / lower, 1 - 1 / upper) if f else None


def _resampled(
    items: Codes, cells: Codes, values: Array, alpha: float, resamples: int, seed: int
) -> tuple[tuple[float, float], tuple[float, float]] | None:
    """Return percentile limits from resampling items with all their ratings."""
    first = np.unique(cells, return_index=True)[1]
    item = np.unique(items[first], return_inverse=True)[1]
    if item.max() == 0:
        return None
    table = _cell_sums(cells, values)
    number = int(item.max()) + 1
    draws = np.random.default_rng(seed).multinomial(
        number, np.full(number, 1 / number), size=resamples
    )
    msr, msw, k = _mean_squares(draws[:, item].astype(float), table)
    defined = msr > 0
    msr, msw, k = msr[defined], msw[defined], k[defined]
    if not len(msr):
        return None
    shares = [alpha / 2, 1 - alpha / 2]
    single = np.quantile((msr - msw) / (msr + (k - 1) * msw), shares)
    average = np.quantile((msr - msw) / msr, shares)
    return (float(single[0]), float(single[1])), (float(average[0]), float(average[1]))
