"""What do repeated answers of the same judges say, and do judges differ?

With repeats the pooled difference test stays exact (without a difference every answer is a
guess), but pooled limits of pd do not hold, since answers of one judge belong together. The
beta-binomial model (`beta_binomial`) takes their place.
"""

import math
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from scipy.optimize import brentq
from scipy.special import chdtrc, chdtri

from ..binomial import CHANCE
from ..psychometric import (
    d_prime_from_pc,
    pc_from_pd,
    pd_from_pc,
)
from ..validation import (
    check_count_lists,
    check_flag,
    check_integer,
    check_open_unit,
)
from .beta_binomial import (
    Array,
    BetaBinomial,
    binomial_log_likelihood,
)

FEW_JUDGES = 10
"""With fewer judges chi-square is too coarse for overdispersion, and a bootstrap is made."""

SIMULATIONS = 4999
"""Data sets of each Monte Carlo test; the smallest p-value it can give is 1/5000."""

_FLAT = 1e-9
"""A gain of log-likelihood below this is rounding, not evidence of any gamma."""


@dataclass(frozen=True, slots=True)
class ProfileEstimate:
    """A maximum-likelihood estimate with its profile-likelihood limits (two-sided)."""

    value: float
    lower: float
    upper: float


@dataclass(frozen=True, slots=True)
class BetaBinomialFit:
    """The result of `fit_beta_binomial`; its fields are explained there."""

    judges: int
    answers: int
    chance_corrected: bool
    confidence: float
    mu: ProfileEstimate
    gamma: ProfileEstimate | None
    log_likelihood: float
    lr_overdispersion: float | None
    p_overdispersion: float | None
    lr_no_difference: float
    p_no_difference: float
    p_no_difference_chi2: float
    pd: ProfileEstimate
    d_prime: ProfileEstimate


def fit_beta_binomial(
    correct: Iterable[int],
    n: Iterable[int],
    *,
    chance_corrected: bool,
    confidence: float = 0.95,
    seed: int = 2020,
) -> BetaBinomialFit:
    """How large is the difference for judges who repeat, and do judges differ?

    Maximum likelihood in the beta-binomial model (Ennis and Bi 1998; Brockhoff 2003; as in
    sensR's betabin); limits are those of the profile likelihood.

    Args:
        correct: right answers of each judge, 0 to that judge's n.
        n: answers of each judge, 1 or more, not necessarily equal; two judges or more.
        chance_corrected: whether pd (True) or pc (False) of judges is Beta distributed.
        confidence: of the two-sided limits, above 0 and below 1.
        seed: of the Monte Carlo tests, 0 or more; the same seed gives the same p-values.

    Returns:
        ``mu``: mean over people of pd (corrected) or of pc (uncorrected, never below 1/3).
        ``gamma``: how much judges differ, from 0 (not at all) to 1; None where no judge has
        two answers. Both with ``value``, ``lower``, ``upper``; so are ``pd`` (a proportion
        of people) and ``d_prime`` (standard deviations), which are mu on other scales.
        ``log_likelihood``: natural, with the binomial coefficients.
        ``lr_overdispersion``: twice the gain of log-likelihood over one binomial with
        pc = max(1/3, all right/all answers), never negative; ``p_overdispersion``: chi-square
        half with 0 and half with 1 degree of freedom, since gamma lies at the edge of its
        range (Self and Liang 1987), and by parametric bootstrap for fewer than 10 judges;
        both None where gamma is.
        ``lr_no_difference``: twice the gain over guessing, pc = 1/3 for all judges;
        ``p_no_difference`` by Monte Carlo, valid for any number of judges, at least 1/5000;
        ``p_no_difference_chi2``: chi-square with 2 degrees of freedom (1 where gamma is
        None), conservative.
        The two simulated p-values compare the likelihood on a grid of mu and gamma, for the
        data and for the simulated data alike.

    Raises:
        ValueError: a count outside its range, lists of different length, fewer than two
            judges.
    """
    right, totals = check_count_lists(correct, n, least=2, of="judges")
    confidence = check_open_unit("confidence", confidence)
    rng = np.random.default_rng(check_integer("seed", seed, least=0))
    surface = _Surface(right, totals, corrected=check_flag("chance_corrected", chance_corrected))
    return _fit(surface, confidence, rng)


def _fit(surface: "_Surface", confidence: float, rng: np.random.Generator) -> BetaBinomialFit:
    mu, gamma, top = surface.maximum()
    limits = _ProfileLimits(surface, top - float(chdtri(1, 1 - confidence)) / 2)
    mu_estimate = ProfileEstimate(mu, *limits.of_mu(mu))
    lr_overdispersion, p_overdispersion = _overdispersion(surface, top, rng)
    lr_no_difference = max(0.0, 2 * (top - surface.binomial(CHANCE)))
    pd_of, d_prime_of = _SCALES[surface.corrected]
    return BetaBinomialFit(
        judges=len(surface.totals),
        answers=sum(surface.totals),
        chance_corrected=surface.corrected,
        confidence=confidence,
        mu=mu_estimate,
        gamma=ProfileEstimate(gamma, *limits.of_gamma(gamma)) if surface.repeats else None,
        log_likelihood=top,
        lr_overdispersion=lr_overdispersion,
        p_overdispersion=p_overdispersion,
        lr_no_difference=lr_no_difference,
        p_no_difference=_Simulation(surface, CHANCE, rng).p_no_difference(),
        p_no_difference_chi2=float(chdtrc(2 if surface.repeats else 1, lr_no_difference)),
        pd=_rescaled(mu_estimate, pd_of),
        d_prime=_rescaled(mu_estimate, d_prime_of),
    )


def _identity(value: float) -> float:
    return value


def _d_prime_from_pd(pd: float) -> float:
    return d_prime_from_pc(pc_from_pd(pd))


def _rescaled(estimate: ProfileEstimate, scale: Callable[[float], float]) -> ProfileEstimate:
    return ProfileEstimate(scale(estimate.value), scale(estimate.lower), scale(estimate.upper))


# What pd and d-prime are of mu: of a mean pc (uncorrected), of a mean pd (corrected).
_SCALES: tuple[tuple[Callable[[float], float], Callable[[float], float]], ...] = (
    (pd_from_pc, d_prime_from_pc),
    (_identity, _d_prime_from_pd),
)


class _Surface:
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

    def at(self, mu: Array, gamma: Array) -> Array:
        """Log-likelihood at pairs of mu and gamma."""
        # Impossible outcomes are -inf, and every number of judges here is 1 or more.
        likelihood: Array = self._model.table(mu, gamma) @ self._judges
        return likelihood

    def binomial(self, pc: float) -> float:
        return binomial_log_likelihood(self.right, self.totals, pc)

    def maximum(self) -> tuple[float, float, float]:
        """mu, gamma and the log-likelihood at its maximum; gamma 0 where nothing is gained."""
        null = self.binomial(self.null_pc)
        mu, gamma, top = _zoom(self.at, (self.least_mu, 1.0), (0.0, self.most_gamma))
        if top - null > _FLAT:
            return mu, gamma, top
        return (pd_from_pc(self.null_pc) if self.corrected else self.null_pc), 0.0, null


class _ProfileLimits:
    """Where the profile likelihoods of mu and of gamma fall to a level."""

    def __init__(self, surface: _Surface, level: float) -> None:
        self._surface, self._level = surface, level

    def of_mu(self, best: float) -> tuple[float, float]:
        surface = self._surface

        def above(mu: float) -> float:
            return self._above((mu, mu), (0.0, surface.most_gamma))

        return _crossing(above, best, surface.least_mu), _crossing(above, best, 1.0)

    def of_gamma(self, best: float) -> tuple[float, float]:
        def above(gamma: float) -> float:
            return self._above((self._surface.least_mu, 1.0), (gamma, gamma))

        return _crossing(above, best, 0.0), _crossing(above, best, 1.0)

    def _above(self, mu: tuple[float, float], gamma: tuple[float, float]) -> float:
        # Where the data are impossible any number below the level will do for the search.
        return max(-100.0, _highest(self._surface.at, mu, gamma) - self._level)


def _crossing(above: Callable[[float], float], best: float, end: float) -> float:
    """Where the profile falls to the level between the estimate and an end of the range."""
    if best == end or above(end) >= 0:
        return end
    if above(best) <= 0:
        return best  # a confidence so near 0 that nothing but the estimate is left
    return float(brentq(above, best, end, xtol=1e-10, rtol=1e-10))


def _zoom(
    surface: Callable[[Array, Array], Array],
    mu_range: tuple[float, float],
    gamma_range: tuple[float, float],
) -> tuple[float, float, float]:
    """The maximum over a rectangle by ever finer grids around the best point.

    No derivatives, and the edges of the range are points like all others: estimates do lie
    at gamma = 0. Two cells on each side are kept, so a slanting ridge is not lost. Each grid
    is four times finer than the last: 15 end at 1e-10 of the range.
    """
    points, ranges = 33, (mu_range, gamma_range)
    best = (0.0, 0.0, -math.inf)
    for _ in range(15):
        axes = [_axis(low, high, points) for low, high in ranges]
        mu, gamma = (grid.ravel() for grid in np.meshgrid(*axes, indexing="ij"))
        values = surface(mu, gamma)
        i = int(values.argmax())
        if values[i] > best[2]:
            best = (float(mu[i]), float(gamma[i]), float(values[i]))
        ranges = (
            _around(best[0], mu_range, ranges[0], points),
            _around(best[1], gamma_range, ranges[1], points),
        )
        points = 17
    return best


def _highest(
    surface: Callable[[Array, Array], Array],
    mu_range: tuple[float, float],
    gamma_range: tuple[float, float],
) -> float:
    """The largest value on a line of the rectangle: of mu or gamma, the other being fixed.

    Four grids leave a stretch of 1e-3 of the range; the parabola through the best point and its
    neighbours has the height of the maximum there to some 1e-12.
    """
    low, high = ranges = gamma_range if mu_range[0] == mu_range[1] else mu_range
    values = np.zeros(0)
    for _ in range(4):
        line = np.linspace(low, high, 33)
        fixed = np.full(33, mu_range[0] if ranges is gamma_range else gamma_range[0])
        values = surface(fixed, line) if ranges is gamma_range else surface(line, fixed)
        best = int(values.argmax())
        low, high = line[max(0, best - 2)], line[min(32, best + 2)]
    return _vertex(values, best)


def _vertex(values: Array, best: int) -> float:
    """The height of the parabola through the best of equally spaced points and its neighbours."""
    top = float(values[best])
    if not 0 < best < len(values) - 1:
        return top
    before, after = float(values[best - 1]), float(values[best + 1])
    bend = 2 * top - before - after
    return top + (after - before) ** 2 / (8 * bend) if 0 < bend < math.inf else top


def _axis(low: float, high: float, points: int) -> Array:
    return np.linspace(low, high, points if high > low else 1)


def _around(
    best: float, allowed: tuple[float, float], current: tuple[float, float], points: int
) -> tuple[float, float]:
    reach = 2 * (current[1] - current[0]) / (points - 1)
    return max(allowed[0], best - reach), min(allowed[1], best + reach)


def _overdispersion(
    surface: _Surface, top: float, rng: np.random.Generator
) -> tuple[float | None, float | None]:
    if not surface.repeats:
        return None, None
    statistic = max(0.0, 2 * (top - surface.binomial(surface.null_pc)))
    if statistic <= 2 * _FLAT:
        return 0.0, 1.0
    if len(surface.totals) >= FEW_JUDGES:
        return statistic, float(chdtrc(1, statistic)) / 2
    return statistic, _Simulation(surface, surface.null_pc, rng).p_overdispersion()


class _Simulation:
    """Data sets of the same judges in which every answer is right with one probability.

    The likelihood of all of them is one matrix product: how often each outcome occurs in
    a data set, times its log-likelihood at each point of a grid. The data go through the
    same grid as the first row, which makes the test exact in level.
    """

    def __init__(self, surface: _Surface, pc: float, rng: np.random.Generator) -> None:
        self._surface = surface
        sizes = sorted(set(surface.totals))
        outcomes = [(x, n) for n in sizes for x in range(n + 1)]
        self._model = BetaBinomial(outcomes, surface.corrected)
        self._place = {outcome: i for i, outcome in enumerate(outcomes)}
        # Few judges have few outcomes: each distinct data set is computed once.
        self._counts, self._which = np.unique(self._count(rng, pc), axis=0, return_inverse=True)

    def p_overdispersion(self) -> float:
        mu = np.linspace(self._surface.least_mu, 1.0, 61)
        spread = self._best(mu, np.linspace(0.0, 1.0, 33)[1:] ** 2)
        return self._share_as_extreme(np.maximum(0.0, spread - self._best(mu, np.zeros(1))))

    def p_no_difference(self) -> float:
        least = self._surface.least_mu
        # Finer towards guessing, where the simulated data lie.
        mu = least + (1 - least) * np.linspace(0.0, 1.0, 41) ** 2
        top = self._best(mu, self._surface.most_gamma * np.linspace(0.0, 1.0, 21) ** 2)
        return self._share_as_extreme(top - self._best(mu[:1], np.zeros(1)))

    def _count(self, rng: np.random.Generator, pc: float) -> Array:
        """How many judges had each outcome (columns): the data first, then each simulation."""
        counts = np.zeros((SIMULATIONS + 1, len(self._place)))
        rows = np.arange(1, SIMULATIONS + 1)
        for x, n in zip(self._surface.right, self._surface.totals, strict=True):
            counts[0, self._place[x, n]] += 1
            counts[rows, self._place[0, n] + rng.binomial(n, pc, SIMULATIONS)] += 1
        return counts

    def _best(self, mu: Array, gamma: Array) -> Array:
        """The largest log-likelihood over a grid, for each distinct data set."""
        grid = np.stack([axis.ravel() for axis in np.meshgrid(mu, gamma)])
        best = np.full(len(self._counts), -np.inf)
        for part in np.array_split(grid, max(1, grid.shape[1] // 128), axis=1):
            # An impossible outcome that did not occur must add 0, and 0 times -inf would not.
            table = np.maximum(self._model.table(part[0], part[1]), -1e9)
            np.maximum(best, (self._counts @ table.T).max(axis=1), out=best)
        return best

    def _share_as_extreme(self, distinct: Array) -> float:
        statistics = distinct[self._which.ravel()]
        return float(np.mean(statistics >= statistics[0] - _FLAT))
