"""Beta-binomial fits against sensR, and against the integral that defines the model."""

import math
from itertools import combinations_with_replacement

import mpmath
import numpy as np
import pytest
from scipy.optimize import minimize_scalar
from scipy.special import betaln, comb, logsumexp
from scipy.stats import chi2

from analysis.stats import fit_beta_binomial
from analysis.stats.repeats import simulated
from analysis.stats.repeats.beta_binomial import BetaBinomial
from analysis.stats.repeats.surface import Surface
from tests.analysis.stats.reference import rows


def _data(dataset):
    judges = rows("replicated_data", dataset=dataset)
    return [int(row["correct"]) for row in judges], [int(row["n"]) for row in judges]


def test_fits_of_sensr():
    targets = rows("replicated_fits")

    for row in targets:
        fit = fit_beta_binomial(
            *_data(row["dataset"]), chance_corrected=row["chance_corrected"] == "TRUE"
        )
        assert fit.mu.value == pytest.approx(float(row["mu"]), abs=1e-4)
        assert fit.gamma.value == pytest.approx(float(row["gamma"]), abs=1e-4)
        assert fit.log_likelihood == pytest.approx(float(row["loglik"]), abs=1e-4)
        lr = float(row["lr_overdispersion"])
        assert fit.lr_overdispersion == pytest.approx(lr, abs=1e-4)
        assert fit.lr_no_difference == pytest.approx(float(row["lr_no_difference"]), abs=1e-4)
        chi2_tail = pytest.approx(float(row["p_no_difference"]), rel=1e-4)
        assert fit.p_no_difference_chi2 == chi2_tail
        if fit.judges >= 10:
            half = float(row["p_overdispersion"]) / 2
            assert fit.p_overdispersion == pytest.approx(half, rel=1e-3)
    assert len(targets) == 9


def test_fit_that_sensr_could_not_make():
    fit = fit_beta_binomial(*_data("1"), chance_corrected=True)

    assert fit.mu.value == pytest.approx(0.278846, abs=1e-6)
    assert fit.gamma.value == pytest.approx(0.912163, abs=1e-6)
    assert fit.log_likelihood == pytest.approx(-7.390202, abs=1e-6)


@pytest.mark.parametrize("chance_corrected", [True, False])
def test_likelihood_is_the_integral_over_judges(chance_corrected):
    correct, n = [4, 6, 2, 5], [6, 6, 7, 5]
    fit = fit_beta_binomial(correct, n, chance_corrected=chance_corrected)

    expected = _log_likelihood(correct, n, fit.mu.value, fit.gamma.value, chance_corrected)
    assert 0 < fit.gamma.value < 1
    assert fit.log_likelihood == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize("chance_corrected", [True, False])
def test_profile_limits_lie_at_the_level(chance_corrected):
    correct, n = _data("2")
    fit = fit_beta_binomial(correct, n, chance_corrected=chance_corrected, confidence=0.9)
    level = fit.log_likelihood - chi2.ppf(0.9, 1) / 2

    def likelihood(mu, gamma):
        return _quick_log_likelihood(correct, n, mu, gamma, chance_corrected)

    least = 0.0 if chance_corrected else 1 / 3
    for mu in (fit.mu.lower, fit.mu.upper):
        best = minimize_scalar(lambda g, mu=mu: -likelihood(mu, g), bounds=(1e-4, 0.99))
        assert -best.fun == pytest.approx(level, abs=1e-5)
    for gamma in (fit.gamma.lower, fit.gamma.upper):
        best = minimize_scalar(lambda m, g=gamma: -likelihood(m, g), bounds=(least + 1e-4, 0.999))
        assert -best.fun == pytest.approx(level, abs=1e-5)
    assert fit.mu.lower < fit.mu.value < fit.mu.upper
    assert 1e-4 < fit.gamma.lower < fit.gamma.value < fit.gamma.upper < 0.99


@pytest.mark.parametrize("chance_corrected", [True, False])
def test_no_confidence_leaves_the_estimate(chance_corrected):
    fit = fit_beta_binomial(
        [4, 6, 1], [6, 6, 6], chance_corrected=chance_corrected, confidence=1e-12
    )

    assert fit.mu.lower == pytest.approx(fit.mu.value, abs=1e-4)
    assert fit.gamma.upper == pytest.approx(fit.gamma.value, abs=1e-4)


@pytest.mark.parametrize(
    ("correct", "n"),
    [
        # One judge of many perceives: a narrow peak at a small mean and a large gamma.
        ([7, 4, 6, 4, 2, 2, 11, 8, 5, 6, 5, 2, 3, 2, 3], 17),
        ([22] * 14 + [18], 22),
        ([2] * 199 + [6], 6),
    ],
)
def test_a_narrow_peak_is_found(correct, n):
    fit = fit_beta_binomial(correct, [n] * len(correct), chance_corrected=True)

    near = [*np.geomspace(1e-4, 0.5, 40), *(1 - np.geomspace(1e-4, 0.5, 40))]
    surface = Surface(correct, [n] * len(correct), corrected=True)
    highest = max(surface.values(np.full(len(near), mu), np.array(near)).max() for mu in near)
    assert fit.log_likelihood >= highest
    assert fit.mu.lower <= fit.mu.value <= fit.mu.upper


def test_limits_where_the_profile_has_two_peaks():
    """Above the estimate the best gamma jumps from 0 to a large one."""
    correct, n = [2, 8, 7, 0, 6, 6], [5, 21, 19, 6, 16, 19]
    fit = fit_beta_binomial(correct, n, chance_corrected=True, confidence=0.5)

    surface = Surface(correct, n, corrected=True)
    gammas = np.linspace(0, 1, 100_001)
    profile = surface.values(np.full(len(gammas), fit.mu.upper), gammas).max()
    assert profile == pytest.approx(fit.log_likelihood - chi2.ppf(0.5, 1) / 2, abs=1e-7)


@pytest.mark.parametrize("chance_corrected", [True, False])
@pytest.mark.parametrize(("mu", "gamma"), [(0.4, 0.3), (0.9, 0.95), (0.5, 0.02)])
def test_derivatives_are_those_of_the_likelihood(chance_corrected, mu, gamma):
    outcomes, judges = [(0, 3), (2, 5), (5, 5), (1, 1), (9, 14)], np.array([1.0, 3, 2, 1, 2])
    model = BetaBinomial(outcomes, chance_corrected)
    found, step = model.derivatives(mu, gamma, judges), 1e-5

    value = model.table(np.array([mu]), np.array([gamma]))[0] @ judges
    assert found.value == pytest.approx(value, abs=1e-12)
    for axis, by in (("mu", (step, 0)), ("gamma", (0, step))):
        low = model.derivatives(mu - by[0], gamma - by[1], judges)
        high = model.derivatives(mu + by[0], gamma + by[1], judges)

        def change(name, low=low, high=high):
            return (getattr(high, name) - getattr(low, name)) / (2 * step)

        assert change("value") == pytest.approx(getattr(found, axis), rel=1e-6)
        assert change("mu") == pytest.approx(getattr(found, f"mu_{axis}"), rel=1e-6)
        second = "mu_gamma" if axis == "mu" else "gamma_gamma"
        assert change("gamma") == pytest.approx(getattr(found, second), rel=1e-6)


def test_bootstrap_of_few_judges_is_near_half_of_chi_square():
    # The four judges of data set 1: 0.023 / 2 by chi-square, which is coarse for so few.
    fit = fit_beta_binomial(*_data("1"), chance_corrected=False)

    half = chi2.sf(fit.lr_overdispersion, 1) / 2
    assert fit.p_overdispersion != half
    assert fit.p_overdispersion == pytest.approx(half, abs=0.02)


def test_wider_confidence_gives_wider_limits():
    data = _data("3")
    narrow = fit_beta_binomial(*data, chance_corrected=True, confidence=0.8)
    wide = fit_beta_binomial(*data, chance_corrected=True, confidence=0.99)

    assert wide.mu.lower < narrow.mu.lower < narrow.mu.upper < wide.mu.upper
    assert wide.gamma.lower <= narrow.gamma.lower < narrow.gamma.upper < wide.gamma.upper


def test_scales_of_the_mean():
    corrected = fit_beta_binomial(*_data("5"), chance_corrected=True)
    uncorrected = fit_beta_binomial(*_data("5"), chance_corrected=False)

    assert corrected.pd == corrected.mu
    assert uncorrected.pd.value == pytest.approx(1.5 * uncorrected.mu.value - 0.5, abs=1e-12)
    assert corrected.d_prime.value == pytest.approx(uncorrected.d_prime.value, abs=0.05)


@pytest.mark.parametrize("chance_corrected", [True, False])
def test_equal_judges_show_no_overdispersion(chance_corrected):
    fit = fit_beta_binomial([4, 4, 4, 4], [6, 6, 6, 6], chance_corrected=chance_corrected)

    assert (fit.gamma.value, fit.gamma.lower) == (0.0, 0.0)
    assert (fit.lr_overdispersion, fit.p_overdispersion) == (0.0, 1.0)
    pc = 1 / 3 + 2 / 3 * fit.mu.value if chance_corrected else fit.mu.value
    assert pc == pytest.approx(16 / 24, abs=1e-12)


def test_below_chance_nothing_is_gained():
    fit = fit_beta_binomial([1, 1, 0, 2], [6, 6, 6, 6], chance_corrected=True)

    assert fit.mu.value == fit.pd.value == fit.d_prime.value == 0.0
    assert fit.lr_overdispersion == fit.lr_no_difference == 0.0
    assert fit.p_overdispersion == fit.p_no_difference == 1.0


def test_below_chance_the_uncorrected_mean_stays_at_chance():
    fit = fit_beta_binomial([1, 1, 0, 2], [6, 6, 6, 6], chance_corrected=False)

    assert (fit.mu.value, fit.mu.lower, fit.pd.value) == (1 / 3, 1 / 3, 0.0)
    assert fit.lr_overdispersion == pytest.approx(fit.lr_no_difference, abs=1e-12)
    assert fit.p_overdispersion > 0.05


def test_judges_who_are_always_right_or_always_wrong():
    fit = fit_beta_binomial([6, 6, 0, 0], [6, 6, 6, 6], chance_corrected=False)

    assert fit.gamma.value == pytest.approx(1.0, abs=1e-6)
    assert fit.log_likelihood == pytest.approx(4 * math.log(0.5), abs=1e-6)
    assert fit.p_overdispersion < 0.01


def test_every_answer_right():
    fit = fit_beta_binomial([6, 5], [6, 5], chance_corrected=True)

    assert (fit.mu.value, fit.mu.upper, fit.d_prime.value) == (1.0, 1.0, math.inf)


def test_one_answer_a_judge_says_nothing_of_gamma():
    fit = fit_beta_binomial([1, 0, 1, 1], [1, 1, 1, 1], chance_corrected=True)

    assert (fit.gamma, fit.lr_overdispersion, fit.p_overdispersion) == (None, None, None)
    assert fit.mu.value == pytest.approx(1.5 * 0.75 - 0.5, abs=1e-12)


def test_same_seed_same_p():
    first, again, other = (
        fit_beta_binomial([2, 4, 1, 3], [6, 6, 6, 6], chance_corrected=True, seed=seed)
        for seed in (1, 1, 2)
    )

    assert first == again
    assert first.p_no_difference != other.p_no_difference
    assert first.mu == other.mu


@pytest.mark.parametrize("correct", [[3], []])
def test_fewer_than_two_judges_are_refused(correct):
    with pytest.raises(ValueError, match="at least 2 judges"):
        fit_beta_binomial(correct, [6] * len(correct), chance_corrected=True)


def test_lists_of_different_length_are_refused():
    with pytest.raises(ValueError, match="same length"):
        fit_beta_binomial([1, 2], [6], chance_corrected=True)


def test_data_sets_drawn_judge_by_judge_say_the_same_as_those_drawn_together(monkeypatch):
    panel = {"correct": [3, 2, 7, 5], "n": [4, 5, 9, 12]}
    one_by_one = fit_beta_binomial(**panel, chance_corrected=True)
    monkeypatch.setattr(simulated, "_MANY", 100)
    together = fit_beta_binomial(**panel, chance_corrected=True)
    assert one_by_one.p_no_difference != together.p_no_difference
    for name in ("p_no_difference", "p_overdispersion"):
        p = getattr(together, name)
        error = math.sqrt(2 * p * (1 - p) / 4999)
        assert getattr(one_by_one, name) == pytest.approx(p, abs=4 * error)


@pytest.mark.slow
def test_simulated_p_of_no_difference_is_the_exact_one(report):
    """Three judges with three answers each: all 20 outcomes, each with its probability."""
    fits, weights = {}, {}
    for correct in combinations_with_replacement(range(4), 3):
        fits[correct] = fit_beta_binomial(correct, [3, 3, 3], chance_corrected=True)
        weights[correct] = _probability(correct, 3, 1 / 3)
    for correct, fit in fits.items():
        exact = sum(
            weight
            for other, weight in weights.items()
            if fits[other].lr_no_difference >= fit.lr_no_difference - 1e-6
        )
        report(f"three answers of three judges {correct}: {fit.p_no_difference:.4f}", exact)
        error = math.sqrt(max(0.0, exact * (1 - exact)) / 4999)
        assert fit.p_no_difference == pytest.approx(exact, abs=4 * error + 2 / 5000)


@pytest.mark.slow
def test_bootstrap_of_overdispersion_keeps_its_level_with_four_judges(report):
    """Exactly, over all outcomes of four judges with three answers who do not differ."""
    outcomes = list(combinations_with_replacement(range(4), 4))
    small = [
        correct
        for correct in outcomes
        if fit_beta_binomial(correct, [3] * 4, chance_corrected=True).p_overdispersion <= 0.05
    ]
    for pc in (1 / 3, 0.5, 0.7, 0.9):
        level = sum(_probability(correct, 3, pc) for correct in small)
        report(f"four judges who do not differ, pc {pc:.2f}: overdispersed at 0.05 in", level)
        assert level <= 0.05


def _probability(correct, n, pc):
    """Of these counts of judges in any order, if every answer is right with probability pc."""
    ways = math.factorial(len(correct)) // math.prod(
        math.factorial(correct.count(x)) for x in set(correct)
    )
    return ways * math.prod(math.comb(n, x) * pc**x * (1 - pc) ** (n - x) for x in correct)


def _log_likelihood(correct, n, mu, gamma, chance_corrected):
    """The definition: each judge's binomial probability, averaged over the Beta density."""
    a, b = mu * (1 - gamma) / gamma, (1 - mu) * (1 - gamma) / gamma
    total = 0.0
    for x, answers in zip(correct, n, strict=True):
        if chance_corrected:
            mean = mpmath.fsum(
                mpmath.binomial(x, k)
                * mpmath.mpf(1)
                / 3 ** (x - k)
                * (mpmath.mpf(2) / 3) ** (k + answers - x)
                * mpmath.beta(a + k, b + answers - x)
                for k in range(x + 1)
            )
        else:
            mean = mpmath.beta(a + x, b + answers - x)
        total += mpmath.log(mpmath.binomial(answers, x) * mean / mpmath.beta(a, b))
    return float(total)


def _quick_log_likelihood(correct, n, mu, gamma, chance_corrected):
    """The same by log-beta functions, which are exact enough away from gamma 0."""
    a, b = mu * (1 - gamma) / gamma, (1 - mu) * (1 - gamma) / gamma
    total = 0.0
    for x, answers in zip(correct, n, strict=True):
        k = np.arange(x + 1) if chance_corrected else np.array([x])
        terms = betaln(a + k, b + answers - x) - betaln(a, b) + np.log(comb(answers, x))
        if chance_corrected:
            terms += (
                np.log(comb(x, k)) + (k - x) * math.log(3) + (k + answers - x) * math.log(2 / 3)
            )
        total += logsumexp(terms)
    return total


def test_many_outcomes_are_computed_as_few_are():
    outcomes = [(x, n) for n in (1, 2, 5, 24, 60) for x in range(n + 1)]
    mu, gamma = np.meshgrid(np.linspace(0, 1, 7), np.linspace(0, 1, 6))
    for corrected in (True, False):
        model = BetaBinomial(outcomes, corrected)
        one_by_one = model.table(mu.ravel(), gamma.ravel())
        assert model.many(mu.ravel(), gamma.ravel()) == pytest.approx(one_by_one, abs=1e-10)
