"""The beta-binomial estimate of recompute.py, for judges who gave several answers each.

Judge j perceives the difference with probability D_j, Beta distributed over people with mean pd
and spread gamma = 1 / (a + b + 1), and guesses otherwise. pd and gamma are those of the largest
likelihood; the limits of pd are where its profile has fallen by half the chi-square quantile.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

import numpy as np
from scipy.optimize import brentq, minimize_scalar
from scipy.special import gammaln
from scipy.stats import binom, chi2

CONFIDENCE = 0.95
# With fewer judges p is drawn by a bootstrap, which is not repeated here.
FEW_JUDGES = 10
# A gain of log-likelihood below this is rounding.
FLAT = 1e-9
LEAST_LOG = -700.0
EDGE = 1e-12
GRID = (1 - np.cos(np.linspace(0, np.pi, 25))) / 2
LogLikelihood = Callable[[float, float], float]


def beta_binomial(judges: Sequence[tuple[int, int]]) -> Iterator[tuple[str, float]]:
    """Estimate, limits and p, from right answers and answers of each judge."""
    likelihood = log_likelihood(judges)
    right, answers = (sum(part) for part in zip(*judges, strict=True))
    pd = max(0.0, 1.5 * (right / answers - 1 / 3))
    alike = likelihood(pd, 0.0)

    def over_gamma(mean: float) -> float:
        return best(lambda gamma: likelihood(mean, gamma))[1]

    found, top = best(over_gamma)
    if top - alike > FLAT:
        pd = found
    else:
        top = alike
    drop = float(chi2.ppf(CONFIDENCE, 1)) / 2

    def above(mean: float) -> float:
        return over_gamma(mean) - top + drop

    yield "beta_binomial_pd", pd
    yield "beta_binomial_pd_lower", 0.0 if above(0.0) >= 0 else float(brentq(above, 0.0, pd))
    yield "beta_binomial_pd_upper", 1.0 if above(1.0) >= 0 else float(brentq(above, pd, 1.0))
    if max(n for _, n in judges) > 1 and len(judges) >= FEW_JUDGES:
        p_value = float(chi2.sf(2 * (top - alike), 1)) / 2 if top > alike else 1.0
        yield "beta_binomial_p_overdispersion", p_value


def log_likelihood(judges: Sequence[tuple[int, int]]) -> LogLikelihood:
    """The log-likelihood of all judges as a function of pd and gamma."""
    sizes = {n: Counter(x for x, m in judges if m == n) for n in {n for _, n in judges}}
    tables = {n: guessed(n) for n in sizes}

    def of(pd: float, gamma: float) -> float:
        total = 0.0
        for n, seen in sizes.items():
            chances = tables[n] @ perceived(n, pd, gamma)
            with np.errstate(divide="ignore"):
                logs = np.maximum(np.log(chances), LEAST_LOG)
            total += sum(number * float(logs[x]) for x, number in seen.items())
        return total

    return of


def guessed(n: int) -> np.ndarray:
    """The probability of x right answers of n (rows) where k are perceived (columns)."""
    x, k = np.arange(n + 1)[:, None], np.arange(n + 1)
    return np.asarray(binom.pmf(x - k, n - k, 1 / 3))


def perceived(n: int, pd: float, gamma: float) -> np.ndarray:
    """The beta-binomial probability that k = 0...n of n answers are perceived."""
    gamma = min(gamma, 1 - EDGE)
    i, k = np.arange(n), np.arange(n + 1)
    with np.errstate(divide="ignore"):
        up, down, whole = (
            np.concatenate([[0.0], np.log(mean * (1 - gamma) + i * gamma).cumsum()])
            for mean in (pd, 1 - pd, 1.0)
        )
    ways = gammaln(n + 1) - gammaln(k + 1) - gammaln(n - k + 1)
    return np.asarray(np.exp(ways + up + down[::-1] - whole[n]))


def best(function: Callable[[float], float]) -> tuple[float, float]:
    """Where on [0, 1] a function is largest, and its value: the best of a grid, then nearer."""
    values = [function(float(at)) for at in GRID]
    place = int(np.argmax(values))
    around = GRID[max(place - 1, 0)], GRID[min(place + 1, len(GRID) - 1)]
    nearer = minimize_scalar(
        lambda at: -function(at), bounds=around, method="bounded", options={"xatol": 1e-10}
    )
    if -nearer.fun > values[place]:
        return float(nearer.x), -float(nearer.fun)
    return float(GRID[place]), values[place]
