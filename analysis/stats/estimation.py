"""How large is the difference? Proportion correct, proportion of discriminators, d-prime.

Three scales of one quantity. pc is the probability of a right answer; pd = (pc - 1/3)/(2/3)
the proportion of people who perceive the difference if these people are always right and all
others guess; d-prime the distance between the two subjects in standard
deviations of perception, if judges compare what they perceive (Thurstone; Ennis 1993).

How a d-prime turns into a proportion correct: `psychometric`.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass

from scipy.special import ndtr, ndtri

from .binomial import (
    CHANCE,
    clopper_pearson_lower,
    clopper_pearson_upper,
    cut,
    deviance,
    likelihood_interval,
    upper_tail,
)
from .psychometric import Protocol, d_prime_from_pc, pc_slope, pd_from_pc
from .validation import check_choice, check_counts, check_open_unit


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
    correct: int,
    n: int,
    *,
    confidence: float = 0.95,
    method: str = "exact",
    protocol: str = Protocol.TRIANGLE,
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
        protocol: what judges were asked, ``triangle`` or ``directed``; only d-prime depends
            on it, and only d-primes of one protocol say the same of a distance without doubt.

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
        d_prime=_on_d_prime_scale(pc, protocol),
        p_value=p_value(correct, n),
    )


def _on_pd_scale(pc: Estimate) -> Estimate:
    se = None if pc.se is None else 1.5 * pc.se
    return Estimate(pd_from_pc(pc.value), se, pd_from_pc(pc.lower), pd_from_pc(pc.upper))


def _on_d_prime_scale(pc: Estimate, protocol: str) -> Estimate:
    value, lower, upper = (
        d_prime_from_pc(one, protocol=protocol) for one in (pc.value, pc.lower, pc.upper)
    )
    se = None if pc.se is None else pc.se / pc_slope(value, protocol=protocol)
    return Estimate(value, se, lower, upper)


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
