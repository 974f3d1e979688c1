"""What is compared: ratings, their logarithms, or what is left of them without judge or page."""

from collections.abc import Callable

import numpy as np

from ..validation import check_choice
from .data import Array, Codes, Ratings

LEAST_FOR_Z = 3
"""A judge with fewer ratings has no z: two points always lie alike about their mean."""

FAR = float(np.log(10))
"""A rating ten times as high, or as low, as the median of its cell is far from the others."""


def normalise(ratings: Ratings, how: str) -> Array:
    """Return for each rating what is compared.

    Args:
        ratings: of one criterion.
        how: ``raw``; ``log``, natural; ``log less judge`` and ``log less page``, the logarithm
            less its mean over the judge's ratings or the page's; ``z by judge``, the value less
            the judge's mean, in standard deviations (n - 1) of the judge (Zarrieß, Loth and
            Schlangen 2015), NaN for a judge with fewer than 3 ratings, or with equal ones.

    Raises:
        ValueError: another word.
    """
    return _WAYS[check_choice("how", how, HOW)](ratings)


def far_from_others(ratings: Ratings) -> tuple[int, ...]:
    """Return the rows more than a factor of 10 away from the median of their cell.

    They are listed for people to look at and count like all others.

    Args:
        ratings: of one criterion.

    Raises:
        ValueError: never; `ratings_of` has checked the values.
    """
    y = ratings.log_value
    medians = np.zeros(int(ratings.cell.max()) + 1 if len(y) else 0)
    order = np.argsort(ratings.cell, kind="stable")
    starts = np.flatnonzero(np.diff(ratings.cell[order], prepend=-1))
    for rows in np.split(order, starts[1:]) if len(y) else ():
        medians[ratings.cell[rows[0]]] = np.median(y[rows])
    far = np.abs(y - medians[ratings.cell]) > FAR * (1 + 1e-12)
    return tuple(np.flatnonzero(far).tolist())


def less_mean(y: Array, group: Codes) -> Array:
    """Return y less the mean of its group."""
    size = np.maximum(np.bincount(group), 1)
    return y - (np.bincount(group, weights=y) / size)[group]


def _z_by_judge(ratings: Ratings) -> Array:
    if not len(ratings):
        return np.empty(0)
    judge = ratings.judge
    size = np.bincount(judge)
    away = less_mean(ratings.value, judge)
    spread = np.sqrt(np.bincount(judge, weights=away**2) / np.maximum(size - 1, 1))
    defined = (size >= LEAST_FOR_Z) & (spread > 1e-9 * ratings.value.max())
    return away / np.where(defined, spread, np.nan)[judge]


_WAYS: dict[str, Callable[[Ratings], Array]] = {
    "raw": lambda ratings: ratings.value,
    "log": lambda ratings: ratings.log_value,
    "log less judge": lambda ratings: less_mean(ratings.log_value, ratings.judge),
    "log less page": lambda ratings: less_mean(ratings.log_value, ratings.page),
    "z by judge": _z_by_judge,
}
HOW = tuple(_WAYS)
