"""Several studies against sensR."""

import math

import pytest

from analysis.stats import compare_studies, d_prime_from_pc, holm
from tests.analysis.stats.reference import rows


def test_common_d_prime_and_any_difference_of_sensr():
    targets = rows("comparison")

    for row in targets:
        ours = compare_studies(map(int, row["correct"].split()), map(int, row["n"].split()))
        test = ours.likelihood if row["statistic"] == "likelihood" else ours.pearson
        assert ours.common_d_prime == pytest.approx(float(row["common_dprime"]), abs=1e-4)
        error = pytest.approx(float(row["se_common_dprime"]), abs=1e-4)
        assert ours.se_common_d_prime == error
        assert test.statistic == pytest.approx(float(row["test_statistic"]), abs=1e-3)
        assert test.degrees_of_freedom == int(row["df"])
        assert test.p_value == pytest.approx(float(row["p_any_difference"]), abs=1e-3)
    assert len(targets) == 6


def test_pairs_with_holm():
    ours = compare_studies([20, 30, 38], [40, 40, 40])
    first, second, third = ours.pairs

    assert [(pair.first, pair.second) for pair in ours.pairs] == [(0, 1), (0, 2), (1, 2)]
    assert first.p_value == pytest.approx(0.0200041516472631, abs=1e-3)  # set 2 of the references
    assert second.p_adjusted == pytest.approx(3 * second.p_value, rel=1e-12)
    assert third.p_adjusted == pytest.approx(2 * third.p_value, rel=1e-12)
    assert first.p_adjusted == pytest.approx(max(first.p_value, third.p_adjusted), rel=1e-12)
    gap = d_prime_from_pc(0.5) - d_prime_from_pc(0.75)
    assert first.d_prime_difference == pytest.approx(gap, abs=1e-12)


def test_study_below_chance_stays_in_at_chance():
    below = compare_studies([5, 30], [30, 60])
    at_chance = compare_studies([10, 30], [30, 60])

    assert below.d_primes[0] == at_chance.d_primes[0] == 0.0
    assert below.n == (30, 60)
    assert below.likelihood.statistic > 0
    assert below.common_pc == pytest.approx(35 / 90, abs=1e-15)


def test_studies_all_below_chance_do_not_differ():
    ours = compare_studies([0, 5], [30, 30])

    assert (ours.common_d_prime, ours.se_common_d_prime) == (0.0, None)
    assert ours.likelihood.p_value == ours.pearson.p_value == ours.pairs[0].p_adjusted == 1.0


def test_studies_where_every_answer_is_right():
    ours = compare_studies([30, 12], [30, 12])

    assert ours.common_d_prime == math.inf
    assert ours.se_common_d_prime is None
    assert ours.likelihood.p_value == ours.pearson.p_value == 1.0
    assert ours.pairs[0].d_prime_difference is None


def test_one_study_has_nothing_to_be_compared_with():
    with pytest.raises(ValueError, match="at least 2 studies"):
        compare_studies([30], [60])


def test_holm_by_hand():
    # Holm (1979): 0.01 * 4, then 0.02 * 3, then 0.03 * 2 below the one before, then 0.9.
    assert holm([0.03, 0.01, 0.9, 0.02]) == pytest.approx((0.06, 0.04, 0.9, 0.06), rel=1e-12)
    assert holm([0.6, 0.7]) == (1.0, 1.0)
    assert holm([0.2]) == (0.2,)
    assert holm([]) == ()
    assert holm([0.04, 0.04]) == (0.08, 0.08)


@pytest.mark.parametrize("values", ["0.1", [-0.1], [1.1], [float("nan")], [True], 3])
def test_holm_takes_p_values_only(values):
    with pytest.raises(ValueError, match="p_values"):
        holm(values)
