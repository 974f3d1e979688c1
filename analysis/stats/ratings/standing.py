"""How does each system stand to the mean of all? The picture beside the rule that decides."""

from dataclasses import dataclass

import numpy as np

from ..validation import check_integer, check_open_unit
from .data import Array, Codes, Ratings
from .pairs import ONE_ITEM, ONE_JUDGE, RESAMPLES, WEIGHTS_AT_ONCE, drawn_counts

NO_RATINGS = "a system has no ratings"


@dataclass(frozen=True, slots=True)
class Standing:
    """The result of `system_standings` for one system; its fields are explained there."""

    system: object
    estimate: float | None = None
    limits: tuple[float, float] | None = None
    reason: str = ""


def system_standings(
    ratings: Ratings,
    y: Array,
    *,
    log: bool,
    alpha: float = 0.05,
    resamples: int = RESAMPLES,
    seed: int = 0,
) -> tuple[Standing, ...]:
    """How does each system stand to the mean of all systems, each of which weighs as much?

    Args:
        ratings: of one criterion.
        y: for each rating what is compared, as `normalise` returns it; finite.
        log: whether y is a logarithm, so that estimates are ratios to the geometric mean.
        alpha: one less the confidence of the limits.
        resamples: of judges and items together, for the limits; their weights multiply.
        seed: of the draws.

    Returns:
        For each system the ``estimate``, a ratio or a difference, with two-sided ``limits``; both
        None where a system has no ratings, the limits None of one judge or one item: the
        ``reason`` says it.

    Raises:
        ValueError: an argument outside its range.
    """
    alpha = check_open_unit("alpha", alpha)
    resamples = check_integer("resamples", resamples, least=100)
    if len(y) != len(ratings) or not np.isfinite(y).all():
        raise ValueError(f"y must hold {len(ratings)} finite numbers")
    sums, counts, judge, item = _by_judge_and_item(ratings, y)
    totals = counts.sum(axis=0)
    if not len(ratings) or (totals == 0).any():
        return tuple(Standing(system, reason=NO_RATINGS) for system in ratings.systems)
    found = _back(_less_mean(sums.sum(axis=0) / totals), log=log)
    reason = _why_no_limits(judge, item)
    if reason:
        pairs = zip(ratings.systems, found.tolist(), strict=True)
        return tuple(Standing(system, value, reason=reason) for system, value in pairs)
    drawn = _drawn(sums, counts, judge, item, resamples, seed)
    low, high = _back(np.quantile(drawn, [alpha / 2, 1 - alpha / 2], axis=0), log=log).tolist()
    values = zip(ratings.systems, found.tolist(), low, high, strict=True)
    return tuple(Standing(system, value, (one, other)) for system, value, one, other in values)


def _by_judge_and_item(ratings: Ratings, y: Array) -> tuple[Array, Array, Codes, Codes]:
    """Return a row for each judge's ratings of an item: sums and counts by system, judge, item."""
    key = ratings.judge * max(1, len(ratings.items)) + ratings.item
    _, first, unit = np.unique(key, return_index=True, return_inverse=True)
    size = len(ratings.systems)
    place, cells = unit * size + ratings.system, len(first) * size
    sums: Array = np.bincount(place, weights=y, minlength=cells).astype(float).reshape(-1, size)
    counts: Array = np.bincount(place, minlength=cells).astype(float).reshape(-1, size)
    return sums, counts, ratings.judge[first], ratings.item[first]


def _why_no_limits(judge: Codes, item: Codes) -> str:
    if len(np.unique(judge)) < 2:
        return ONE_JUDGE
    return ONE_ITEM if len(np.unique(item)) < 2 else ""


def _drawn(
    sums: Array, counts: Array, judge: Codes, item: Codes, resamples: int, seed: int
) -> Array:
    """Return a row a draw: each system's mean less that of all; draws without a system left out."""
    rng = np.random.default_rng(seed)
    judges, items = (np.unique(group, return_inverse=True)[1] for group in (judge, item))
    at_once = max(1, min(resamples, WEIGHTS_AT_ONCE // len(sums)))
    found = []
    for start in range(0, resamples, at_once):
        size = min(at_once, resamples - start)
        a, b = (drawn_counts(int(group.max()) + 1, size, rng) for group in (judges, items))
        weights = a[:, judges] * b[:, items]
        with np.errstate(invalid="ignore"):
            found.append(_less_mean((weights @ sums) / (weights @ counts)))
    drawn = np.concatenate(found)
    kept: Array = drawn[np.isfinite(drawn).all(axis=1)]
    return kept if len(kept) else np.full((1, sums.shape[1]), np.nan)


def _less_mean(means: Array) -> Array:
    less: Array = means - means.mean(axis=-1, keepdims=True)
    return less


def _back(means: Array, *, log: bool) -> Array:
    return np.exp(means) if log else means
