"""From the distance between two subjects to the share of right answers, and back.

d-prime is the distance between the two subjects in standard deviations of perception, if judges
compare what they perceive (Thurstone; Ennis 1993, "The power of sensory discrimination methods").
What a judge is asked decides how a distance turns into right answers:

- *triangle*: three texts, two by one subject; the judge chooses the odd one. The answer is right
  where the other two are nearest to each other, which is a double wedge of 60 degrees in the plane
  and has a closed form in Owen's T function (Owen 1956):

      pc(d) = 1 - 4 T(d / sqrt6, sqrt3),            pc'(d) = 2/sqrt6 phi(d / sqrt6) erf(d / 2);

- *directed triad*, the 3-alternative forced choice (3-AFC): three texts, two by A and one by B,
  and the judge is told what to look for. The answer is right where the text by B has the most of
  it, with probability int Phi(z)^2 phi(z - d) dz, or

      pc(d) = Phi(d / sqrt2) - 2 T(d / sqrt2, 1/sqrt3),   pc'(d) = e^(-d^2/4) / sqrt(pi) Phi(d / sqrt6).

Both are right by guessing with probability 1/3, so that all tests of counts are the same; only
d-prime and the power at a d-prime differ.
"""  # noqa: E501 - a formula

import math
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from scipy.special import ndtr, owens_t

from .binomial import CHANCE, cut, uncut_pd
from .validation import check_choice, check_closed_unit, check_real

_SQRT2, _SQRT3, _SQRT6 = math.sqrt(2), math.sqrt(3), math.sqrt(6)


class Protocol(StrEnum):
    """What a judge of three texts is asked."""

    TRIANGLE = "triangle"
    DIRECTED = "directed"


PROTOCOLS = tuple(Protocol)

ODD_POSITION = {"ABB": 1, "ABA": 2, "AAB": 3, "BAA": 1, "BAB": 2, "BBA": 3}
"""The six orders of a triad, and the place of the odd text in each."""

_ORDERS_OF = {
    Protocol.TRIANGLE: tuple(ODD_POSITION),
    Protocol.DIRECTED: tuple(order for order in ODD_POSITION if order.count("A") == 2),
}


def orders_of(protocol: str) -> tuple[str, ...]:
    """In which orders are the three texts shown?

    Args:
        protocol: ``triangle``: all six; ``directed``: the three with one text by B.

    Raises:
        ValueError: an unknown protocol.
    """
    return _ORDERS_OF[Protocol(check_choice("protocol", protocol, PROTOCOLS))]


def pc_from_d_prime(d_prime: float, *, protocol: str = Protocol.TRIANGLE) -> float:
    """The probability of a right answer at a distance d-prime; 1/3 at 0.

    Args:
        d_prime: 0 or more, in standard deviations; ``math.inf`` gives 1.
        protocol: ``triangle`` or ``directed`` (see the head of this module).

    Raises:
        ValueError: a negative d-prime or one that is no number, or an unknown protocol.
    """
    curve = _curve(protocol)
    if isinstance(d_prime, float) and d_prime == math.inf:
        return 1.0
    return 1 - curve.wrong(_check_d_prime(d_prime))


def pc_slope(d_prime: float, *, protocol: str = Protocol.TRIANGLE) -> float:
    """The derivative of `pc_from_d_prime`.

    The standard error of d-prime is that of pc divided by this slope (delta method).

    Args:
        d_prime: 0 or more, in standard deviations. Of a triangle the slope is 0 at 0.
        protocol: ``triangle`` or ``directed``.

    Raises:
        ValueError: a negative d-prime or one that is not finite, or an unknown protocol.
    """
    return _curve(protocol).slope(_check_d_prime(d_prime))


def d_prime_from_pc(pc: float, *, protocol: str = Protocol.TRIANGLE) -> float:
    """The distance d-prime at which answers are right with probability pc.

    The inverse of `pc_from_d_prime`. 0 where pc is at or below chance, since no distance
    gives less; ``math.inf`` at pc = 1, to be read as "not measurable: every answer right".

    Args:
        pc: from 0 to 1.
        protocol: ``triangle`` or ``directed``.

    Raises:
        ValueError: pc outside [0, 1], or an unknown protocol.
    """
    return _d_prime(check_closed_unit("pc", pc), _curve(protocol))


def pd_from_pc(pc: float) -> float:
    """The proportion of people who perceive the difference: (pc - 1/3) / (2/3).

    0 where pc is at or below chance.

    Args:
        pc: from 0 to 1.

    Raises:
        ValueError: pc outside [0, 1].
    """
    return cut(uncut_pd(check_closed_unit("pc", pc)))


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


@dataclass(frozen=True, slots=True)
class _Curve:
    """The probability of a wrong answer over d-prime, its slope and its inverse near the ends."""

    wrong: Callable[[float], float]
    slope: Callable[[float], float]
    # A start for the search of d-prime, from the probability of a wrong answer.
    start: Callable[[float], float]
    # d-prime where pc exceeds 1/3 by so little that 1 - wrong has lost its digits.
    small: Callable[[float], float]


def _triangle_wrong(d_prime: float) -> float:
    return 4 * float(owens_t(d_prime / _SQRT6, _SQRT3))


def _triangle_slope(d_prime: float) -> float:
    phi = math.exp(-d_prime * d_prime / 12) / math.sqrt(2 * math.pi)
    return 2 / _SQRT6 * phi * math.erf(d_prime / 2)


def _triangle_start(wrong: float) -> float:
    # Close at both ends: 1/3 + d^2 / (2 pi sqrt3) near 0, and far out log(wrong) ~ -d^2 / 12.
    return math.sqrt(-12 * math.log(1.5 * wrong) * (1 - 0.6 * wrong))


def _triangle_small(excess: float) -> float:
    """From the series pc - 1/3 = d^2 / (2 pi sqrt3) (1 - d^2/12 + ...), flat at 0."""
    d_prime = math.sqrt(2 * math.pi * _SQRT3 * excess)
    return d_prime * (1 + d_prime * d_prime / 24)


def _directed_wrong(d_prime: float) -> float:
    half = d_prime / _SQRT2
    return float(ndtr(-half)) + 2 * float(owens_t(half, 1 / _SQRT3))


def _directed_slope(d_prime: float) -> float:
    return math.exp(-d_prime * d_prime / 4) / math.sqrt(math.pi) * float(ndtr(d_prime / _SQRT6))


def _directed_start(wrong: float) -> float:
    # Far out the logarithm of a wrong answer falls as -d^2 / 4; at chance it is log(2/3).
    return math.sqrt(-4 * math.log(1.5 * wrong))


def _directed_small(excess: float) -> float:
    return excess / _directed_slope(0.0)


_CURVES = {
    Protocol.TRIANGLE: _Curve(_triangle_wrong, _triangle_slope, _triangle_start, _triangle_small),
    Protocol.DIRECTED: _Curve(_directed_wrong, _directed_slope, _directed_start, _directed_small),
}


def _curve(protocol: str) -> _Curve:
    return _CURVES[Protocol(check_choice("protocol", protocol, PROTOCOLS))]


def _check_d_prime(d_prime: float) -> float:
    value = check_real("d_prime", d_prime, allowed="of 0 or more")
    if value < 0:
        raise ValueError(f"d_prime must be a number of 0 or more, not {value}")
    return value


def _d_prime(pc: float, curve: _Curve) -> float:
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
        return curve.small(pc - CHANCE)
    wrong = 1 - pc
    d_prime = curve.start(wrong)
    for iteration in range(60):
        current = curve.wrong(d_prime)
        step = current * math.log(current / wrong) / curve.slope(d_prime)
        d_prime += step
        if abs(step) <= 1e-14 * d_prime or (iteration and step > 0):
            break
    return d_prime
