"""How large is the difference? Proportion correct, proportion of discriminators, d-prime.

Three scales of one quantity. pc is the probability of a right answer; pd = (pc - 1/3)/(2/3)
the proportion of people who perceive the difference if these people are always right and all
others guess; d-prime the distance between the two subjects in standard
deviations of perception, if judges compare what they perceive (Thurstone; Ennis 1993).

The psychometric function of the triangle test is usually given as an integral,

    pc(d) = 2 int_0^inf [Phi(-z sqrt3 + d sqrt(2/3)) + Phi(-z sqrt3 - d sqrt(2/3))] phi(z) dz.

It is the probability that a bivariate normal vector falls into a double wedge of 60
degrees, and so has a closed form in Owen's T function (Owen 1956):

    pc(d) = 1 - 4 T(d / sqrt6, sqrt3),      pc'(d) = 2/sqrt6 phi(d / sqrt6) erf(d / 2).
"""

import math
from collections.abc import Callable
from dataclasses import dataclass

from scipy.special import ndtr, ndtri, owens_t

from .binomial import (
    CHANCE,
    clopper_pearson_lower,
    clopper_pearson_upper,
    cut,
    deviance,
    likelihood_interval,
    uncut_pd,
    upper_tail,
)
from .validation import check_choice, check_closed_unit, check_counts, check_open_unit, check_real

_SQRT3, _SQRT6 = math.sqrt(3), math.sqrt(6)


@dataclass(frozen=True, slots=True)
class Estimate:
    """A value with its standard error (None where undefined) and two-sided limits."""

    value: float
    se: float | None
    lower: float
    upper: float


@dataclass(frozen=True, slots=True)
class Estimation:
    """The result of `estimate`; its fields are explained there."""

    correct: int
    n: int
    confidence: float
    method: str
    proportion: float
    pc: Estimate
    pd: Estimate
    d_prime: Estimate
    p_value: float


def estimate(
    correct: int, n: int, *, confidence: float = 0.95, method: str = "exact"
) -> Estimation:
    """How large is the difference, with two-sided limits?

    pc is the model's estimate, max(1/3, correct/n), and the limits are cut at 1/3; pd and
    d-prime, and their limits, are pc and its limits on another scale.

    Args:
        correct: right answers, 0 to n.
        n: answers (one a judge), 1 or more.
        confidence: of the two-sided limits, above 0 and below 1.
        method: of the limits and of the p-value:
            ``exact``: Clopper and Pearson (1934); exact binomial tail.
            ``likelihood``: 2 (l(p^) - l(p)) equals the chi-square quantile with 1 degree of
            freedom; signed root of the likelihood ratio, 0.5 at or below chance.
            ``wilson``: Wilson (1927); normal test of the raw proportion against 1/3.
            ``wilson_corrected``: the same with continuity correction (Newcombe 1998).
            ``wald``: p +- z se; pd / se(pd), 0.5 at or below chance.

    Returns:
        ``proportion``: right answers as a share, uncorrected. ``pc``, ``pd``, ``d_prime``,
        each with ``value``, ``se``, ``lower``, ``upper``; pc and pd are proportions,
        d-prime is in standard deviations and ``math.inf`` at pc = 1. Standard errors are
        of the first order (delta method) and None where they are undefined: at or below
        chance and where every answer is right. ``p_value``: one-sided, of no difference.

    Raises:
        ValueError: an argument outside its range.
    """
    correct, n = check_counts(correct, n)
    confidence = check_open_unit("confidence", confidence)
    method = check_choice("method", method, METHODS)
    limits, p_value = _LIMITS[method], _P_VALUES[method]
    share = correct / n
    lower, upper = limits(correct, n, confidence)
    se = math.sqrt(share * (1 - share) / n) if CHANCE < share < 1 else None
    pc = Estimate(max(CHANCE, share), se, cut(lower, CHANCE), cut(upper, CHANCE))
    return Estimation(
        correct=correct,
        n=n,
        confidence=confidence,
        method=method,
        proportion=share,
        pc=pc,
        pd=_on_pd_scale(pc),
        d_prime=_on_d_prime_scale(pc),
        p_value=p_value(correct, n),
    )


def _on_pd_scale(pc: Estimate) -> Estimate:
    return Estimate(
        _pd(pc.value), None if pc.se is None else 1.5 * pc.se, _pd(pc.lower), _pd(pc.upper)
    )


def _on_d_prime_scale(pc: Estimate) -> Estimate:
    value = _d_prime(pc.value)
    se = None if pc.se is None else pc.se / _slope(value)
    return Estimate(value, se, _d_prime(pc.lower), _d_prime(pc.upper))


def pc_from_d_prime(d_prime: float) -> float:
    """The probability of a right answer at a distance d-prime.

    1 - 4 T(d / sqrt6, sqrt3), T Owen's function (see the head of this module); 1/3 at 0.

    Args:
        d_prime: 0 or more, in standard deviations; ``math.inf`` gives 1.

    Raises:
        ValueError: a negative d-prime or one that is no number.
    """
    if isinstance(d_prime, float) and d_prime == math.inf:
        return 1.0
    return 1 - _wrong(_check_d_prime(d_prime))


def pc_slope(d_prime: float) -> float:
    """The derivative of `pc_from_d_prime`: 2/sqrt6 phi(d / sqrt6) erf(d / 2).

    The standard error of d-prime is that of pc divided by this slope (delta method).

    Args:
        d_prime: 0 or more, in standard deviations. The slope is 0 at 0.

    Raises:
        ValueError: a negative d-prime or one that is not finite.
    """
    return _slope(_check_d_prime(d_prime))


def d_prime_from_pc(pc: float) -> float:
    """The distance d-prime at which answers are right with probability pc.

    The inverse of `pc_from_d_prime`. 0 where pc is at or below chance, since no distance
    gives less; ``math.inf`` at pc = 1, to be read as "not measurable: every answer right".

    Args:
        pc: from 0 to 1.

    Raises:
        ValueError: pc outside [0, 1].
    """
    return _d_prime(check_closed_unit("pc", pc))


def pd_from_pc(pc: float) -> float:
    """The proportion of people who perceive the difference: (pc - 1/3) / (2/3).

    0 where pc is at or below chance.

    Args:
        pc: from 0 to 1.

    Raises:
        ValueError: pc outside [0, 1].
    """
    return _pd(check_closed_unit("pc", pc))


def pc_from_pd(pd: float) -> float:
    """The probability of a right answer: 1/3 + 2/3 pd.

    Args:
        pd: from 0 to 1.

    Raises:
        ValueError: pd outside [0, 1].
    """
    # Written so that pd = 0 gives exactly 1/3 and pd = 1 exactly 1.
    pd = check_closed_unit("pd", pd)
    return CHANCE + 2 / 3 * pd if pd < 1 else 1.0


def _check_d_prime(d_prime: float) -> float:
    value = check_real("d_prime", d_prime, allowed="of 0 or more")
    if value < 0:
        raise ValueError(f"d_prime must be a number of 0 or more, not {value}")
    return value


def _wrong(d_prime: float) -> float:
    return 4 * float(owens_t(d_prime / _SQRT6, _SQRT3))


def _slope(d_prime: float) -> float:
    phi = math.exp(-d_prime * d_prime / 12) / math.sqrt(2 * math.pi)
    return 2 / _SQRT6 * phi * math.erf(d_prime / 2)


def _pd(pc: float) -> float:
    return cut(uncut_pd(pc))


def _d_prime(pc: float) -> float:
    """Newton's method on the logarithm of the probability of a wrong answer.

    That logarithm falls ever more steeply in d (it is concave), so from any start the
    second step lies at or beyond the root, and all later ones come back towards it. A later
    step forward is rounding: the end.
    """
    if pc <= CHANCE:
        return 0.0
    if pc >= 1:
        return math.inf
    if pc - CHANCE < 1e-8:
        return _small_d_prime(pc - CHANCE)
    wrong = 1 - pc
    # Close at both ends: 1/3 + d^2 / (2 pi sqrt3) near 0, and far out log(wrong) ~ -d^2 / 12.
    d_prime = math.sqrt(-12 * math.log(1.5 * wrong) * (1 - 0.6 * wrong))
    for iteration in range(60):
        current = _wrong(d_prime)
        step = current * math.log(current / wrong) / _slope(d_prime)
        d_prime += step
        if abs(step) <= 1e-14 * d_prime or (iteration and step > 0):
            break
    return d_prime


def _small_d_prime(excess: float) -> float:
    """From the series pc - 1/3 = d^2 / (2 pi sqrt3) (1 - d^2/12 + ...), flat at 0."""
    d_prime = math.sqrt(2 * math.pi * _SQRT3 * excess)
    return d_prime * (1 + d_prime * d_prime / 24)


def _exact_limits(correct: int, n: int, confidence: float) -> tuple[float, float]:
    risk = (1 - confidence) / 2
    return clopper_pearson_lower(correct, n, risk), clopper_pearson_upper(correct, n, risk)


def _likelihood_limits(correct: int, n: int, confidence: float) -> tuple[float, float]:
    return likelihood_interval(correct, n, _two_sided_z(confidence) ** 2 / 2)


def _wilson_limits(correct: int, n: int, confidence: float) -> tuple[float, float]:
    return _score_limits(correct, n, confidence, correction=0.0)


def _corrected_limits(correct: int, n: int, confidence: float) -> tuple[float, float]:
    return _score_limits(correct, n, confidence, correction=0.5)


def _score_limits(
    correct: int, n: int, confidence: float, *, correction: float
) -> tuple[float, float]:
    z = _two_sided_z(confidence)
    lower = _wilson(correct - correction, n, -z) if correct else 0.0
    return lower, _wilson(correct + correction, n, z) if correct < n else 1.0


def _wilson(x: float, n: int, z: float) -> float:
    """The pc at which (x - n pc) / sqrt(n pc (1 - pc)) is -z."""
    square = z * z
    root = math.sqrt(max(0.0, square / 4 + x * (n - x) / n))
    return (x + square / 2 + z * root) / (n + square)


def _wald_limits(correct: int, n: int, confidence: float) -> tuple[float, float]:
    share = correct / n
    margin = _two_sided_z(confidence) * math.sqrt(share * (1 - share) / n)
    return share - margin, share + margin


def _two_sided_z(confidence: float) -> float:
    return -float(ndtri((1 - confidence) / 2))


def _exact_p(correct: int, n: int) -> float:
    return upper_tail(correct, n, CHANCE)


def _likelihood_p(correct: int, n: int) -> float:
    if correct / n <= CHANCE:
        return 0.5
    drop = deviance(correct, n * CHANCE) + deviance(n - correct, n * (1 - CHANCE))
    return _normal_tail(math.sqrt(2 * drop))


def _wilson_p(correct: int, n: int) -> float:
    return _normal_tail((correct - n / 3) / math.sqrt(2 * n / 9))


def _corrected_p(correct: int, n: int) -> float:
    # Half an answer down on either side of chance: the tail asked for holds `correct` itself.
    return _normal_tail((correct - 0.5 - n / 3) / math.sqrt(2 * n / 9)) if correct else 1.0


def _wald_p(correct: int, n: int) -> float:
    share = correct / n
    if share <= CHANCE:
        return 0.5
    if correct == n:
        return 0.0
    return _normal_tail((share - CHANCE) / math.sqrt(share * (1 - share) / n))


def _normal_tail(z: float) -> float:
    return float(ndtr(-z))


_Limits = Callable[[int, int, float], tuple[float, float]]

_LIMITS: dict[str, _Limits] = {
    "exact": _exact_limits,
    "likelihood": _likelihood_limits,
    "wilson": _wilson_limits,
    "wilson_corrected": _corrected_limits,
    "wald": _wald_limits,
}
_P_VALUES: dict[str, Callable[[int, int], float]] = {
    "exact": _exact_p,
    "likelihood": _likelihood_p,
    "wilson": _wilson_p,
    "wilson_corrected": _corrected_p,
    "wald": _wald_p,
}
METHODS = tuple(_LIMITS)
