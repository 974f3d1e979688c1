"""The likelihood of repeated answers of judges who differ: the beta-binomial model.

Chance-corrected, judge j is right with probability pc_j = 1/3 + 2/3 D_j, the D_j drawn from
a Beta distribution with mean mu; uncorrected, the pc_j themselves are. gamma = 1/(a + b + 1)
says how much judges differ: 0 not at all, 1 every judge is always right or always guesses
(wrong). Moments are products of rising factors (Brockhoff 2003, "The statistical power of
replications in difference tests"),

    E[D^k (1-D)^m] = prod_{i<k} (mu(1-gamma) + i gamma) prod_{i<m} ((1-mu)(1-gamma) + i gamma)
                     / prod_{i<k+m} (1 - gamma + i gamma),

right also at gamma = 0, where differences of log-gammas of a and b would be lost.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from scipy.special import gammaln

from ..binomial import CHANCE

Array = npt.NDArray[np.float64]
Indices = npt.NDArray[np.intp]


class Derivatives(NamedTuple):
    """A log-likelihood with its first and second derivatives by mu and gamma."""

    value: float
    mu: float
    gamma: float
    mu_mu: float
    mu_gamma: float
    gamma_gamma: float


# What the derivatives of `_rising_derivatives` by its mean are by mu: of 1 - mu those of odd order
# change their sign; of a constant there are none.
_MIRRORED = np.array([[1.0], [-1.0], [1.0], [1.0], [-1.0], [1.0]])
_OF_GAMMA = np.array([[1.0], [0.0], [1.0], [0.0], [0.0], [1.0]])


@dataclass(slots=True)
class BetaBinomial:
    """Log-likelihoods of outcomes (right, answers) of single judges.

    An outcome is a sum of terms over k, the number of right answers that were perceived
    rather than guessed (all of them in the uncorrected model). All terms of all outcomes
    lie in one flat array, so that many parameters are computed in one sweep.
    """

    outcomes: Sequence[tuple[int, int]]
    chance_corrected: bool
    least_mu: float = field(init=False)
    _k: Indices = field(init=False)
    _wrong: Indices = field(init=False)
    _constant: Array = field(init=False)
    _starts: Indices = field(init=False)
    _sizes: Sequence[int] = field(init=False)

    def __post_init__(self) -> None:
        # The mean of pc is never below chance; that of pd never below 0.
        self.least_mu = 0.0 if self.chance_corrected else CHANCE
        self._sizes = sizes = [x + 1 if self.chance_corrected else 1 for x, _ in self.outcomes]
        x = np.repeat([x for x, _ in self.outcomes], sizes)
        n = np.repeat([n for _, n in self.outcomes], sizes)
        self._starts = np.cumsum([0, *sizes[:-1]])
        self._wrong = n - x
        self._constant = log_choose(n, x)
        self._k = x
        if self.chance_corrected:
            self._k = np.arange(len(x)) - np.repeat(self._starts, sizes)
            # C(n, x) (2/3)^n C(x, k) (1/2)^(x-k): (1/3 + 2/3 D)^x = (2/3)^x (1/2 + D)^x.
            self._constant += log_choose(x, self._k) + n * math.log(2 / 3)
            self._constant -= (x - self._k) * math.log(2)

    def table(self, mu: Array, gamma: Array) -> Array:
        """Log-likelihood of each outcome (columns) at each pair of mu and gamma (rows)."""
        k, m = self._k, self._wrong
        up_to = int((k + m).max()) + 1
        right, wrong = _log_rising(mu, gamma, up_to), _log_rising(1 - mu, gamma, up_to)
        whole = _log_rising(np.ones_like(mu), gamma, up_to)
        terms = self._constant + right[:, k] + wrong[:, m] - whole[:, k + m]
        with np.errstate(divide="ignore"):
            terms += np.where((k > 0) & (m > 0), np.log1p(-gamma)[:, None], 0.0)
        return self._add_terms(terms)

    def many(self, mu: Array, gamma: Array) -> Array:
        """As `table`, sooner for outcomes of all kinds; what is rarer than 1e-300 is impossible.

        Of judges with n answers each, those who perceive k times are right x times with a
        probability that no parameter changes: the outcomes are one matrix product.
        """
        if not self.chance_corrected:
            return self.table(mu, gamma)
        right, totals = np.array(self.outcomes).T
        up_to = int(totals.max())
        logs = [_log_rising(mean, gamma, up_to) for mean in (mu, 1 - mu, np.ones_like(mu))]
        chances = np.empty((len(mu), len(right)))
        for n in np.unique(totals):
            columns = np.flatnonzero(totals == n)
            perceive = np.exp(_log_perceive(int(n), gamma, *logs))
            chances[:, columns] = perceive @ _right_of_guesses(int(n), right[columns])
        with np.errstate(divide="ignore"):
            return np.log(chances, out=chances)

    def derivatives(self, mu: float, gamma: float, judges: Array) -> Derivatives:
        """Log-likelihood of so many judges with each outcome, with its derivatives.

        Not at the edges mu = 0 or 1 and gamma = 1, where single terms have none.
        """
        k, m = self._k, self._wrong
        means = np.array([[mu], [1 - mu], [1.0]])
        right, wrong, whole = _rising_derivatives(means, gamma, int((k + m).max()) + 1)
        terms = right[:, k] + (wrong * _MIRRORED)[:, m] - (whole * _OF_GAMMA)[:, k + m]
        left = 1 / (1 - gamma)
        terms += np.outer([-math.log(left), 0, -left, 0, 0, -left * left], (k > 0) & (m > 0))
        logs = self._add_terms(terms[:1] + self._constant)[0]
        # Each term's share of its outcome's probability.
        terms[0] = np.exp(terms[0] + self._constant - np.repeat(logs, self._sizes))
        terms[3:] += terms[[1, 1, 2]] * terms[[1, 2, 2]]
        sums = np.add.reduceat(terms[0] * terms[1:], self._starts, axis=1)
        sums[2:] -= sums[[0, 0, 1]] * sums[[0, 1, 1]]
        return Derivatives(float(logs @ judges), *(sums @ judges).tolist())

    def _add_terms(self, terms: Array) -> Array:
        if not self.chance_corrected:
            return terms
        tops = np.maximum.reduceat(terms, self._starts, axis=1)
        finite = np.where(np.isfinite(tops), tops, 0.0)
        scaled = np.exp(terms - np.repeat(finite, self._sizes, axis=1))
        with np.errstate(divide="ignore"):
            sums: Array = finite + np.log(np.add.reduceat(scaled, self._starts, axis=1))
        return sums


def _log_perceive(n: int, gamma: Array, right: Array, wrong: Array, whole: Array) -> Array:
    """Log-probability that k = 0...n of n answers are perceived (columns)."""
    k = np.arange(n + 1)
    logs: Array = log_choose(np.full(n + 1, n), k) + right[:, : n + 1] + wrong[:, n::-1]
    logs -= whole[:, n : n + 1]
    with np.errstate(divide="ignore"):
        logs[:, 1:n] += np.log1p(-gamma)[:, None]
    return logs


def _right_of_guesses(n: int, right: Indices) -> Array:
    """Probability of so many right answers (columns) where k = 0...n are perceived (rows)."""
    guessed, correct = np.arange(n, -1, -1)[:, None], right - np.arange(n + 1)[:, None]
    correct = np.where(correct < 0, guessed + 1, correct)  # less than perceived: impossible
    logs = log_choose(guessed, np.minimum(correct, guessed))
    logs += correct * math.log(CHANCE) + (guessed - correct) * math.log1p(-CHANCE)
    chances: Array = np.where(correct > guessed, 0.0, np.exp(logs))
    return chances


def binomial_log_likelihood(right: Sequence[int], totals: Sequence[int], pc: float) -> float:
    """Log-likelihood of all judges' counts if every answer is right with probability pc."""
    x, n = np.array(right), np.array(totals)
    likelihood = float(log_choose(n, x).sum())
    if x.sum():
        likelihood += float(x.sum()) * math.log(pc)
    if (n - x).sum():
        likelihood += float((n - x).sum()) * math.log1p(-pc)
    return likelihood


def _log_rising(mean: Array, gamma: Array, up_to: int) -> Array:
    """log of mean prod_{0<i<k} (mean (1-gamma) + i gamma) for k = 0...up_to (columns).

    The factor 1 - gamma of i = 0 is left out: of three such products one stands in the
    denominator, and at gamma = 1 the quotient must not be 0/0.
    """
    steps = np.arange(up_to)
    factors = np.multiply.outer(mean, np.ones(up_to))
    factors[:, 1:] = np.multiply.outer(mean * (1 - gamma), np.ones(up_to - 1))
    factors[:, 1:] += np.multiply.outer(gamma, steps[1:])
    logs = np.zeros((len(mean), up_to + 1))
    with np.errstate(divide="ignore"):
        logs[:, 1:] = np.cumsum(np.log(factors), axis=1)
    return logs


def _rising_derivatives(means: Array, gamma: float, up_to: int) -> Array:
    """One row of `_log_rising` for each mean, and its derivatives in the order of `Derivatives`."""
    i = np.arange(up_to)
    factors = means * (1 - gamma) + i * gamma
    factors[:, :1] = means
    by_mean, by_gamma = (1 - gamma) / factors, (i - means) / factors
    by_mean[:, :1], by_gamma[:, 0] = 1 / means, 0.0
    logs = np.zeros((len(means), 6, up_to + 1))
    logs[:, 0, 1:], logs[:, 1, 1:], logs[:, 2, 1:] = np.log(factors), by_mean, by_gamma
    logs[:, 3, 1:], logs[:, 4, 1:] = -(by_mean**2), -i / factors**2
    logs[:, 5, 1:] = -(by_gamma**2)
    return logs.cumsum(axis=2)


def log_choose(n: Indices, k: Indices) -> Array:
    """The natural logarithm of the number of ways to choose k of n."""
    logs: Array = gammaln(n + 1.0) - gammaln(k + 1.0) - gammaln(n - k + 1.0)
    return logs
