"""Which ratings and which texts are far from the others. They are listed and count. No Django."""

import numpy as np

from analysis.recomputation.rating_study.numbers import FarRating, StandingOut
from analysis.stats import Ratings, far_from_others
from analysis.stats.ratings.data import Array

MOST_FAR = 50
MOST_STANDING_OUT = 10


def far_ratings(ratings: Ratings) -> tuple[int, tuple[FarRating, ...]]:
    """Return how many ratings are ten times away from the median of their text, and the first."""
    rows = far_from_others(ratings)
    return len(rows), tuple(_far(ratings, row) for row in rows[:MOST_FAR])


def _far(ratings: Ratings, row: int) -> FarRating:
    of_text = ratings.value[ratings.cell == ratings.cell[row]]
    return FarRating(
        item=str(ratings.items[ratings.item[row]]),
        system=str(ratings.systems[ratings.system[row]]),
        value=float(ratings.value[row]),
        median=float(np.median(of_text)),
        judge=int(str(ratings.judges[ratings.judge[row]])),
    )


def standing_out(ratings: Ratings, y: Array, *, log: bool) -> tuple[StandingOut, ...]:
    """Return the texts with the mean furthest from what their item and system let expect.

    That is the mean of the item and of the system less that of all; only items with a text of each
    system are looked at, and two items or more.
    """
    shape = len(ratings.items), len(ratings.systems)
    cells = shape[0] * shape[1]
    size = np.bincount(ratings.cell, minlength=cells).reshape(shape)
    with np.errstate(invalid="ignore"):
        means = np.bincount(ratings.cell, weights=y, minlength=cells).reshape(shape) / size
    whole = np.flatnonzero((size > 0).all(axis=1))
    if len(whole) < 2 or shape[1] < 2:
        return ()
    table = means[whole]
    away = table - table.mean(axis=1, keepdims=True) - table.mean(axis=0) + table.mean()
    furthest = np.argsort(-np.abs(away), axis=None, kind="stable")[:MOST_STANDING_OUT]
    found = [divmod(int(place), shape[1]) for place in furthest]
    back = np.exp if log else np.asarray
    return tuple(
        StandingOut(
            item=str(ratings.items[whole[row]]),
            system=str(ratings.systems[system]),
            ratings=int(size[whole[row], system]),
            mean=float(back(table[row, system])),
            away=float(back(away[row, system])),
        )
        for row, system in found
        if abs(away[row, system]) > 1e-9
    )
