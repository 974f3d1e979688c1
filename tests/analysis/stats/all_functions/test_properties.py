"""What must hold for any counts, risks and proportions."""

import math

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from analysis.stats import (
    METHODS,
    confidence_sequence,
    d_prime_from_pc,
    difference_test,
    e_value_difference,
    e_value_similarity,
    estimate,
    judges_needed,
    max_correct,
    min_correct,
    pc_from_d_prime,
    posterior,
    power,
    sensitivity,
    similarity_test,
)

prop = settings(max_examples=120, deadline=None, derandomize=True)
few = settings(max_examples=40, deadline=None, derandomize=True)

risks = st.one_of(st.sampled_from([0.2, 0.1, 0.05, 0.01, 0.001]), st.floats(1e-6, 0.999))
small_risks = st.one_of(st.sampled_from([0.2, 0.1, 0.05, 0.01, 0.001]), st.floats(1e-6, 0.5))
proportions = st.floats(0.001, 0.999)


@st.composite
def counts(draw, most=2000, spare=0):
    """Right answers and answers, with `spare` more right answers possible."""
    n = draw(st.integers(1 + spare, most))
    return draw(st.integers(0, n - spare)), n


@prop
@given(counts(spare=1), risks)
def test_more_right_answers_never_make_a_difference_less_likely(count, alpha):
    x, n = count
    fewer, more = difference_test(x, n, alpha=alpha), difference_test(x + 1, n, alpha=alpha)

    assert more.p_value <= fewer.p_value
    assert more.log_p_value < fewer.log_p_value or more.p_value == 1.0
    assert more.significant >= fewer.significant
    assert more.pd_lower_uncut >= fewer.pd_lower_uncut


@prop
@given(counts(spare=1), risks, proportions)
def test_more_right_answers_never_make_similarity_more_likely(count, beta, pd):
    x, n = count
    fewer = similarity_test(x, n, beta=beta, pd=pd)
    more = similarity_test(x + 1, n, beta=beta, pd=pd)

    assert more.p_value >= fewer.p_value
    assert more.log_p_value > fewer.log_p_value or fewer.p_value == 1.0
    assert more.similar <= fewer.similar
    assert more.pd_upper_uncut >= fewer.pd_upper_uncut


@prop
@given(counts(spare=1), proportions)
def test_e_values_are_monotone_in_right_answers(count, pd):
    x, n = count

    assert e_value_difference(x, n).log_e_value < e_value_difference(x + 1, n).log_e_value
    similarity = [e_value_similarity(right, n, pd=pd).log_e_value for right in (x, x + 1)]
    assert similarity[0] > similarity[1]


@prop
@given(counts(), small_risks, small_risks)
def test_one_sided_limits_are_nested_and_contain_the_estimate(count, one, other):
    x, n = count
    strict, loose = min(one, other), max(one, other)
    raw = 1.5 * x / n - 0.5

    lower = [difference_test(x, n, alpha=alpha).pd_lower_uncut for alpha in (strict, loose)]
    upper = [similarity_test(x, n, beta=beta, pd=0.3).pd_upper_uncut for beta in (strict, loose)]
    assert lower[0] <= lower[1] <= raw + 1e-12
    assert upper[0] >= upper[1] >= raw - 1e-12


@prop
@given(counts(), st.floats(0.01, 0.9999), st.floats(0.01, 0.9999), st.sampled_from(METHODS))
def test_two_sided_limits_are_nested_and_contain_the_estimate(count, one, other, method):
    x, n = count
    narrow, wide = (
        estimate(x, n, confidence=confidence, method=method)
        for confidence in (min(one, other), max(one, other))
    )

    for scale in ("pc", "pd", "d_prime"):
        inner, outer = getattr(narrow, scale), getattr(wide, scale)
        assert outer.lower <= inner.lower + 1e-12
        assert inner.upper <= outer.upper + 1e-12
        assert outer.lower - 1e-9 <= outer.value <= outer.upper + 1e-9
    assert wide.pc.lower >= 1 / 3
    assert wide.pc.upper <= 1


@prop
@given(counts(), st.floats(0.01, 0.9999), st.floats(0.01, 0.9999))
def test_confidence_sequence_is_nested_and_contains_the_proportion(count, one, other):
    x, n = count
    narrow, wide = (
        confidence_sequence(x, n, confidence=confidence)
        for confidence in (min(one, other), max(one, other))
    )

    assert wide.pc_lower <= narrow.pc_lower + 1e-12 <= x / n + 2e-12
    assert wide.pc_upper >= narrow.pc_upper - 1e-12 >= x / n - 2e-12
    assert wide.below_chance == (wide.pc_upper < 1 / 3) == (wide.pd_lower is None)


@prop
@given(counts(), risks)
def test_significant_exactly_where_the_lower_limit_is_not_below_chance(count, alpha):
    result = difference_test(*count, alpha=alpha)
    assume(abs(result.p_value - alpha) > 1e-12)

    assert result.significant == (result.pd_lower_uncut >= 0)
    needed = result.min_correct
    assert result.significant == (needed is not None and result.correct >= needed)


@prop
@given(counts(), risks, proportions)
def test_similar_exactly_where_the_upper_limit_is_at_most_pd(count, beta, pd):
    result = similarity_test(*count, beta=beta, pd=pd)
    assume(abs(result.p_value - beta) > 1e-12)

    assert result.similar == (result.pd_upper_uncut <= pd)
    allowed = result.max_correct
    assert result.similar == (allowed is not None and result.correct <= allowed)


@prop
@given(st.integers(1, 3000), risks, risks, proportions)
def test_critical_counts_are_the_extreme_ones(n, alpha, beta, pd):
    smallest, largest = min_correct(n, alpha=alpha), max_correct(n, beta=beta, pd=pd)

    least = n + 1 if smallest is None else smallest
    assert least > n or difference_test(least, n, alpha=alpha).significant
    assert not difference_test(least - 1, n, alpha=alpha).significant
    most = -1 if largest is None else largest
    assert most < 0 or similarity_test(most, n, beta=beta, pd=pd).similar
    assert not similarity_test(most + 1, n, beta=beta, pd=pd).similar


@prop
@given(st.floats(0.001, 12))
def test_d_prime_comes_back_through_pc(d_prime):
    assert math.isclose(d_prime_from_pc(pc_from_d_prime(d_prime)), d_prime, rel_tol=0, abs_tol=1e-9)


@prop
@given(st.floats(1 / 3, 1 - 1e-9))
def test_pc_comes_back_through_d_prime(pc):
    assert math.isclose(pc_from_d_prime(d_prime_from_pc(pc)), pc, rel_tol=0, abs_tol=1e-12)


@prop
@given(st.integers(1, 600), risks, risks, proportions)
def test_power_of_both_goals_meets_its_level_at_the_same_n(n, alpha, beta, pd):
    difference = power(n, goal="difference", alpha=alpha, pd=pd)
    similarity = power(n, goal="similarity", beta=beta, pd=pd)
    assume(abs(difference - (1 - beta)) > 1e-11)
    assume(abs(similarity - (1 - alpha)) > 1e-11)

    assert (difference >= 1 - beta) == (similarity >= 1 - alpha)


@few
@given(risks, risks, st.floats(0.2, 0.99))
def test_judges_needed_is_met_and_by_no_smaller_number(alpha, beta, pd):
    plan = {"goal": "difference", "alpha": alpha, "beta": beta, "pd": pd}
    n = judges_needed(rule="smallest", **plan)

    assert _enough(n, **plan)
    assert not any(_enough(smaller, **plan) for smaller in range(1, n))


@few
@given(risks, risks, st.floats(0.2, 0.99))
def test_stable_number_is_never_missed_again(alpha, beta, pd):
    plan = {"goal": "similarity", "alpha": alpha, "beta": beta, "pd": pd}
    n = judges_needed(rule="stable", **plan)

    assert n == 1 or not _enough(n - 1, **plan)
    assert all(_enough(larger, **plan) for larger in range(n, 2 * n + 201))


@prop
@given(st.integers(1, 500), small_risks, small_risks, proportions)
def test_sensitivity_is_enough_and_nothing_better_is(n, alpha, beta, pd):
    best_beta = sensitivity(n, goal="difference", alpha=alpha, pd=pd)
    best_alpha = sensitivity(n, goal="difference", beta=beta, pd=pd)
    best_pd = sensitivity(n, goal="difference", alpha=alpha, beta=beta)

    reached = power(n, goal="difference", alpha=alpha, pd=pd)
    assert best_beta is None or math.isclose(1 - best_beta, reached, abs_tol=1e-12)
    reached = power(n, goal="similarity", beta=beta, pd=pd)
    assert best_alpha is None or math.isclose(1 - best_alpha, reached, abs_tol=1e-12)
    if best_pd is not None and 1e-3 < best_pd < 0.999:
        at_best = {"goal": "difference", "alpha": alpha, "beta": beta}
        assert _enough(n, pd=best_pd + 1e-9, **at_best)
        assert not _enough(n, pd=best_pd - 1e-6, **at_best)


@prop
@given(counts(), proportions, st.floats(0.05, 0.999))
def test_posterior_stays_within_its_range_and_order(count, limit, confidence):
    result = posterior(*count, limit=limit, confidence=confidence)

    assert 0 <= result.pd_lower <= result.pd_upper <= 1
    assert 0 <= result.pd_mean <= 1
    assert 0 <= result.probability_below <= 1


def _enough(n, *, goal, alpha, beta, pd):
    # Rounding is forgiven as in the product, the other way round: 1 - beta is rounded too.
    if goal == "difference":
        return power(n, goal=goal, alpha=alpha, pd=pd) >= 1 - beta - 1e-13
    return power(n, goal=goal, beta=beta, pd=pd) >= 1 - alpha - 1e-13
