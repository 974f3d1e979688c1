"""TrueSkill (Herbrich, Minka and Graepel 2006), as Sakaguchi, Post and Van Durme (2014) rank by it.

A page with texts of two systems is a match that one of them wins or that is a tie. Each of 1,000
runs plays as many matches as there are: the system of which least is known meets one that is likely
to be as good, and how a page of those two ended is drawn. The runs' ranks, without 2.5 % at either
end, are a system's range. All runs are played at once, as rows of arrays.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, sqrt

import numpy as np
import numpy.typing as npt
from scipy.special import log_ndtr, ndtr, ndtri

from ...validation import check_integer, check_list
from ..data import Array, Codes, Names
from .outcomes import NO_PAGES, Clusters, Outcomes, clusters, systems_of

RUNS = 1_000
SIGMA = 0.5
DRAW = 0.25
LEFT_OUT = 0.025
"""Of the ranks at either end."""

ALONE = "a system shares no page with another"
ROUNDING = 1e-9


@dataclass(frozen=True, slots=True)
class Skill:
    """A system's mean skill over the runs, and the range of its ranks from 1, the highest."""

    system: object
    mean: float
    best_rank: int
    worst_rank: int


@dataclass(frozen=True, slots=True)
class SkillRanking:
    """The result of `trueskill`; its fields are explained there."""

    comparisons: int
    skills: tuple[Skill, ...] = ()
    clusters: Clusters | None = None
    reason: str = ""


def trueskill(outcomes: Sequence[Outcomes], *, runs: int = RUNS, seed: int = 0) -> SkillRanking:
    """How does TrueSkill rank systems?

    Skills begin with mean 0 and standard deviation 0.5 and do not drift; a tie has probability
    0.25 between equals, and the noise of a match is 0.5 N / 40, with N the number of comparisons.

    Args:
        outcomes: of the pairs of systems, as `page_outcomes` returns them.
        runs: how many.
        seed: of the draws.

    Returns:
        ``comparisons``, N; ``skills``, systems from the highest mean, with the range of ranks;
        ``clusters``, a line between two systems where the worst rank of all before it is better
        than the best of all behind it. No skills and None where ``reason`` says why.

    Raises:
        ValueError: fewer than 100 runs.
    """
    runs = check_integer("runs", runs, least=100)
    check_list("outcomes", outcomes)
    systems = systems_of(outcomes)
    counts = _counts(outcomes, systems)
    comparisons = sum(each.pages for each in outcomes)
    if not comparisons:
        return SkillRanking(0, reason=NO_PAGES)
    if not (counts.sum(axis=(1, 2)) > 0).all():
        return SkillRanking(comparisons, reason=ALONE)
    mu = _played(counts, comparisons, runs, np.random.default_rng(seed))
    return _ranked(systems, mu, comparisons)


def update(
    mu: tuple[Array, Array],
    variance: tuple[Array, Array],
    tie: npt.NDArray[np.bool_],
    *,
    beta: float,
) -> tuple[tuple[Array, Array], tuple[Array, Array]]:
    """Return means and variances after matches that the first won, or that were a tie."""
    c = np.sqrt(2 * beta**2 + variance[0] + variance[1])
    margin = float(ndtri((DRAW + 1) / 2)) * sqrt(2) * beta / c
    t = (mu[0] - mu[1]) / c
    v, w = (
        np.where(tie, tied, won)
        for tied, won in zip(_tie_terms(t, margin), _win_terms(t - margin), strict=True)
    )
    means = mu[0] + variance[0] / c * v, mu[1] - variance[1] / c * v
    return means, (
        variance[0] * (1 - variance[0] / c**2 * w),
        variance[1] * (1 - variance[1] / c**2 * w),
    )


def _win_terms(x: Array) -> tuple[Array, Array]:
    v = np.exp(-0.5 * x**2 - 0.5 * np.log(2 * np.pi) - log_ndtr(x))
    return v, v * (v + x)


def _tie_terms(t: Array, margin: Array) -> tuple[Array, Array]:
    low, high = -margin - t, margin - t
    within = np.maximum(ndtr(high) - ndtr(low), 1e-300)
    v = (_density(low) - _density(high)) / within
    return v, v**2 + (high * _density(high) - low * _density(low)) / within


def _density(x: Array) -> Array:
    density: Array = np.exp(-0.5 * x**2) / np.sqrt(2 * np.pi)
    return density


def _counts(outcomes: Sequence[Outcomes], systems: Names) -> Array:
    """Return wins, ties and losses of each system (rows) against each other (columns)."""
    number = {name: i for i, name in enumerate(systems)}
    counts = np.zeros((len(systems), len(systems), 3))
    for each in outcomes:
        first, second = number[each.first], number[each.second]
        counts[first, second] += (each.wins, each.ties, each.losses)
        counts[second, first] += (each.losses, each.ties, each.wins)
    return counts


def _played(counts: Array, comparisons: int, runs: int, rng: np.random.Generator) -> Array:
    """Return the mean skill of each system (columns) after each run (rows)."""
    beta = SIGMA * comparisons / 40
    mu = np.zeros((runs, len(counts)))
    variance = np.full((runs, len(counts)), SIGMA**2)
    row = np.arange(runs)
    bounds = np.cumsum(counts, axis=2)
    for _ in range(comparisons):
        first = np.argmax(variance, axis=1)
        second = _opponents(mu, first, bounds[:, :, 2] > 0, rng)
        ends = bounds[first, second]
        drawn = rng.random(runs) * ends[:, 2]
        tie, lost = (drawn >= ends[:, 0]) & (drawn < ends[:, 1]), drawn >= ends[:, 1]
        winner, loser = np.where(lost, second, first), np.where(lost, first, second)
        means, variances = update(
            (mu[row, winner], mu[row, loser]),
            (variance[row, winner], variance[row, loser]),
            tie,
            beta=beta,
        )
        mu[row, winner], mu[row, loser] = means
        variance[row, winner], variance[row, loser] = variances
    return mu


def _opponents(
    mu: Array, first: Codes, met: npt.NDArray[np.bool_], rng: np.random.Generator
) -> Codes:
    """Draw a system for each to meet, with weight exp(-|difference of mean skills|)."""
    own = mu[np.arange(len(mu)), first][:, None]
    weight = np.cumsum(np.exp(-np.abs(mu - own)) * met[first], axis=1)
    drawn = rng.random(len(mu))[:, None] * weight[:, -1:]
    second: Codes = (weight <= drawn).sum(axis=1)
    return second


def _ranked(systems: Names, mu: Array, comparisons: int) -> SkillRanking:
    runs = len(mu)
    left_out = ceil(LEFT_OUT * runs)
    away = mu[:, None, :] - mu[:, :, None]
    best = np.sort(1 + (away > ROUNDING).sum(axis=2), axis=0)[left_out]
    worst = np.sort((away >= -ROUNDING).sum(axis=2), axis=0)[runs - 1 - left_out]
    means = mu.mean(axis=0)
    skills = tuple(
        Skill(systems[i], float(means[i]), int(best[i]), int(worst[i]))
        for i in np.argsort(-means, kind="stable")
    )
    by = {skill.system: skill for skill in skills}
    order = tuple(skill.system for skill in skills)
    parts = clusters(order, lambda high, low: by[high].worst_rank < by[low].best_rank)
    return SkillRanking(comparisons, skills, parts)
