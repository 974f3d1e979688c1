"""Numbers beside triads: how different the chosen text seems, which system is rated higher.

*How different.* Who perceives a difference should call it larger than who guesses. Under the
hypothesis that numbers have nothing to do with being right, which of a judge's numbers stand beside
right answers is arbitrary: they are exchanged within judges, or between judges where each gave one.

*Ratings of the three.* d = y(odd) - mean of y(other two), in logarithms, with the sign turned where
the odd text is by A: a difference B - A. The rule is that of `pairs`: whole judges and whole items
change their sign, the larger p counts (Clark 1973), limits are those of both tests. The item is
that of the odd text.
"""

import itertools
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from math import comb

import numpy as np

from ..binomial import reaches
from ..validation import check_integer, check_list, check_open_unit
from .data import Array, Codes
from .pairs import ONE_ITEM, ONE_JUDGE
from .resampling import DRAWS, ROUNDING, Groups, limits_of, turned_round

ALL_UP_TO = 20_000
NUMBERS_AT_ONCE = 2_000_000
MOST_NUMBERS = 30_000_000
"""As many numbers are exchanged at most: of a large study fewer times."""

NO_RATINGS = "no triad was rated"
ONE_SIDE = "all answers with a number are right, or all wrong"
ALL_ALIKE = "no judge gave numbers to both right and wrong answers"


@dataclass(frozen=True, slots=True)
class DegreeByChoice:
    """The result of `degree_by_choice`; its fields are explained there."""

    right: int
    wrong: int
    mean_right: float | None
    mean_wrong: float | None
    within_judges: bool = False
    p_value: float | None = None
    exact: bool = False
    reason: str = ""


@dataclass(frozen=True, slots=True)
class SystemsByTriad:
    """The result of `systems_by_triad`; its fields are explained there."""

    triads: int
    judges: int = 0
    items: int = 0
    ratio: float | None = None
    limits: tuple[float, float] | None = None
    p_judges: float | None = None
    p_items: float | None = None
    p_value: float | None = None
    reachable: bool = False
    reason: str = ""


def degree_by_choice(
    *,
    judges: Sequence[Hashable],
    right: Sequence[bool],
    values: Sequence[float],
    log: bool,
    draws: int = DRAWS,
    seed: int = 0,
) -> DegreeByChoice:
    """Is the difference called larger beside right answers than beside wrong ones?

    Args:
        judges: who gave each number.
        right: whether the answer beside it is right.
        values: the numbers; above 0 where ``log``.
        log: whether ratios count (magnitudes): means are geometric then.
        draws: of exchanges, where there are more than 20,000 ways.
        seed: of the draws.

    Returns:
        Numbers beside ``right`` and ``wrong`` answers with their means; ``within_judges``, whether
        numbers are exchanged within judges (else between judges who gave one each); the two-sided
        ``p_value``, ``exact`` where all ways were gone through; the ``reason`` where p is None.

    Raises:
        ValueError: columns of different lengths, fewer than 99 draws, or a value that has no
            logarithm where one is taken.
    """
    draws = check_integer("draws", draws, least=99)
    y = _checked(values, log=log, columns=(judges, right))
    is_right = np.asarray(right, dtype=bool)
    means = [
        float(np.exp(part.mean()) if log else part.mean()) if len(part) else None
        for part in (y[is_right], y[~is_right])
    ]
    counts = int(is_right.sum()), int((~is_right).sum())
    described = (*counts, means[0], means[1])
    if not len(y):
        return DegreeByChoice(*described, reason=NO_RATINGS)
    if 0 in counts:
        return DegreeByChoice(*described, reason=ONE_SIDE)
    judge = _codes(judges)
    within = bool((np.bincount(judge) > 1).any())
    group = judge if within else np.zeros(len(y), dtype=np.intp)
    strata = [
        (y[rows] - y[rows].mean(), int(is_right[rows].sum()))
        for rows in _rows_by_group(group)
        if 0 < is_right[rows].sum() < len(rows)
    ]
    if not strata:
        return DegreeByChoice(*described, within_judges=within, reason=ALL_ALIKE)
    centred = y - (np.bincount(group, weights=y) / np.bincount(group))[group]
    total = abs(float(centred[is_right].sum()))
    seen = total - ROUNDING * max(1.0, float(np.abs(centred).sum()))
    ways = 1
    for numbers, chosen in strata:
        ways *= comb(len(numbers), chosen)
    if ways <= ALL_UP_TO:
        p_value = float((np.abs(_all_totals(strata)) >= seen).mean())
    else:
        p_value = _drawn_p(strata, seen, draws, seed)
    return DegreeByChoice(
        *described, within_judges=within, p_value=p_value, exact=ways <= ALL_UP_TO
    )


def systems_by_triad(
    *,
    judges: Sequence[Hashable],
    items: Sequence[Hashable],
    differences: Sequence[float],
    alpha: float = 0.05,
    tests: int = 1,
    draws: int = DRAWS,
    seed: int = 0,
) -> SystemsByTriad:
    """Is B rated above A in triads, or below?

    Args:
        judges: who rated each triad.
        items: of its odd text.
        differences: B - A in logarithms, one a triad: see `difference_in_triad`.
        alpha: one less the confidence of the limits, and the risk by which ``reachable`` is told.
        tests: how many criteria are tested together: as many times must p be smaller.
        draws: of signs where there are more than 12 groups.
        seed: of the draws.

    Returns:
        ``triads``, ``judges`` and ``items``; the ``ratio`` of B to A with two-sided ``limits``,
        which hold 1 exactly where the larger p is above alpha, None where so few judges or items
        can reject nothing; p by judges, by items and the larger; ``reachable``, whether so many
        judges can be enough; the ``reason`` where p is None.

    Raises:
        ValueError: an argument outside its range, or columns of different lengths.
    """
    alpha = check_open_unit("alpha", alpha)
    tests = check_integer("tests", tests, least=1)
    d = _checked(differences, log=False, columns=(judges, items))
    if not len(d):
        return SystemsByTriad(0, reason=NO_RATINGS)
    judge, item = _codes(judges), _codes(items)
    numbers = int(judge.max()) + 1, int(item.max()) + 1
    ratio = float(np.exp(d.mean()))
    if min(numbers) < 2:
        reason = ONE_JUDGE if numbers[0] < 2 else ONE_ITEM
        return SystemsByTriad(len(d), *numbers, ratio=ratio, reason=reason)
    rng = np.random.default_rng(seed)
    turned = [
        turned_round([_groups(d, group)], draws=draws, seed=rng)[0] for group in (judge, item)
    ]
    limits = limits_of(turned, alpha)
    p_judges, p_items = (one.p_value for one in turned)
    return SystemsByTriad(
        len(d),
        *numbers,
        ratio=ratio,
        limits=limits and (float(np.exp(limits[0])), float(np.exp(limits[1]))),
        p_judges=p_judges,
        p_items=p_items,
        p_value=max(p_judges, p_items),
        reachable=reaches(2.0 ** (1 - numbers[0]) * tests, alpha),
    )


def _groups(d: Array, group: Codes) -> Groups:
    """Return the differences by judge or item, and how many each has."""
    return Groups(np.bincount(group, weights=d).astype(float), np.bincount(group).astype(float))


def difference_in_triad(odd: float, pair: tuple[float, float], *, odd_is_b: bool) -> float:
    """Return ln B - ln A of one triad: the odd text's rating against the mean of the pair's.

    Args:
        odd: rating of the odd text, above 0.
        pair: ratings of the two others.
        odd_is_b: whether B wrote the odd text.

    Raises:
        ValueError: a rating that is not above 0.
    """
    if min(odd, *pair) <= 0:
        raise ValueError("ratings must be numbers above 0")
    d = float(np.log(odd) - np.log(pair).mean())
    return d if odd_is_b else -d


def _checked(values: Sequence[float], *, log: bool, columns: Sequence[Sequence[object]]) -> Array:
    y = np.asarray(check_list("values", values), dtype=float)
    if any(len(column) != len(y) for column in columns):
        raise ValueError(f"all columns must hold {len(y)} entries")
    if not np.isfinite(y).all() or (log and (y <= 0).any()):
        raise ValueError("values must be finite numbers, above 0 where logarithms are taken")
    return np.log(y) if log else y


def _codes(names: Sequence[Hashable]) -> Codes:
    numbers = {name: place for place, name in enumerate(dict.fromkeys(names))}
    return np.array([numbers[name] for name in names], dtype=np.intp)


def _rows_by_group(group: Codes) -> list[Codes]:
    order = np.argsort(group, kind="stable")
    return np.split(order, np.flatnonzero(np.diff(group[order])) + 1)


def _all_totals(strata: list[tuple[Array, int]]) -> Array:
    """Return the totals beside right answers of all ways to exchange numbers within strata."""
    totals = np.zeros(1)
    for numbers, chosen in strata:
        sums = [sum(way) for way in itertools.combinations(numbers.tolist(), chosen)]
        totals = (totals[:, None] + np.array(sums)).ravel()
    return totals


def _drawn_p(strata: list[tuple[Array, int]], seen: float, draws: int, seed: int) -> float:
    y = np.concatenate([numbers for numbers, _chosen in strata])
    stratum = np.repeat(np.arange(len(strata)), [len(numbers) for numbers, _chosen in strata])
    # In each stratum the first so many are those beside right answers.
    first = np.concatenate([np.arange(len(numbers)) < chosen for numbers, chosen in strata])
    rng = np.random.default_rng(seed)
    draws = max(99, min(draws, MOST_NUMBERS // len(y)))
    at_once = max(1, NUMBERS_AT_ONCE // len(y))
    reached = 0
    for start in range(0, draws, at_once):
        size = min(at_once, draws - start)
        order = np.argsort(rng.random((size, len(y))) + stratum, axis=1)
        reached += int((np.abs(y[order][:, first].sum(axis=1)) >= seen).sum())
    return (1 + reached) / (1 + draws)
