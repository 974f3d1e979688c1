"""Monte Carlo tests of repeated answers, by data sets of judges who do not differ."""

import math
from collections import Counter

import numpy as np
from scipy.sparse import csr_array
from scipy.special import bdtr, xlog1py, xlogy

from ..binomial import CHANCE
from .beta_binomial import Array, BetaBinomial, Indices, log_choose
from .surface import FLAT, Surface

SIMULATIONS = 4999
"""Data sets of each Monte Carlo test; the smallest p-value it can give is 1/5000."""

_STEEP = 4.0
"""Where log-likelihood bends more between points of the grid, no parabola is laid through them."""

_MANY = 4
"""From so many possible outcomes a judge on, data sets are kept as a sparse matrix."""


class Simulation:
    """Data sets of the same judges in which every answer is right with one probability.

    The likelihood of all of them is one matrix product: how often each outcome occurs in
    a data set, times its log-likelihood at each point of a grid. The data go through the
    same grid, and the same parabolas between its points, as the first row, which makes the test
    exact in level.
    """

    def __init__(self, surface: Surface, pc: float, rng: np.random.Generator) -> None:
        self._surface = surface
        self._counts: Array | csr_array
        if _have_many_outcomes(surface):
            self._outcomes, self._counts = _sparse_data_sets(surface, pc, rng)
            self._which = np.arange(SIMULATIONS + 1)
        else:
            outcomes, counts = _data_sets(surface, pc, rng)
            occur = counts.any(axis=0)
            self._outcomes = outcomes[occur]
            # Few judges have few outcomes: each distinct data set is computed once.
            distinct, self._which = _distinct(counts[:, occur], len(surface.totals))
            self._counts = distinct.astype(np.float64)
        self._model = BetaBinomial(self._outcomes.tolist(), surface.corrected)

    def p_overdispersion(self) -> float:
        """How often do judges who do not differ seem to differ as much?"""
        spread = self._highest(
            (1 - np.cos(np.linspace(0.0, np.pi, 27))) / 2, np.linspace(0.0, 1.0, 13) ** 2
        )
        return self._share_as_extreme(np.maximum(0.0, spread - self._alike()))

    def p_no_difference(self) -> float:
        """How often do judges who guess seem to perceive as much?"""
        # Finer towards guessing, where the simulated data lie.
        spread = self._surface.most_gamma * np.linspace(0.0, 1.0, 11) ** 2
        top = self._highest(np.linspace(0.0, 1.0, 21) ** 2, np.unique(spread))
        guessing = self._model.table(np.array([self._surface.least_mu]), np.zeros(1))[0]
        return self._share_as_extreme(top - self._counts @ guessing)

    def _highest(self, shares: Array, gamma: Array) -> Array:
        """The largest log-likelihood of each data set over a grid, and between its points."""
        least = self._surface.least_mu
        grid = np.meshgrid(least + (1 - least) * shares, gamma, indexing="ij")
        # An impossible outcome that did not occur must add 0, and 0 times -inf would not.
        table = np.maximum(self._model.many(*(axis.ravel() for axis in grid)), -1e9)
        values = (self._counts @ table.T).reshape(-1, len(shares), len(gamma))
        rows = np.arange(len(values))
        mu, spread = np.unravel_index(
            values.reshape(len(values), -1).argmax(axis=1), values.shape[1:]
        )
        along_mu, along_gamma = values[rows, :, spread], values[rows, mu]
        top: Array = values[rows, mu, spread] + _rise(along_mu, mu) + _rise(along_gamma, spread)
        return top

    def _alike(self) -> Array:
        """The largest log-likelihood of each data set where judges do not differ."""
        right, totals = self._outcomes.T
        x, n = self._counts @ right, self._counts @ totals
        pc = np.maximum(CHANCE, x / n)
        choices: Array = self._counts @ log_choose(totals, right)
        choices += xlogy(x, pc) + xlog1py(n - x, -pc)
        return choices

    def _share_as_extreme(self, distinct: Array) -> float:
        statistics = distinct[self._which]
        return float(np.mean(statistics >= statistics[0] - FLAT))


def _have_many_outcomes(surface: Surface) -> bool:
    """Whether most outcomes that judges may have occur in few data sets."""
    return sum(n + 1 for n in set(surface.totals)) > _MANY * len(surface.totals)


def _sparse_data_sets(
    surface: Surface, pc: float, rng: np.random.Generator
) -> tuple[Indices, csr_array]:
    """As `_data_sets`, drawn judge by judge; only outcomes that occur."""
    right, totals = np.array(surface.right), np.array(surface.totals)
    sizes = np.unique(totals)
    drawn = np.empty((SIMULATIONS + 1, len(totals)), dtype=np.intp)
    drawn[0] = right
    for n in sizes:
        # By the distribution function: `rng.binomial` takes four times as long.
        up_to, these = bdtr(np.arange(n), n, pc), np.flatnonzero(totals == n)
        shares = rng.random((SIMULATIONS, len(these)))
        drawn[1:, these] = np.searchsorted(up_to, shares, side="right")
    starts = np.cumsum(sizes + 1) - (sizes + 1)
    places = drawn + starts[np.searchsorted(sizes, totals)]
    occur = np.bincount(places.ravel(), minlength=int((sizes + 1).sum())) > 0
    columns = (np.cumsum(occur) - 1)[places.ravel()]
    rows = np.arange(0, columns.size + 1, len(totals))
    x = np.concatenate([np.arange(n + 1) for n in sizes])
    outcomes = np.stack([x, np.repeat(sizes, sizes + 1)], axis=1)
    return outcomes[occur], csr_array((np.ones(columns.size), columns, rows))


def _data_sets(surface: Surface, pc: float, rng: np.random.Generator) -> tuple[Indices, Indices]:
    """The outcomes (right, answers), and how many judges had each: the data's own row first."""
    right, totals = np.array(surface.right), np.array(surface.totals)
    outcomes, counts = [], []
    for n, judges in Counter(surface.totals).items():
        x = np.arange(n + 1)
        outcomes.append(np.stack([x, np.full(n + 1, n)], axis=1))
        seen = np.bincount(right[totals == n], minlength=n + 1)
        chances = np.exp(log_choose(np.full(n + 1, n), x) + xlogy(x, pc) + xlog1py(n - x, -pc))
        drawn = rng.multinomial(judges, chances / chances.sum(), SIMULATIONS)
        counts.append(np.concatenate([seen[None], drawn]))
    return np.concatenate(outcomes), np.concatenate(counts, axis=1)


def _distinct(counts: Indices, judges: int) -> tuple[Indices, Indices]:
    """The different rows, and which of them each row is; all of them where they are too many."""
    columns = counts.shape[1]
    if columns * math.log2(judges + 1) >= 63:
        return counts, np.arange(len(counts))
    keys = counts @ (judges + 1) ** np.arange(columns)
    _, places, which = np.unique(keys, return_index=True, return_inverse=True)
    return counts[places], which


def _rise(values: Array, best: Indices) -> Array:
    """By how much the parabola through the best of a row and its neighbours rises above it."""
    rows, last = np.arange(len(values)), values.shape[1] - 1
    top = values[rows, best]
    before, after = values[rows, np.maximum(best - 1, 0)], values[rows, np.minimum(best + 1, last)]
    bend = 2 * top - before - after
    within = (best > 0) & (best < last) & (bend > 0) & (bend < _STEEP)
    rise: Array = np.where(within, (after - before) ** 2 / (8 * np.where(within, bend, 1.0)), 0.0)
    return rise
