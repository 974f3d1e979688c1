"""The posterior against numerical integration with many digits."""

import mpmath
import pytest

from analysis.stats import posterior


@pytest.mark.parametrize("prior", [(1.0, 1.0), (0.5, 0.5), (2.0, 3.5)])
@pytest.mark.parametrize(("correct", "n"), [(36, 98), (20, 98), (98, 98), (0, 4), (1, 1)])
def test_posterior_is_the_integral(correct, n, prior):
    result = posterior(correct, n, limit=0.3, confidence=0.9, a=prior[0], b=prior[1])

    with mpmath.workdps(40):
        a, b = prior[0] + correct, prior[1] + n - correct
        third = mpmath.mpf(1) / 3
        whole = mpmath.betainc(a, b, third, 1)
        mean = mpmath.betainc(a + 1, b, third, 1) / whole
        below = mpmath.betainc(a, b, third, third + 2 * third * mpmath.mpf("0.3")) / whole
        assert result.pd_mean == pytest.approx(float(1.5 * mean - 0.5), abs=1e-13)
        assert result.probability_below == pytest.approx(float(below), rel=1e-9)
        for limit, share in ((result.pd_lower, 0.05), (result.pd_upper, 0.05)):
            up_to = mpmath.betainc(a, b, third, third + 2 * third * mpmath.mpf(limit)) / whole
            tail = up_to if limit == result.pd_lower else 1 - up_to
            assert float(tail) == pytest.approx(share, abs=1e-10)


def test_even_prior_alone_would_be_even_in_pd():
    # One answer only: the posterior density of pd is proportional to the likelihood.
    result = posterior(1, 1, limit=0.5)

    # int (1 + 2 pd)/3 over [0, 1/2], over the same over [0, 1].
    assert result.probability_below == pytest.approx((0.5 + 0.25) / 2, abs=1e-14)
    # int pd (1 + 2 pd) / int (1 + 2 pd) = (1/2 + 2/3) / 2.
    assert result.pd_mean == pytest.approx(7 / 12, abs=1e-14)


def test_far_below_chance_the_posterior_stays_within_its_range():
    result = posterior(0, 1_000_000, limit=0.01)

    # Near chance the density falls like exp(-n pd), so its mean is close to 1/n.
    assert result.pd_mean == pytest.approx(1e-6, rel=1e-4)
    assert 0 < result.pd_lower < result.pd_mean < result.pd_upper < 1e-5
    assert result.probability_below == 1.0


@pytest.mark.parametrize("name", ["a", "b"])
@pytest.mark.parametrize("value", [0, 0.009, 1_000_001, -1, float("nan"), float("inf"), "1"])
def test_extreme_priors_are_refused(name, value):
    with pytest.raises(ValueError, match=f"{name} must be a number from 0.01 to 1,000,000"):
        posterior(3, 6, limit=0.3, **{name: value})


@pytest.mark.parametrize("prior", [(0.01, 1_000_000), (1_000_000, 0.01), (0.01, 0.01)])
@pytest.mark.parametrize("correct", [0, 1, 98])
def test_the_most_extreme_priors_still_have_an_answer(prior, correct):
    found = posterior(correct, 98, limit=0.3, a=prior[0], b=prior[1])
    assert 0 <= found.pd_lower <= found.pd_upper <= 1
    assert 0 <= found.pd_mean <= 1
    assert 0 <= found.probability_below <= 1
