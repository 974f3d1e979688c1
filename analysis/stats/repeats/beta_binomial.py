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

import numpy as np
import numpy.typing as npt
from scipy.special import gammaln

from ..binomial import CHANCE

Array = npt.NDArray[np.float64]
Indices = npt.NDArray[np.intp]


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

    def __post_init__(self) -> None:
        # The mean of pc is never below chance; that of pd never below 0.
        self.least_mu = 0.0 if self.chance_corrected else CHANCE
        sizes = [x + 1 if self.chance_corrected else 1 for x, _ in self.outcomes]
        x = np.repeat([x for x, _ in self.outcomes], sizes)
        n = np.repeat([n for _, n in self.outcomes], sizes)
        self._starts = np.cumsum([0, *sizes[:-1]])
        self._wrong = n - x
        self._constant = _log_choose(n, x)
        self._k = x
        if self.chance_corrected:
            self._k = np.arange(len(x)) - np.repeat(self._starts, sizes)
            # C(n, x) (2/3)^n C(x, k) (1/2)^(x-k): (1/3 + 2/3 D)^x = (2/3)^x (1/2 + D)^x.
            self._constant += _log_choose(x, self._k) + n * math.log(2 / 3)
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

    def _add_terms(self, terms: Array) -> Array:
        if not self.chance_corrected:
            return terms
        tops = np.maximum.reduceat(terms, self._starts, axis=1)
        finite = np.where(np.isfinite(tops), tops, 0.0)
        sizes = np.diff([*self._starts, terms.shape[1]])
        scaled = np.exp(terms - np.repeat(finite, sizes, axis=1))
        with np.errstate(divide="ignore"):
            sums: Array = finite + np.log(np.add.reduceat(scaled, self._starts, axis=1))
        return sums


def binomial_log_likelihood(right: Sequence[int], totals: Sequence[int], pc: float) -> float:
    """Log-likelihood of all judges' counts if every answer is right with probability pc."""
    x, n = np.array(right), np.array(totals)
    likelihood = float(_log_choose(n, x).sum())
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


def _log_choose(n: Indices, k: Indices) -> Array:
    logs: Array = gammaln(n + 1.0) - gammaln(k + 1.0) - gammaln(n - k + 1.0)
    return logs
