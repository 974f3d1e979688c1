"""Bradley and Terry's model with ties (Davidson 1970), by maximum likelihood.

Two systems with worths a and b are rated apart with probabilities a and b, and alike with
nu sqrt(a b), each divided by the sum of the three. Unlike TrueSkill it has no order of matches and
no seed; Dras (2015) argues for this family of models.

In logarithms it is a log-linear model, so the likelihood has one maximum, if any. There is none
where worths can be moved apart without end and every outcome only becomes more likely. That is so
where systems fall into two groups, of which no system of the one was ever rated below or like one
of the other; or where the probability of ties can grow together with the distances of worths: all
wins are then over systems two steps away, and ties over those one step away. `_grows` looks for
both in the shortest paths of a graph.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp

import numpy as np

from ...validation import check_list
from ..data import Array, Names
from .outcomes import NO_PAGES, Outcomes, systems_of

STEPS = 100
TOLERANCE = 1e-10

ALL_TIES = "all are ties"
NOT_JOINED = "a system, or a group of them, won or lost everything"
TIES_GROW = "the more ties the model expects, the better it fits: there is no largest likelihood"


@dataclass(frozen=True, slots=True)
class Worth:
    """The logarithm of a system's worth, that of the first system being 0."""

    system: object
    log_worth: float


@dataclass(frozen=True, slots=True)
class Davidson:
    """The result of `davidson`; its fields are explained there."""

    comparisons: int
    worths: tuple[Worth, ...] = ()
    nu: float | None = None
    log_nu: float | None = None
    log_likelihood: float | None = None
    reason: str = ""


def davidson(outcomes: Sequence[Outcomes]) -> Davidson:
    """How much is each system worth, by the model of Davidson (1970)?

    Args:
        outcomes: of the pairs of systems, as `page_outcomes` returns them.

    Returns:
        ``comparisons``; ``worths``, in logarithms, of systems in the order given, the first 0:
        without ties one of two systems wins with probability 1 / (1 + exp(-difference));
        ``nu``, how much more likely a tie is between equals than either win, and ``log_nu``, None
        without any tie, where nu is 0; ``log_likelihood``. No worths and None where ``reason``
        says why there is no largest likelihood.

    Raises:
        ValueError: outcomes are no list.
    """
    check_list("outcomes", outcomes)
    systems = systems_of(outcomes)
    comparisons = sum(each.pages for each in outcomes)
    reason = _without_maximum(outcomes, systems)
    if reason:
        return Davidson(comparisons, reason=reason)
    ties = any(each.ties for each in outcomes)
    design, counts = _alternatives(outcomes, systems, ties=ties)
    found, log_likelihood = _maximum(design, counts)
    worths = [0.0, *found[: len(systems) - 1].tolist()]
    log_nu = float(found[-1]) if ties else None
    return Davidson(
        comparisons,
        worths=tuple(Worth(*pair) for pair in zip(systems, worths, strict=True)),
        nu=exp(log_nu) if log_nu is not None else 0.0,
        log_nu=log_nu,
        log_likelihood=log_likelihood,
    )


def _without_maximum(outcomes: Sequence[Outcomes], systems: Names) -> str:
    if not any(each.pages for each in outcomes):
        return NO_PAGES
    if not any(each.wins or each.losses for each in outcomes):
        return ALL_TIES
    reached = _shortest(outcomes, systems, win=0.0, tie=0.0)
    if not np.isfinite(reached).all():
        return NOT_JOINED
    ties = any(each.ties for each in outcomes)
    if ties and _grows(outcomes, systems):
        return TIES_GROW
    return ""


def _grows(outcomes: Sequence[Outcomes], systems: Names) -> bool:
    """Whether worths exist that lie 2 or more apart for each win, and 2 or less for each tie.

    These are differences with upper limits, which exist where no cycle has a negative sum.
    """
    paths = _shortest(outcomes, systems, win=-2.0, tie=2.0)
    return bool((np.diag(paths) >= 0).all())


def _shortest(outcomes: Sequence[Outcomes], systems: Names, *, win: float, tie: float) -> Array:
    """Return the shortest paths between systems by Floyd and Warshall.

    A step leads from a winner to a loser at the length ``win``, and both ways at a tie.
    """
    number = {name: i for i, name in enumerate(systems)}
    paths = np.full((len(systems), len(systems)), np.inf)
    np.fill_diagonal(paths, 0.0)
    for each in outcomes:
        first, second = number[each.first], number[each.second]
        for start, end, won in ((first, second, each.wins), (second, first, each.losses)):
            lengths = [paths[start, end]] + [win] * (won > 0) + [tie] * (each.ties > 0)
            paths[start, end] = min(lengths)
    for middle in range(len(systems)):
        paths = np.minimum(paths, paths[:, middle, None] + paths[None, middle, :])
    return paths


def _alternatives(
    outcomes: Sequence[Outcomes], systems: Names, *, ties: bool
) -> tuple[Array, Array]:
    """Return for each pair its outcomes as sums of parameters, and how often each was seen."""
    number = {name: i for i, name in enumerate(systems)}
    unit = np.eye(len(systems) + 1)
    design, counts = [], []
    for each in outcomes:
        if not each.pages:
            continue
        first, second = unit[number[each.first]], unit[number[each.second]]
        alike = [(first + second) / 2 + unit[-1]] * ties
        design.append([first, second, *alike])
        counts.append([each.wins, each.losses, *[each.ties] * ties])
    free = slice(1, None if ties else -1)
    return np.array(design)[:, :, free], np.array(counts, dtype=float)


def _maximum(design: Array, counts: Array) -> tuple[Array, float]:
    """Return the parameters of the largest likelihood and its logarithm, by Newton's steps."""
    found = np.zeros(design.shape[2])
    value, slope, curve = _likelihood(design, counts, found)
    for _ in range(STEPS):
        step = np.linalg.solve(curve, slope)
        while (tried := _likelihood(design, counts, found + step))[0] < value - 1e-9 * abs(value):
            step = step / 2
        found = found + step
        value, slope, curve = tried
        if np.abs(step).max() < TOLERANCE:
            return found, value
    raise ArithmeticError("the largest likelihood was not found")


def _likelihood(design: Array, counts: Array, found: Array) -> tuple[float, Array, Array]:
    """Return the log-likelihood, its gradient, and the negative of its second derivatives."""
    utility = design @ found
    utility = utility - utility.max(axis=1, keepdims=True)
    log_sum = np.log(np.exp(utility).sum(axis=1, keepdims=True))
    chance = np.exp(utility - log_sum)
    pages = counts.sum(axis=1, keepdims=True)
    mean = np.einsum("pa,paf->pf", chance, design)
    slope = np.einsum("pa,paf->f", counts - pages * chance, design)
    curve = np.einsum("pa,paf,pag->fg", pages * chance, design, design)
    curve -= np.einsum("pf,pg->fg", pages * mean, mean)
    return float((counts * (utility - log_sum)).sum()), slope, curve
