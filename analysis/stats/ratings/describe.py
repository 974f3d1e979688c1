"""What is told of ratings before anything is decided: means, judges, identical texts, alpha."""

import itertools
from collections.abc import Hashable, Sequence
from dataclasses import dataclass

import numpy as np

from ..validation import check_integer, check_list
from .data import Array, Ratings
from .icc import CONSTANT, FEW_CELLS, ROUNDING


@dataclass(frozen=True, slots=True)
class SystemMean:
    """The number of a system's ratings and their means; None without a rating."""

    system: object
    ratings: int
    arithmetic: float | None
    geometric: float | None


@dataclass(frozen=True, slots=True)
class Busiest:
    """How many judges there are, and what share of all ratings the busiest gave."""

    judges: int
    ratings: int
    share: float | None


@dataclass(frozen=True, slots=True)
class IdenticalTexts:
    """Pairs of identical texts on one page, and how many of them got different numbers."""

    pairs: int
    differ: int


@dataclass(frozen=True, slots=True)
class Alpha:
    """Krippendorff's alpha of ``ratings`` of ``cells``; None where ``reason`` says why."""

    cells: int
    ratings: int
    alpha: float | None
    reason: str = ""


def system_means(ratings: Ratings) -> tuple[SystemMean, ...]:
    """What is the mean of each system's ratings?

    Args:
        ratings: of one criterion.

    Returns:
        For each system the number of ratings, their arithmetic and their geometric mean.

    Raises:
        ValueError: never; `ratings_of` has checked the values.
    """
    means = []
    for number, system in enumerate(ratings.systems):
        rows = ratings.system == number
        size = int(rows.sum())
        arithmetic = float(ratings.value[rows].mean()) if size else None
        geometric = float(np.exp(ratings.log_value[rows].mean())) if size else None
        means.append(SystemMean(system, size, arithmetic, geometric))
    return tuple(means)


def busiest_judges(ratings: Ratings, *, judges: int = 3) -> Busiest:
    """What share of all ratings did the busiest judges give?

    Args:
        ratings: of one criterion.
        judges: how many of them.

    Returns:
        The number of judges who rated, of ratings, and the share, None without ratings.

    Raises:
        ValueError: judges is not 1 or more.
    """
    judges = check_integer("judges", judges, least=1)
    counts = np.sort(np.bincount(ratings.judge))[::-1]
    share = float(counts[:judges].sum() / len(ratings)) if len(ratings) else None
    return Busiest(int((counts > 0).sum()), len(ratings), share)


def identical_texts(ratings: Ratings, texts: Sequence[Hashable]) -> IdenticalTexts:
    """How often did identical texts on one page get different numbers?

    Args:
        ratings: of one criterion.
        texts: for each rating its text, or a number that stands for it.

    Returns:
        Pairs of identical texts of two systems on one page, and those with different numbers.

    Raises:
        ValueError: texts of another length.
    """
    entries = check_list("texts", texts)
    if len(entries) != len(ratings):
        raise ValueError(f"texts must hold {len(ratings)} entries, not {len(entries)}")
    groups: dict[tuple[int, object], list[float]] = {}
    for page, text, value in zip(
        ratings.page.tolist(), entries, ratings.value.tolist(), strict=True
    ):
        groups.setdefault((page, text), []).append(value)
    pairs = [pair for values in groups.values() for pair in itertools.combinations(values, 2)]
    return IdenticalTexts(len(pairs), sum(one != two for one, two in pairs))


def krippendorff_alpha(ratings: Ratings, y: Array) -> Alpha:
    """How far do judges agree, as Krippendorff's alpha for intervals (Krippendorff 2004)?

    1 - D_o / D_e, with D_o the mean squared difference of ratings of the same text, in which a
    text weighs as many as it has ratings, and D_e that of all ratings of all texts. For
    three ratings a text it is ICC(1,1) to the third digit: one number, shown once as ICC, and
    alpha only in the export.

    Args:
        ratings: of one criterion; a text with one rating is left out.
        y: for each rating what is compared, as `normalise` returns it; NaN is left out.

    Returns:
        Texts and ratings that count, and alpha; None with the ``reason`` where fewer than two
        texts have two ratings, or all ratings are equal.

    Raises:
        ValueError: y of another length.
    """
    if len(y) != len(ratings):
        raise ValueError(f"y must hold {len(ratings)} entries, not {len(y)}")
    known = np.isfinite(y)
    size = np.bincount(ratings.cell, weights=known, minlength=1)
    rows = np.flatnonzero(known & (size[ratings.cell] >= 2))
    cell = np.unique(ratings.cell[rows], return_inverse=True)[1]
    count = np.bincount(cell)
    n = len(rows)
    if len(count) < 2:
        return Alpha(len(count), n, None, FEW_CELLS)
    values = y[rows] - y[rows].mean()
    means = np.bincount(cell, weights=values) / count
    squares = np.bincount(cell, weights=(values - means[cell]) ** 2)
    observed = float((2 * count * squares / (count - 1)).sum()) / n
    expected = 2 * n * float((values**2).sum()) / (n * (n - 1))
    if expected <= ROUNDING * max(1.0, float((y[rows] ** 2).max())):
        return Alpha(len(count), n, None, CONSTANT)
    return Alpha(len(count), n, 1 - observed / expected)
