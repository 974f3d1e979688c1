"""Do criteria measure the same? Spearman's correlation of the means of texts.

Means of different ratings that are equal in exact arithmetic differ in floating point by the last
digit, and their ranks with them: means are rounded to 9 decimals before they are ranked.
"""

import itertools
from collections.abc import Collection, Mapping
from dataclasses import dataclass

import numpy as np
from scipy.special import stdtr

from ..association import mean_ranks
from ..validation import check_integer
from .data import Array, Ratings

PERMUTATIONS = 9_999


@dataclass(frozen=True, slots=True)
class Correlation:
    """Spearman's rho of two criteria; `p_value` by permuting items, `p_by_t` as papers print it.

    `rho` and both p are None where `reason` says why.
    """

    first: str
    second: str
    n: int
    rho: float | None
    p_value: float | None
    p_by_t: float | None
    reason: str = ""


def correlations(
    criteria: Mapping[str, Ratings],
    *,
    log: bool,
    permutations: int = PERMUTATIONS,
    seed: int = 0,
    copies: Collection[tuple[object, object]] = (),
) -> tuple[Correlation, ...]:
    """Return the correlation of each pair of criteria.

    Args:
        criteria: the ratings of each criterion, with the same names of items and systems.
        log: whether means are geometric (magnitude estimation) or arithmetic (Likert).
        permutations: of items, with all their texts together.
        seed: of the permutations.
        copies: items with systems whose text is another system's too, and is counted there.

    Raises:
        ValueError: fewer than 99 permutations.
    """
    permutations = check_integer("permutations", permutations, least=99)
    means = {name: cell_means(ratings, log=log) for name, ratings in criteria.items()}
    return tuple(
        _correlation(first, second, means, permutations, seed, copies)
        for first, second in itertools.combinations(criteria, 2)
    )


def cell_means(ratings: Ratings, *, log: bool) -> dict[tuple[object, object], float]:
    """Return the mean of each item and system, in logarithms where `log`, to 9 decimals."""
    y = ratings.log_value if log else ratings.value
    cells, cell = np.unique(ratings.cell, return_inverse=True)
    means = np.round(np.bincount(cell, weights=y) / np.maximum(np.bincount(cell), 1), 9)
    names = (divmod(number, len(ratings.systems)) for number in cells.tolist())
    keys = [(ratings.items[item], ratings.systems[system]) for item, system in names]
    return dict(zip(keys, means.tolist(), strict=True))


def spearman(x: Array, y: Array) -> tuple[float, float] | None:
    """Return rho and its two-sided p by t; None where it is undefined."""
    if len(x) < 3 or np.ptp(x) == 0 or np.ptp(y) == 0:
        return None
    rho = float(np.corrcoef(mean_ranks(x), mean_ranks(y))[0, 1])
    if 1 - abs(rho) < 1e-15:
        return rho, 0.0
    t = rho * np.sqrt((len(x) - 2) / (1 - rho**2))
    return rho, float(2 * stdtr(len(x) - 2, -abs(t)))


def _correlation(
    first: str,
    second: str,
    means: Mapping[str, dict[tuple[object, object], float]],
    permutations: int,
    seed: int,
    copies: Collection[tuple[object, object]],
) -> Correlation:
    one, two = means[first], means[second]
    keys = [key for key in one if key in two]
    x, y = np.array([one[key] for key in keys]), np.array([two[key] for key in keys])
    once = np.array([key not in copies for key in keys], dtype=bool)
    found, n = spearman(x[once], y[once]), int(once.sum())
    if found is None:
        reason = "all means are equal" if n >= 3 else "fewer than three texts"
        return Correlation(first, second, n, None, None, None, reason)
    p_value = _p_by_items(keys, x, y, permutations, seed)
    reason = "" if p_value is not None else "fewer than two items have all their texts"
    return Correlation(first, second, n, found[0], p_value, found[1], reason)


def _p_by_items(
    keys: list[tuple[object, object]], x: Array, y: Array, permutations: int, seed: int
) -> float | None:
    """Return the two-sided p of rho with whole items of one criterion permuted, copies with them.

    Only items with all systems can change places with each other.
    """
    items = list(dict.fromkeys(item for item, _ in keys))
    systems = list(dict.fromkeys(system for _, system in keys))
    place = {key: i for i, key in enumerate(keys)}
    whole = [i for i in items if all((i, system) in place for system in systems)]
    if len(whole) < 2:
        return None
    rows = np.array([[place[item, system] for system in systems] for item in whole])
    a, b = (mean_ranks(column[rows]).reshape(rows.shape) for column in (x, y))
    a, b = a - a.mean(), b - b.mean()
    gain = a @ b.T
    seen = abs(np.trace(gain)) * (1 - 1e-9)
    rng = np.random.default_rng(seed)
    base = np.arange(len(whole))
    turns = rng.permuted(np.tile(base, (permutations, 1)), axis=1)
    reached = np.abs(gain[base, turns].sum(axis=1)) >= seen
    return float((1 + reached.sum()) / (1 + permutations))
