"""How many judges, items and pages does a rating study need?

Differences are in natural logarithms, as magnitude estimates are compared: 1.05 times as high is
ln 1.05. Each formula is of one pair of systems; the rule that decides asks for two tests, by judges
and by items, of which each has the power planned.
"""

import itertools
from dataclasses import dataclass
from math import ceil, sqrt

import numpy as np
from scipy.special import ndtri

from ..binomial import reaches
from ..validation import check_integer, check_open_unit, check_real
from .data import Array, Codes, Ratings
from .pairs import NO_RATINGS

MOST_SYSTEMS = 8
NOT_SIDE_BY_SIDE = "texts do not stand side by side"
FEW_GROUPS = "fewer than two items or two judges rated both, or none twice"


@dataclass(frozen=True, slots=True)
class PairVariances:
    """The result of `difference_variances` for one pair; None where ``reason`` says why."""

    first: object
    second: object
    item: float | None
    rest: float | None
    judge: float | None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class ItemsNeeded:
    """The result of `items_needed`: both numbers are needed."""

    items: int
    judges: int


def fewest_judges(systems: int, *, alpha: float) -> int:
    """How many judges are needed so that anything can be decided at all?

    With J judges the smallest p by judges is 2 / 2^J, and Holm's adjustment (1979) asks of the
    smallest of all pairs that it be at most alpha / pairs.

    Args:
        systems: 2 to 8.
        alpha: risk of separating any two systems that do not differ.

    Raises:
        ValueError: an argument outside its range.
    """
    systems = check_integer("systems", systems, least=2, most=MOST_SYSTEMS)
    alpha = check_open_unit("alpha", alpha)
    pairs = systems * (systems - 1) // 2
    return next(j for j in itertools.count(1) if reaches(2.0 ** (1 - j) * pairs, alpha))


def items_needed(
    *,
    difference: float,
    item: float,
    rest: float,
    judge: float,
    ratings_per_item: float,
    alpha: float,
    power: float,
) -> ItemsNeeded:
    """How many items and judges show a difference of two systems?

    I = (z_{1-alpha/2} + z_power)^2 (item + rest / k) / difference^2, and judges likewise with the
    variance by judges: the number of independent differences that a two-sided z test needs.

    Args:
        difference: in logarithms, such as ln 1.05; not 0.
        item: variance of a pair's difference between items.
        rest: its variance within an item, between judges of it.
        judge: its variance between judges; 0 asks for one judge, and `fewest_judges` for more.
        ratings_per_item: k, how many judges compare the two about an item, on average; above 0.
        alpha: two-sided risk.
        power: probability of showing the difference.

    Raises:
        ValueError: an argument outside its range.
    """
    difference = check_real("difference", difference, allowed="other than 0")
    if not difference:
        raise ValueError("difference must be a number other than 0")
    item, rest, judge = (
        _variance(name, value) for name, value in (("item", item), ("rest", rest), ("judge", judge))
    )
    k = check_real("ratings_per_item", ratings_per_item, allowed="above 0")
    if k <= 0:
        raise ValueError(f"ratings_per_item must be a number above 0, not {k}")
    alpha, power = check_open_unit("alpha", alpha), check_open_unit("power", power)
    factor = float(ndtri(1 - alpha / 2) + ndtri(power)) ** 2 / difference**2
    return ItemsNeeded(
        items=max(1, ceil(factor * (item + rest / k) - 1e-9)),
        judges=max(1, ceil(factor * judge - 1e-9)),
    )


def texts_for_icc(
    icc: float, *, ratings_per_text: int, width: float, confidence: float = 0.95
) -> int:
    """How many texts are needed for limits of ICC(1,1) of this width (Bonett 2002)?

    n = 8 z^2 (1 - rho)^2 (1 + (k - 1) rho)^2 / (k (k - 1) w^2) + 1.

    Args:
        icc: rho, the value expected, from 0 to below 1.
        ratings_per_text: k, 2 or more.
        width: of the limits, from the lower to the upper, above 0 and below 2.
        confidence: of the limits.

    Raises:
        ValueError: an argument outside its range.
    """
    spread = _icc_spread(icc, ratings_per_text, confidence)
    w = check_real("width", width, allowed="above 0 and below 2")
    if not 0 < w < 2:
        raise ValueError(f"width must be a number above 0 and below 2, not {w}")
    return max(2, ceil(spread / w**2 + 1 - 1e-9))


def icc_width(icc: float, *, ratings_per_text: int, texts: int, confidence: float = 0.95) -> float:
    """How wide are the limits of ICC(1,1) of so many texts: `texts_for_icc` the other way round.

    Args:
        icc: rho, the value expected, from 0 to below 1.
        ratings_per_text: k, 2 or more.
        texts: n, 2 or more.
        confidence: of the limits.

    Raises:
        ValueError: an argument outside its range.
    """
    spread = _icc_spread(icc, ratings_per_text, confidence)
    return sqrt(spread / (check_integer("texts", texts, least=2) - 1))


def difference_variances(ratings: Ratings, y: Array) -> tuple[PairVariances, ...]:
    """How much do differences of systems vary between items, within them, and between judges?

    From a one-way analysis of variance of the pages' differences by items, and one by judges, with
    k0 for unequal numbers; a negative component is 0.

    Args:
        ratings: of one criterion, texts side by side.
        y: for each rating what is compared, as `normalise` returns it.

    Returns:
        For each pair of systems ``item``, ``rest`` and ``judge``, as `items_needed` takes them.

    Raises:
        ValueError: y of another length.
    """
    if len(y) != len(ratings):
        raise ValueError(f"y must hold {len(ratings)} entries, not {len(y)}")
    couples = itertools.combinations(range(len(ratings.systems)), 2)
    return tuple(_pair_variances(ratings, y, *couple) for couple in couples)


def _icc_spread(icc: float, ratings_per_text: int, confidence: float) -> float:
    """Return (n - 1) w^2."""
    rho = check_real("icc", icc, allowed="from 0 to below 1")
    if not 0 <= rho < 1:
        raise ValueError(f"icc must be a number from 0 to below 1, not {rho}")
    k = check_integer("ratings_per_text", ratings_per_text, least=2)
    z = float(ndtri((1 + check_open_unit("confidence", confidence)) / 2))
    return 8 * z**2 * (1 - rho) ** 2 * (1 + (k - 1) * rho) ** 2 / (k * (k - 1))


def _variance(name: str, value: float) -> float:
    number = check_real(name, value, allowed="of 0 or more")
    if number < 0:
        raise ValueError(f"{name} must be a number of 0 or more, not {number}")
    return number


def _pair_variances(ratings: Ratings, y: Array, first: int, second: int) -> PairVariances:
    names = ratings.systems[first], ratings.systems[second]
    if not ratings.side_by_side:
        return PairVariances(*names, None, None, None, NOT_SIDE_BY_SIDE)
    table = np.full((len(ratings.pages), len(ratings.systems)), np.nan)
    table[ratings.page, ratings.system] = y
    d = table[:, first] - table[:, second]
    pages = np.flatnonzero(np.isfinite(d))
    if not len(pages):
        return PairVariances(*names, None, None, None, NO_RATINGS)
    groups = []
    for group in (ratings.item, ratings.judge):
        of_page = np.zeros(len(ratings.pages), dtype=np.intp)
        of_page[ratings.page] = group
        groups.append(_components(d[pages], of_page[pages]))
    by_item, by_judge = groups
    if by_item is None or by_judge is None:
        return PairVariances(*names, None, None, None, FEW_GROUPS)
    return PairVariances(*names, by_item[0], by_item[1], by_judge[0])


def _components(d: Array, group: Codes) -> tuple[float, float] | None:
    """Return the variance between groups and within them; None where they cannot be parted."""
    code = np.unique(group, return_inverse=True)[1]
    size = np.bincount(code)
    n, total = len(size), len(d)
    if n < 2 or total == n:
        return None
    means = np.bincount(code, weights=d) / size
    between = float((size * (means - d.mean()) ** 2).sum()) / (n - 1)
    within = float(((d - means[code]) ** 2).sum()) / (total - n)
    k0 = (total - float((size**2).sum()) / total) / (n - 1)
    return max(0.0, (between - within) / k0), within
