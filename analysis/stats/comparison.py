"""Do several studies differ, and what d-prime do they share?

Each study is a test of its own, with one answer a judge, and all are of one protocol. A study at or
below chance stays in, with pc = 1/3, the least the model allows.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

from scipy.special import chdtrc

from .binomial import CHANCE, deviance
from .psychometric import Protocol, d_prime_from_pc, pc_slope, pd_from_pc
from .validation import check_closed_unit, check_count_lists, check_list


@dataclass(frozen=True, slots=True)
class ChiSquareTest:
    """A statistic, its degrees of freedom and the chi-square tail above it."""

    statistic: float
    degrees_of_freedom: int
    p_value: float


@dataclass(frozen=True, slots=True)
class PairComparison:
    """Two of the studies, by their places in the input (from 0), with Holm's adjusted p."""

    first: int
    second: int
    d_prime_difference: float | None
    statistic: float
    p_value: float
    p_adjusted: float


@dataclass(frozen=True, slots=True)
class Comparison:
    """The result of `compare_studies`; its fields are explained there."""

    correct: tuple[int, ...]
    n: tuple[int, ...]
    common_pc: float
    common_pd: float
    common_d_prime: float
    se_common_d_prime: float | None
    d_primes: tuple[float, ...]
    likelihood: ChiSquareTest
    pearson: ChiSquareTest
    pairs: tuple[PairComparison, ...]


def compare_studies(
    correct: Iterable[int], n: Iterable[int], *, protocol: str = Protocol.TRIANGLE
) -> Comparison:
    """Do these studies differ in how well their texts can be told apart?

    Every study tests the same protocol, so a common d-prime means a common pc, and its
    maximum-likelihood estimate is max(1/3, all right answers / all answers). The tests of
    any difference compare it with a pc of each study's own, max(1/3, correct/n), by
    likelihood ratio and by Pearson's chi-square (as in sensR's dprime_compare; Bi 2006,
    "Sensory Discrimination Tests and Measurements").
    Both are approximations for large studies, and conservative where studies lie at chance.

    Args:
        correct: right answers of each study, 0 to its n.
        n: answers of each study, 1 or more; two studies or more.
        protocol: what judges of all these studies were asked, ``triangle`` or ``directed``; only
            d-primes depend on it. Counts of different protocols do not share a pc.

    Returns:
        ``common_pc``, ``common_pd`` (proportions), ``common_d_prime`` (standard deviations)
        with ``se_common_d_prime``, None at chance or where every answer is right.
        ``d_primes``: of each study. ``likelihood``, ``pearson``: tests of any difference,
        each with ``statistic``, ``degrees_of_freedom``, ``p_value``. ``pairs``: every two
        studies by likelihood ratio, with the difference of d-primes (first minus second,
        None if both are infinite) and ``p_adjusted`` by Holm (1979).

    Raises:
        ValueError: a count outside its range, lists of different length, fewer than two
            studies, an unknown protocol.
    """
    right, totals = check_count_lists(correct, n, least=2, of="studies")
    pc = _common_pc(right, totals)
    d_prime = d_prime_from_pc(pc, protocol=protocol)
    d_primes = tuple(
        d_prime_from_pc(_own_pc(x, t), protocol=protocol)
        for x, t in zip(right, totals, strict=True)
    )
    return Comparison(
        correct=tuple(right),
        n=tuple(totals),
        common_pc=pc,
        common_pd=pd_from_pc(pc),
        common_d_prime=d_prime,
        se_common_d_prime=_standard_error(pc, d_prime, sum(totals), protocol),
        d_primes=d_primes,
        likelihood=_test(_likelihood_ratio(right, totals), len(right) - 1),
        pearson=_test(_pearson(right, totals), len(right) - 1),
        pairs=_pairs(right, totals, d_primes),
    )


def _own_pc(correct: int, n: int) -> float:
    return max(CHANCE, correct / n)


def _common_pc(correct: Sequence[int], n: Sequence[int]) -> float:
    return _own_pc(sum(correct), sum(n))


def _standard_error(pc: float, d_prime: float, n: int, protocol: str) -> float | None:
    if not CHANCE < pc < 1:
        return None
    return math.sqrt(pc * (1 - pc) / n) / pc_slope(d_prime, protocol=protocol)


def _likelihood_ratio(correct: Sequence[int], n: Sequence[int]) -> float:
    """2 (sum of the studies' own log-likelihoods - the log-likelihood at the common pc)."""
    pc = _common_pc(correct, n)
    drops = (_drop(x, t, pc) - _drop(x, t, _own_pc(x, t)) for x, t in zip(correct, n, strict=True))
    return max(0.0, 2 * sum(drops))


def _drop(correct: int, n: int, pc: float) -> float:
    """How far the log-likelihood at pc lies below that at correct/n."""
    if pc == 1:
        return 0.0  # only where every answer is right
    return deviance(correct, n * pc) + deviance(n - correct, n * (1 - pc))


def _pearson(correct: Sequence[int], n: Sequence[int]) -> float:
    pc = _common_pc(correct, n)
    if pc == 1:
        return 0.0
    squares = (t * (_own_pc(x, t) - pc) ** 2 for x, t in zip(correct, n, strict=True))
    return sum(squares) / (pc * (1 - pc))


def _test(statistic: float, df: int) -> ChiSquareTest:
    return ChiSquareTest(statistic, df, float(chdtrc(df, statistic)))


def _pairs(
    correct: Sequence[int], n: Sequence[int], d_primes: Sequence[float]
) -> tuple[PairComparison, ...]:
    pairs = list(combinations(range(len(n)), 2))
    tests = [_test(_likelihood_ratio((correct[i], correct[j]), (n[i], n[j])), 1) for i, j in pairs]
    adjusted = holm([test.p_value for test in tests])
    return tuple(
        PairComparison(i, j, _gap(d_primes[i], d_primes[j]), test.statistic, test.p_value, p)
        for (i, j), test, p in zip(pairs, tests, adjusted, strict=True)
    )


def _gap(first: float, second: float) -> float | None:
    return None if math.isinf(first) and math.isinf(second) else first - second


def holm(p_values: Iterable[float]) -> tuple[float, ...]:
    """Which of several tests hold together? Holm's step-down adjustment (1979) of their p-values.

    The k-th smallest of m values is multiplied by m - k + 1, and none is below a smaller one's: so
    claiming all tests with an adjusted p of alpha or less makes any false claim at all with
    probability alpha at most, however the tests depend on one another.

    Args:
        p_values: one of each test, 0 to 1.

    Returns:
        The adjusted p-values in the order of the input, 1 at most.

    Raises:
        ValueError: no list, or a value outside its range.
    """
    values = [check_closed_unit("p_values", value) for value in check_list("p_values", p_values)]
    adjusted = [0.0] * len(values)
    running = 0.0
    for rank, i in enumerate(sorted(range(len(values)), key=values.__getitem__)):
        running = max(running, min(1.0, (len(values) - rank) * values[i]))
        adjusted[i] = running
    return tuple(adjusted)
