"""Estimates against sensR, by substitution, and against the defining integral."""

import math

import mpmath
import pytest
from scipy.stats import chi2

from analysis.stats import (
    d_prime_from_pc,
    estimate,
    pc_from_d_prime,
    pc_from_pd,
    pc_slope,
    pd_from_pc,
)
from tests.analysis.stats.reference import rows

SCALES = {"pc": "pc", "pd": "pd", "dprime": "d_prime"}
METHODS = {"exact": "exact", "likelihood": "likelihood", "Wald": "wald"}


def _ours(row, method):
    return estimate(
        int(row["correct"]), int(row["n"]), confidence=float(row["confidence"]), method=method
    )


def _score_method(row):
    # R leaves the continuity correction out where half of the answers are right.
    return "wilson" if 2 * int(row["correct"]) == int(row["n"]) else "wilson_corrected"


def _assert_close(value, text, tolerance):
    if text == "NA":
        assert value is None
    else:
        assert value == pytest.approx(float(text), abs=tolerance)


def _assert_values(row, ours):
    for column, scale in SCALES.items():
        tolerance = 1e-4 if scale == "d_prime" else 1e-6
        _assert_close(getattr(ours, scale).value, row[column], tolerance)
        _assert_close(getattr(ours, scale).se, row[f"se_{column}"], tolerance)


def _assert_limits(row, ours):
    for column, scale in SCALES.items():
        tolerance = 1e-4 if scale == "d_prime" else 1e-6
        _assert_close(getattr(ours, scale).lower, row[f"{column}_lower"], tolerance)
        _assert_close(getattr(ours, scale).upper, row[f"{column}_upper"], tolerance)


@pytest.mark.parametrize("statistic", ["exact", "Wald", "score"])
def test_values_and_limits_of_sensr(statistic):
    targets = rows("estimates", statistic=statistic)

    for row in targets:
        ours = _ours(row, METHODS.get(statistic) or _score_method(row))
        _assert_values(row, ours)
        _assert_limits(row, ours)
    assert len(targets) == 216


@pytest.mark.parametrize(
    ("statistic", "method"),
    [
        ("exact", "exact"),
        ("likelihood", "likelihood"),
        ("Wald", "wald"),
        ("score", "wilson"),
    ],
)
def test_p_values_of_sensr(statistic, method):
    for row in rows("estimates", statistic=statistic):
        assert _ours(row, method).p_value == pytest.approx(float(row["p_difference"]), abs=1e-12)


def test_likelihood_limits_by_substitution_and_near_sensr():
    targets = rows("estimates", statistic="likelihood")

    for row in targets:
        ours = _ours(row, "likelihood")
        _assert_values(row, ours)
        _assert_close(ours.pc.lower, row["pc_lower"], 0.04)
        _assert_close(ours.pc.upper, row["pc_upper"], 0.04)
        drop = chi2.ppf(float(row["confidence"]), 1)
        for limit in (ours.pc.lower, ours.pc.upper):
            # 1/3 and 1 are ends of the range, where the limit was cut.
            if 1 / 3 < limit < 1:
                assert _twice_the_drop(row, limit) == pytest.approx(drop, abs=1e-9)
    assert len(targets) == 216


def _twice_the_drop(row, pc):
    x, n = int(row["correct"]), int(row["n"])
    with mpmath.workdps(40):
        log_likelihood = [
            (x * mpmath.log(p) if x else 0) + ((n - x) * mpmath.log(1 - p) if x < n else 0)
            for p in (mpmath.mpf(x) / n, mpmath.mpf(pc))
        ]
        return float(2 * (log_likelihood[0] - log_likelihood[1]))


@pytest.mark.parametrize("confidence", [1e-300, 1e-15, 1e-12, math.nextafter(1, 0)])
@pytest.mark.parametrize("method", [*METHODS.values(), "wilson", "wilson_corrected"])
def test_confidence_near_its_ends(confidence, method):
    for correct, n in ((0, 1), (1, 1), (1, 3), (333_334, 1_000_000)):
        pc = estimate(correct, n, confidence=confidence, method=method).pc
        assert pc.lower - 1e-15 <= pc.value <= pc.upper + 1e-15


def test_likelihood_limit_where_every_answer_is_right():
    assert estimate(240, 240, method="likelihood").pc.lower == pytest.approx(0.9920, abs=5e-5)


def test_d_prime_limits_are_the_pc_limits():
    for method in (*METHODS.values(), "wilson", "wilson_corrected"):
        for correct, n in ((10, 24), (45, 98), (97, 98), (600, 1000)):
            result = estimate(correct, n, method=method)
            for end in ("lower", "upper"):
                d_prime, pc = getattr(result.d_prime, end), getattr(result.pc, end)
                assert pc_from_d_prime(d_prime) == pytest.approx(pc, abs=1e-9)
                assert getattr(result.pd, end) == pytest.approx(pd_from_pc(pc), abs=1e-15)


def test_every_answer_right_has_no_finite_d_prime():
    result = estimate(6, 6)

    assert result.d_prime.value == result.d_prime.upper == math.inf
    assert result.d_prime.se is None
    assert 0 < result.d_prime.lower < math.inf


def test_at_chance_standard_errors_are_undefined():
    result = estimate(20, 98)

    assert result.proportion == 20 / 98
    assert (result.pc.value, result.pd.value, result.d_prime.value) == (1 / 3, 0.0, 0.0)
    assert (result.pc.se, result.pd.se, result.d_prime.se) == (None, None, None)
    assert result.pc.lower == 1 / 3


def test_corrected_p_follows_the_exact_one_on_both_sides_of_chance():
    for correct in (0, 20, 33, 45):
        exact = estimate(correct, 98).p_value
        assert estimate(correct, 98, method="wilson_corrected").p_value == pytest.approx(
            exact, abs=0.006
        )


def test_psychometric_function_of_sensr():
    for row in rows("psychometric"):
        assert pc_from_d_prime(float(row["dprime"])) == pytest.approx(float(row["pc"]), abs=1e-8)


@pytest.mark.parametrize("d_prime", [0.001, 0.5, 1.0, 2.321, 4.0, 8.0, 12.0])
def test_psychometric_function_is_the_integral(d_prime):
    with mpmath.workdps(30):
        d = mpmath.mpf(d_prime)
        root, shift = mpmath.sqrt(3), d * mpmath.sqrt(mpmath.mpf(2) / 3)
        integral = 2 * mpmath.quad(
            lambda z: (
                (mpmath.ncdf(-z * root + shift) + mpmath.ncdf(-z * root - shift)) * mpmath.npdf(z)
            ),
            [0, 1, 2, 4, 8, 16],
        )
    assert pc_from_d_prime(d_prime) == pytest.approx(float(integral), abs=1e-14)


@pytest.mark.parametrize("d_prime", [0.01, 0.5, 1.5, 3.0, 6.0])
def test_slope_is_the_derivative(d_prime):
    numerical = (pc_from_d_prime(d_prime + 1e-5) - pc_from_d_prime(d_prime - 1e-5)) / 2e-5

    assert pc_slope(d_prime) == pytest.approx(numerical, abs=1e-9)
    assert pc_slope(0) == 0


def test_d_prime_at_round_proportions_of_perceivers():
    d_primes = [round(d_prime_from_pc(pc_from_pd(pd)), 3) for pd in (0.1, 0.2, 0.3, 0.4, 0.5)]

    assert d_primes == [0.879, 1.287, 1.638, 1.976, 2.321]


def test_ends_of_the_scales():
    assert pc_from_d_prime(0) == pytest.approx(1 / 3, abs=1e-16)
    assert pc_from_d_prime(math.inf) == 1.0
    assert d_prime_from_pc(1) == math.inf
    assert d_prime_from_pc(0.2) == d_prime_from_pc(1 / 3) == 0.0
    assert (pd_from_pc(0.2), pd_from_pc(1), pc_from_pd(0), pc_from_pd(1)) == (0, 1, 1 / 3, 1)
