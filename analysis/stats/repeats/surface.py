"""The beta-binomial log-likelihood of one panel: its maximum, and limits by its profiles."""

import math
from collections import Counter
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from ..binomial import CHANCE
from ..psychometric import pd_from_pc
from .beta_binomial import Array, BetaBinomial, Derivatives, binomial_log_likelihood

FLAT = 1e-9
"""A gain of log-likelihood below this is rounding, not evidence of any gamma."""

_EDGE = 1e-9
"""Derivatives are taken no nearer to an edge of the range, where single terms have none."""

_LAST_GAIN = 1e-11
"""The gain that a step promises where it is the last one."""

_MOST_STEPS = 200

_EXACT = 1e-10
"""How near to the end the search for a limit stops."""

_COARSE = (1 - np.cos(np.linspace(0.0, np.pi, 11))) / 2
"""Where the search on a line begins: at the best of these and of the last one found."""


class Point(NamedTuple):
    """A pair of parameters, its log-likelihood, and how steep that is in both directions."""

    mu: float
    gamma: float
    value: float
    by_mu: float = 0.0
    by_gamma: float = 0.0


class Surface:
    """The log-likelihood of the data over mu and gamma."""

    def __init__(self, right: Sequence[int], totals: Sequence[int], *, corrected: bool) -> None:
        self.right, self.totals = right, totals
        seen = Counter(zip(right, totals, strict=True))
        self._model = BetaBinomial(list(seen), corrected)
        self._judges = np.array(list(seen.values()), dtype=np.float64)
        self.corrected = corrected
        self.least_mu = self._model.least_mu
        self.repeats = max(totals) > 1
        self.null_pc = max(CHANCE, sum(right) / sum(totals))
        # gamma means nothing where no judge answers twice; it stays at 0 then.
        self.most_gamma = 1.0 if self.repeats else 0.0

    def binomial(self, pc: float) -> float:
        """Log-likelihood of judges who are all right with probability pc."""
        return binomial_log_likelihood(self.right, self.totals, pc)

    def maximum(self) -> Point:
        """The maximum; gamma is 0 where nothing is gained by more."""
        null = self.binomial(self.null_pc)
        # Finer towards both ends: a few judges who perceive, or do not, are a narrow peak there.
        inner = (1 - np.cos(np.pi * (np.arange(24) + 0.5) / 24)) / 2
        means = self.least_mu + (1 - self.least_mu) * inner
        mus, gammas = _pairs(means, inner if self.repeats else np.zeros(1))
        best = int((self._model.many(mus, gammas) @ self._judges).argmax())
        start = float(mus[best]), float(gammas[best])
        mu, gamma, *_ = self._climb(*start, along=(True, self.repeats))
        top = float(self.values(np.array([mu]), np.array([gamma]))[0])
        if top - null > FLAT:
            return Point(mu, gamma, top)
        return Point(pd_from_pc(self.null_pc) if self.corrected else self.null_pc, 0.0, null)

    def limits_of_mu(self, top: Point, drop: float) -> tuple[float, float]:
        """Where the profile of mu has fallen by `drop` on both sides of the maximum."""
        nearest = top.gamma

        def profile(mu: float) -> tuple[float, float]:
            nonlocal nearest
            gammas = np.append(_COARSE, nearest) if self.repeats else np.zeros(1)
            start = self._best_of(np.array([mu]), gammas)
            _, nearest, value, slope, _ = self._climb(*start, along=(False, self.repeats))
            return value, slope

        def limit(end: float) -> float:
            return _crossing(profile, top.mu, end, top.value, drop)

        return limit(self.least_mu), limit(1.0)

    def limits_of_gamma(self, top: Point, drop: float) -> tuple[float, float]:
        """Where the profile of gamma has fallen by `drop` on both sides of the maximum."""
        nearest = top.mu

        def profile(gamma: float) -> tuple[float, float]:
            nonlocal nearest
            mus = np.append(self.least_mu + (1 - self.least_mu) * _COARSE, nearest)
            start = self._best_of(mus, np.array([gamma]))
            nearest, _, value, _, slope = self._climb(*start, along=(True, False))
            return value, slope

        def limit(end: float) -> float:
            return _crossing(profile, top.gamma, end, top.value, drop)

        return limit(0.0), limit(1.0)

    def _best_of(self, mu: Array, gamma: Array) -> tuple[float, float]:
        """The best pair of a grid."""
        mus, gammas = _pairs(mu, gamma)
        best = int(self.values(mus, gammas).argmax())
        return float(mus[best]), float(gammas[best])

    def values(self, mu: Array, gamma: Array) -> Array:
        """Log-likelihood at pairs of mu and gamma."""
        # Impossible outcomes are -inf, and every number of judges here is 1 or more.
        values: Array = self._model.table(mu, gamma) @ self._judges
        return values

    def _climb(self, mu: float, gamma: float, along: tuple[bool, bool]) -> Point:
        """The maximum that Newton's steps reach from a point, along one axis or both."""
        here = self._derivatives(mu, gamma)
        for _ in range(_MOST_STEPS):
            for by_mu, by_gamma in self._steps(mu, gamma, here, along):
                gain = (by_mu * here.mu + by_gamma * here.gamma) / 2
                if gain <= _LAST_GAIN:
                    end = self._within(mu + by_mu, gamma + by_gamma)
                    return Point(*end, here.value + max(0.0, gain), here.mu, here.gamma)
                moved = self._uphill(mu, gamma, here, by_mu, by_gamma)
                if moved:
                    mu, gamma, here = moved
                    break
            else:
                break
        return Point(mu, gamma, here.value, here.mu, here.gamma)

    def _uphill(
        self, mu: float, gamma: float, here: Derivatives, by_mu: float, by_gamma: float
    ) -> tuple[float, float, Derivatives] | None:
        """The first point higher than this one on the way: at the whole step, its half, …"""
        for halving in range(40):
            share = 0.5**halving
            to = self._within(mu + share * by_mu, gamma + share * by_gamma)
            there = self._derivatives(*to)
            if there.value > here.value:
                return *to, there
        return None

    def _steps(
        self, mu: float, gamma: float, here: Derivatives, along: tuple[bool, bool]
    ) -> list[tuple[float, float]]:
        """Newton's step, and the one of each axis for itself; none over an edge."""
        free_mu = along[0] and not _leads_out(mu, here.mu, self.least_mu)
        free_gamma = along[1] and not _leads_out(gamma, here.gamma, 0.0)
        alone = (
            here.mu / max(abs(here.mu_mu), _EDGE) if free_mu else 0.0,
            here.gamma / max(abs(here.gamma_gamma), _EDGE) if free_gamma else 0.0,
        )
        det = here.mu_mu * here.gamma_gamma - here.mu_gamma**2
        if not (free_mu and free_gamma and det > 0 > here.mu_mu):
            return [alone]
        newton = (
            (here.mu_gamma * here.gamma - here.gamma_gamma * here.mu) / det,
            (here.mu_gamma * here.mu - here.mu_mu * here.gamma) / det,
        )
        return [newton, alone]

    def _within(self, mu: float, gamma: float) -> tuple[float, float]:
        return min(1.0, max(self.least_mu, mu)), min(self.most_gamma, max(0.0, gamma))

    def _derivatives(self, mu: float, gamma: float) -> Derivatives:
        mu = min(1 - _EDGE, max(self.least_mu, _EDGE, mu))
        return self._model.derivatives(mu, min(1 - _EDGE, gamma), self._judges)


def _pairs(mu: Array, gamma: Array) -> tuple[Array, Array]:
    mus, gammas = np.meshgrid(mu, gamma, indexing="ij")
    return mus.ravel(), gammas.ravel()


def _leads_out(value: float, slope: float, least: float) -> bool:
    return (value <= least and slope <= 0) or (value >= 1 and slope >= 0)


def _crossing(
    profile: Callable[[float], tuple[float, float]],
    best: float,
    end: float,
    top: float,
    drop: float,
) -> float:
    """Where a profile has fallen by `drop` between its maximum and an end of the range.

    Newton's steps on the signed root of the fall, which is nearly a straight line; where one leaves
    the bracket, half of it is taken.
    """
    aim = math.sqrt(drop)

    def fallen(value: float) -> tuple[float, float]:
        height, slope = profile(value)
        root = math.sqrt(max(0.0, top - height))
        return root, -slope / (2 * root) if root else 0.0

    if best == end or fallen(end)[0] <= aim:
        return end
    inside, outside = best, end
    value = (best + end) / 2
    for _ in range(_MOST_STEPS):
        root, slope = fallen(value)
        inside, outside = (inside, value) if root > aim else (value, outside)
        step = (aim - root) / slope if slope else math.inf
        following = value + step
        if not min(inside, outside) < following < max(inside, outside):
            following = (inside + outside) / 2
        if abs(following - value) <= _EXACT:
            return following
        value = following
    return value
