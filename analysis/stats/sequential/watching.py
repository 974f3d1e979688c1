"""How strong is the evidence so far, however often one looks?

E-values and the confidence sequence are for watching: by Ville's inequality the chance that an
e-value ever passes 1/alpha is at most alpha where its hypothesis is true, at all looks
together, and the confidence sequence covers the truth at all looks together with at least
its confidence (Robbins 1970; Ramdas et al. 2023, "Game-theoretic statistics and safe
anytime-valid inference"). Both take one answer a judge. They decide nothing by themselves: the
sequential plan with a verdict is Wald's test, in `sequential`.
"""

import math
from dataclasses import dataclass

import numpy as np

from ..binomial import (
    CHANCE,
    cut,
    likelihood_interval,
    log_beta_cdf,
    log_beta_sf,
    log_pmf,
    uncut_pd,
)
from ..validation import (
    check_counts,
    check_open_unit,
)


@dataclass(frozen=True, slots=True)
class EValue:
    """An e-value and its natural logarithm; the e-value is ``inf`` where it overflows."""

    e_value: float
    log_e_value: float


@dataclass(frozen=True, slots=True)
class ConfidenceSequence:
    """The result of `confidence_sequence`; its fields are explained there."""

    correct: int
    n: int
    confidence: float
    pc_lower: float
    pc_upper: float
    pd_lower: float | None
    pd_upper: float | None
    pd_lower_uncut: float
    pd_upper_uncut: float
    below_chance: bool


def e_value_difference(correct: int, n: int) -> EValue:
    """How strong is the evidence of a difference so far, however often one has looked?

    A bet against guessing: the likelihood averaged over pc even on [1/3, 1], over the
    likelihood at 1/3,

        int_{1/3}^1 p^x (1-p)^(n-x) dp / (2/3) / ((1/3)^x (2/3)^(n-x)).

    Valid for every pc <= 1/3: under it an e-value of 20 or more is ever seen with
    probability at most 1/20. About 1 means no evidence; small values do not show
    similarity.

    Args:
        correct: right answers, 0 to n.
        n: answers so far (one a judge), 1 or more.

    Raises:
        ValueError: an argument outside its range.
    """
    x, n = check_counts(correct, n)
    # The integral is B(x+1, n-x+1) times an upper beta tail, and
    # B(x+1, n-x+1) = 1 / ((n+1) C(n, x)) turns the rest into a binomial term.
    tail = log_beta_sf(x + 1, n - x + 1, CHANCE)
    return e_value_of_log(tail - math.log(n + 1) - math.log(2 / 3) - log_pmf(x, n, CHANCE))


def e_value_similarity(correct: int, n: int, *, pd: float) -> EValue:
    """How strong is the evidence of similarity so far, however often one has looked?

    A bet against a proportion pd of perceivers: with p1 = 1/3 + 2/3 pd, the likelihood
    averaged over pc even on [1/3, p1], over the likelihood at p1,

        int_{1/3}^{p1} p^x (1-p)^(n-x) dp / (p1 - 1/3) / (p1^x (1-p1)^(n-x)).

    Valid for every true pd >= pd, because all that is mixed lies on the other side of p1:
    each of these ratios falls in x. (A mixture over the whole of [0, 1] would call 98 right
    of 98 "similar".)

    Args:
        correct: right answers, 0 to n.
        n: answers so far (one a judge), 1 or more.
        pd: the largest proportion of people allowed to perceive a difference, above 0 and
            below 1.

    Raises:
        ValueError: an argument outside its range.
    """
    x, n = check_counts(correct, n)
    p1 = CHANCE + 2 / 3 * check_open_unit("pd", pd)
    mass = _log_beta_mass(x + 1, n - x + 1, p1)
    if mass is None:
        return e_value_of_log(_log_mean_ratio(x, n, p1))
    return e_value_of_log(mass - math.log(n + 1) - math.log(p1 - CHANCE) - log_pmf(x, n, p1))


def confidence_sequence(correct: int, n: int, *, confidence: float) -> ConfidenceSequence:
    """Which pc and pd are compatible with the answers so far, however often one has looked?

    All p against which the bet was not won: B(1+x, 1+n-x) / (p^x (1-p)^(n-x)) < 1/(1 - confidence),
    the likelihood averaged over pc even on [0, 1] against the likelihood at p (Robbins
    1970). It covers the truth at all looks together with at least this confidence, from
    the counts alone, and is wider than an interval for a single look.

    Args:
        correct: right answers, 0 to n.
        n: answers so far (one a judge), 1 or more.
        confidence: above 0 and below 1.

    Returns:
        ``pc_lower``, ``pc_upper``: two-sided limits of pc, from 0 to 1.
        ``pd_lower_uncut``, ``pd_upper_uncut``: the same on the scale of pd;
        ``pd_lower``, ``pd_upper``: cut to [0, 1], None where the whole of it lies below
        chance, which ``below_chance`` says.

    Raises:
        ValueError: an argument outside its range.
    """
    x, n = check_counts(correct, n)
    confidence = check_open_unit("confidence", confidence)
    # log B(1+x, 1+n-x) lies log((n+1) pmf) below the maximum of the log-likelihood.
    drop = math.log(n + 1) + log_pmf(x, n, x / n) if 0 < x < n else math.log(n + 1)
    lower, upper = likelihood_interval(x, n, drop - math.log1p(-confidence))
    below = upper < CHANCE
    return ConfidenceSequence(
        correct=x,
        n=n,
        confidence=confidence,
        pc_lower=lower,
        pc_upper=upper,
        pd_lower=None if below else cut(uncut_pd(lower)),
        pd_upper=None if below else cut(uncut_pd(upper)),
        pd_lower_uncut=uncut_pd(lower),
        pd_upper_uncut=uncut_pd(upper),
        below_chance=below,
    )


def e_value_of_log(log_e: float) -> EValue:
    """Return the e-value of this natural logarithm."""
    return EValue(math.exp(log_e) if log_e < 709 else math.inf, log_e)


def _log_beta_mass(a: int, b: int, p1: float) -> float | None:
    """log of P(1/3 < Beta(a, b) < p1), or None where the subtraction would lose digits.

    Of the two tails beyond 1/3 and p1 the smaller pair is subtracted; if the difference is
    less than half of what it is taken from, the interval is narrow against the spread of
    the distribution, and quadrature is exact instead.
    """
    below_low, below_high = log_beta_cdf(a, b, CHANCE), log_beta_cdf(a, b, p1)
    above_low, above_high = log_beta_sf(a, b, CHANCE), log_beta_sf(a, b, p1)
    whole, part = min((below_high, below_low), (above_low, above_high))
    if below_low < -math.log(4) and above_high < -math.log(4):
        return math.log1p(-math.exp(below_low) - math.exp(above_high))
    if whole - part < math.log(2):
        return None
    return whole + math.log1p(-math.exp(part - whole))


def _log_mean_ratio(x: int, n: int, p1: float) -> float:
    """log of the mean over [1/3, p1] of p^x (1-p)^(n-x) over its value at p1."""
    nodes, weights = _GAUSS_LEGENDRE
    p = CHANCE + (p1 - CHANCE) * (nodes + 1) / 2
    log_ratio = x * np.log1p((p - p1) / p1) + (n - x) * np.log1p((p1 - p) / (1 - p1))
    top = float(log_ratio.max())
    return top + math.log(float(np.sum(weights / 2 * np.exp(log_ratio - top))))


_GAUSS_LEGENDRE = np.polynomial.legendre.leggauss(40)
