"""The binomial distribution, as the triangle test needs it: exact tails and their inverses.

Every tail is taken from the regularised incomplete beta function (``scipy.special``, the
implementation of Boost), upper tails as upper tails and never as 1 - cdf. Where a tail is
too small for a double its logarithm still is not: the functions named ``log_...`` go on by
the continued fraction of DLMF 8.17.22.
"""

import math
from collections.abc import Callable

from scipy.optimize import brentq
from scipy.special import betainc, betaincc, betainccinv, betaincinv

CHANCE = 1 / 3
"""Proportion of right answers of a judge who only guesses: one text in three."""

ROUNDING = 1e-12
"""A tail that equals a level in exact arithmetic may come out a few 1e-16 beside it. Tails
within this relative distance count as having reached the level."""

_SMALLEST_TAIL = 1e-280
"""Below this a double begins to lose digits, and the continued fraction takes over."""


def reaches(tail: float, level: float) -> bool:
    """Whether a tail probability is at or below a level, rounding forgiven.

    A certain event reaches no level, however near to 1: levels lie below it.
    """
    return tail < 1.0 and tail <= level * (1 + ROUNDING)


def upper_tail(correct: int, n: int, pc: float) -> float:
    """P(X >= correct) for X binomial with n answers, each right with probability pc."""
    if correct <= 0:
        return 1.0
    if correct > n:
        return 0.0
    return float(betainc(correct, n - correct + 1, pc))


def lower_tail(correct: int, n: int, pc: float) -> float:
    """P(X <= correct) for X binomial with n answers, each right with probability pc."""
    if correct < 0:
        return 0.0
    if correct >= n:
        return 1.0
    return float(betaincc(correct + 1, n - correct, pc))


def log_upper_tail(correct: int, n: int, pc: float) -> float:
    """Natural logarithm of P(X >= correct), also where that underflows."""
    if correct <= 0:
        return 0.0
    if correct > n:
        return -math.inf
    return log_beta_cdf(correct, n - correct + 1, pc)


def log_lower_tail(correct: int, n: int, pc: float) -> float:
    """Natural logarithm of P(X <= correct), also where that underflows."""
    if correct < 0:
        return -math.inf
    if correct >= n:
        return 0.0
    return log_beta_sf(correct + 1, n - correct, pc)


def log_beta_cdf(a: float, b: float, x: float) -> float:
    """Natural logarithm of the regularised incomplete beta function I_x(a, b), 0 < x < 1."""
    tail = float(betainc(a, b, x))
    if tail > 0.5:
        return math.log1p(-float(betaincc(a, b, x)))
    if tail > _SMALLEST_TAIL:
        return math.log(tail)
    # x^a (1 - x)^b / (a B(a, b)) is a binomial term times b/(a + b), and the term keeps its
    # digits where differences of log-gammas of a million would not.
    fraction = _continued_fraction(a, b, x)
    return log_pmf(a, a + b, x) + math.log(b / (a + b)) - math.log(fraction)


def log_beta_sf(a: float, b: float, x: float) -> float:
    """Natural logarithm of 1 - I_x(a, b), 0 < x < 1, without the subtraction."""
    tail = float(betaincc(a, b, x))
    if tail > 0.5:
        return math.log1p(-float(betainc(a, b, x)))
    return math.log(tail) if tail > _SMALLEST_TAIL else log_beta_cdf(b, a, 1 - x)


def _continued_fraction(a: float, b: float, x: float) -> float:
    """1 + d1/(1 + d2/(1 + ...)) of DLMF 8.17.22, by the modified Lentz method.

    Only called deep in the lower tail, where it converges within a few dozen terms.
    """
    fraction, numerator, denominator = 1.0, 1.0, 0.0
    for term in range(1, 100_000):
        m = term // 2
        if term % 2:
            d = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        else:
            d = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        denominator = 1 / (1 + d * denominator)
        numerator = 1 + d / numerator
        fraction *= numerator * denominator
        if abs(numerator * denominator - 1) < 1e-15:
            break
    return fraction


def log_pmf(correct: float, n: float, pc: float) -> float:
    """Natural logarithm of the binomial term C(n, correct) pc^correct (1-pc)^(n-correct).

    By deviances and Stirling remainders (Loader 2000, "Fast and accurate computation of
    binomial probabilities"): no large logarithms are subtracted from one another. Real
    numbers are allowed, with gamma functions for factorials.
    """
    wrong = n - correct
    if correct == 0:
        return n * math.log1p(-pc)
    if wrong == 0:
        return n * math.log(pc)
    remainders = stirling_remainder(n) - stirling_remainder(correct) - stirling_remainder(wrong)
    distance = deviance(correct, n * pc) + deviance(wrong, n * (1 - pc))
    return remainders - distance - 0.5 * math.log(2 * math.pi * correct * (wrong / n))


def stirling_remainder(z: float) -> float:
    """log z! minus Stirling's approximation (z + 1/2) log z - z + log(2 pi)/2."""
    if z < 16:
        return math.lgamma(z + 1) - (z + 0.5) * math.log(z) + z - 0.5 * math.log(2 * math.pi)
    square = z * z
    return (1 / 12 - (1 / 360 - (1 / 1260 - 1 / 1680 / square) / square) / square) / z


def deviance(observed: float, expected: float) -> float:
    """observed log(observed/expected) - observed + expected, to full precision near 0."""
    difference = observed - expected
    if abs(difference) > 0.1 * (observed + expected):
        logarithm = math.log(observed / expected) if observed else 0.0
        return observed * logarithm - difference
    ratio = difference / (observed + expected)
    total, power = difference * ratio, 2 * observed * ratio
    for k in range(1, 100):
        power *= ratio * ratio
        step = power / (2 * k + 1)
        if total + step == total:
            break
        total += step
    return total


def clopper_pearson_lower(correct: int, n: int, risk: float) -> float:
    """The pc at which P(X >= correct) equals the risk: exact one-sided lower limit."""
    return float(betaincinv(correct, n - correct + 1, risk)) if correct else 0.0


def clopper_pearson_upper(correct: int, n: int, risk: float) -> float:
    """The pc at which P(X <= correct) equals the risk: exact one-sided upper limit."""
    return float(betainccinv(correct + 1, n - correct, risk)) if correct < n else 1.0


def likelihood_interval(correct: int, n: int, drop: float) -> tuple[float, float]:
    """The two pc at which the log-likelihood lies ``drop`` below its maximum."""
    return (
        _likelihood_lower(correct, n, drop),
        1 - _likelihood_lower(n - correct, n, drop),
    )


def _likelihood_lower(correct: int, n: int, drop: float) -> float:
    if correct == 0:
        return 0.0
    if correct == n:
        return math.exp(-drop / n)

    def excess(pc: float) -> float:
        return deviance(correct, n * pc) + deviance(n - correct, n * (1 - pc)) - drop

    top = correct / n
    if excess(top) >= 0:
        return top  # the drop is below what a double can tell from none
    # The wrong answers can lower the drop by at most `correct`, so here it is reached.
    bottom = top * math.exp(-1 - drop / correct)
    return float(brentq(excess, bottom, top, xtol=1e-300, rtol=1e-15, maxiter=200))


def first_true(holds: Callable[[int], bool], *, guess: int, low: int, high: int) -> int:
    """The smallest integer of low...high at which a monotone predicate holds; high + 1 if none.

    Gallops away from the guess, then bisects: a good guess costs two or three calls, a bad
    one a logarithm.
    """
    at = min(max(guess, low), high)
    step = 1
    if holds(at):
        # Invariant: `high` holds (or lies above the range).
        high = at
        while high > low and holds(max(low, high - step)):
            high = max(low, high - step)
            step *= 2
        low = max(low, high - step + 1)
    else:
        low, high = at + 1, high + 1
        while low + step - 1 < high and not holds(low + step - 1):
            low += step
            step *= 2
        high = min(high, low + step - 1)
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if holds(middle) else (middle + 1, high)
    return low


def uncut_pd(pc: float) -> float:
    """pd = (pc - 1/3) / (2/3), below 0 where pc is below chance."""
    return 1.5 * pc - 0.5


def cut(value: float, low: float = 0.0, high: float = 1.0) -> float:
    """The value, or the end of the range that it passed."""
    return min(max(value, low), high)
