"""d-prime of the triangle and of the directed triad (3-AFC)."""

import math

import pytest
from scipy.integrate import quad
from scipy.stats import norm

from analysis import stats
from tests.analysis.stats.reference import rows

NAMES = {"triangle": "triangle", "threeAFC": "directed"}
OURS = [row for row in rows("protocols") if row["protocol"] in NAMES]
TESTS = [row for row in rows("protocol_tests") if row["protocol"] in NAMES]


@pytest.mark.parametrize("row", OURS, ids=lambda row: f"{row['protocol']}-{row['d_prime']}")
def test_pc_and_numbers_of_judges_are_those_of_the_reference(row):
    pc = stats.pc_from_d_prime(float(row["d_prime"]), protocol=NAMES[row["protocol"]])
    assert pc == pytest.approx(float(row["pc"]), abs=1e-9)
    plan = {"goal": "difference", "alpha": 0.05, "beta": 0.1, "pd": stats.pd_from_pc(pc)}
    assert stats.judges_needed(**plan) == int(row["n_power90_alpha05_exact"])
    assert stats.judges_needed(rule="stable", **plan) == int(row["n_stable"])


@pytest.mark.parametrize("row", TESTS, ids=lambda row: f"{row['protocol']}-{row['correct']}")
def test_tests_and_d_primes_are_those_of_the_reference(row):
    correct, n = int(row["correct"]), int(row["n"])
    found = stats.estimate(correct, n, protocol=NAMES[row["protocol"]])
    assert found.p_value == pytest.approx(float(row["p_difference"]), abs=1e-9)
    similarity = stats.similarity_test(correct, n, beta=0.05, pd=0.3)
    assert similarity.p_value == pytest.approx(float(row["p_similarity_pd03"]), abs=1e-9)
    wanted = [float(row[name]) for name in ("d_prime", "d_lower", "d_upper")]
    given = [found.d_prime.value, found.d_prime.lower, found.d_prime.upper]
    assert given == [x if math.isinf(x) else pytest.approx(x, abs=1e-4) for x in wanted]


def test_the_directed_triad_needs_far_fewer_judges():
    """At d-prime 1, power 0.9, alpha 0.05: 283 against 23."""
    needed = {
        protocol: stats.judges_needed(
            goal="difference",
            alpha=0.05,
            beta=0.1,
            pd=stats.pd_from_pc(stats.pc_from_d_prime(1, protocol=protocol)),
        )
        for protocol in stats.PROTOCOLS
    }
    assert needed == {"triangle": 283, "directed": 23}


@pytest.mark.parametrize("d_prime", [0, 0.01, 0.5, 1, 2.5, 6])
def test_directed_pc_is_the_integral_that_defines_it(d_prime):
    def right(z):
        return norm.cdf(z) ** 2 * norm.pdf(z - d_prime)

    integral, _error = quad(right, -12, 18, epsabs=1e-13, limit=200)
    assert stats.pc_from_d_prime(d_prime, protocol="directed") == pytest.approx(integral, abs=1e-11)


@pytest.mark.parametrize("protocol", stats.PROTOCOLS)
@pytest.mark.parametrize("d_prime", [1e-6, 0.003, 0.4, 1, 3, 8])
def test_slope_is_the_derivative(protocol, d_prime):
    step = 1e-6 * max(d_prime, 1e-3)
    above = stats.pc_from_d_prime(d_prime + step, protocol=protocol)
    below = stats.pc_from_d_prime(max(0.0, d_prime - step), protocol=protocol)
    measured = (above - below) / (2 * step if d_prime > step else d_prime + step)
    assert stats.pc_slope(d_prime, protocol=protocol) == pytest.approx(measured, rel=1e-3, abs=1e-6)


@pytest.mark.parametrize("protocol", stats.PROTOCOLS)
@pytest.mark.parametrize("pc", [1 / 3 + 1e-12, 1 / 3 + 1e-7, 0.34, 0.5, 0.9, 0.999999, 1 - 1e-13])
def test_there_and_back(protocol, pc):
    d_prime = stats.d_prime_from_pc(pc, protocol=protocol)
    assert stats.pc_from_d_prime(d_prime, protocol=protocol) == pytest.approx(pc, abs=1e-12)


@pytest.mark.parametrize("protocol", stats.PROTOCOLS)
def test_the_ends(protocol):
    assert stats.d_prime_from_pc(0.2, protocol=protocol) == 0.0
    assert stats.d_prime_from_pc(1.0, protocol=protocol) == math.inf
    assert stats.pc_from_d_prime(math.inf, protocol=protocol) == 1.0


def test_an_unknown_protocol_is_refused():
    for call in (stats.pc_from_d_prime, stats.pc_slope, stats.d_prime_from_pc):
        with pytest.raises(ValueError, match="protocol"):
            call(0.5, protocol="tetrad")
