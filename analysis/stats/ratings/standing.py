"""How does each system stand to the mean of all? The picture beside the rule that decides."""

from dataclasses import dataclass

import numpy as np

from ..validation import check_integer, check_open_unit
from .data import Array, Ratings
from .pairs import ONE_ITEM, ONE_JUDGE
from .resampling import RESAMPLES, crossed_sums

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
    columns = _columns(ratings, y)
    if not len(ratings) or (columns[1].sum(axis=0) == 0).any():
        return tuple(Standing(system, reason=NO_RATINGS) for system in ratings.systems)
    found = _back(_less_mean(columns[0].sum(axis=0) / columns[1].sum(axis=0)), log=log).tolist()
    reason = ONE_JUDGE if len(np.unique(ratings.judge)) < 2 else ""
    reason = reason or (ONE_ITEM if len(np.unique(ratings.item)) < 2 else "")
    if reason:
        pairs = zip(ratings.systems, found, strict=True)
        return tuple(Standing(system, value, reason=reason) for system, value in pairs)
    drawn = crossed_sums(
        np.concatenate(columns, axis=1), ratings.judge, ratings.item, resamples=resamples, seed=seed
    )
    low, high = _back(_limits(drawn, alpha), log=log).tolist()
    values = zip(ratings.systems, found, low, high, strict=True)
    return tuple(Standing(system, value, (one, other)) for system, value, one, other in values)


def _columns(ratings: Ratings, y: Array) -> tuple[Array, Array]:
    """Return a column a system: its ratings, and ones where they are."""
    ones = (ratings.system[:, None] == np.arange(len(ratings.systems))).astype(float)
    return ones * y[:, None], ones


def _limits(drawn: Array, alpha: float) -> Array:
    """Return both limits of each system; draws in which a system has no rating are left out."""
    sums, counts = np.split(drawn, 2, axis=1)
    with np.errstate(invalid="ignore"):
        away = _less_mean(sums / counts)
    whole = away[np.isfinite(away).all(axis=1)]
    limits: Array = np.quantile(whole, [alpha / 2, 1 - alpha / 2], axis=0)
    return limits


def _less_mean(means: Array) -> Array:
    less: Array = means - means.mean(axis=-1, keepdims=True)
    return less


def _back(means: Array, *, log: bool) -> Array:
    return np.exp(means) if log else means
