"""The exact test that weights right answers by how sure judges were."""

from itertools import product

import pytest

from analysis.stats import sureness_test


def test_the_reference_of_four_levels():
    found = sureness_test([13, 10, 10, 6], [40, 30, 20, 8])
    assert (found.statistic, found.most) == (48, 94)
    assert found.expected == pytest.approx(94 / 3)
    assert found.plain_p_value == pytest.approx(0.10668701, abs=1e-8)
    assert found.p_value == pytest.approx(0.006844, abs=5e-7)


@pytest.mark.parametrize("right", [[0, 0, 0, 0], [1, 2, 0, 1], [2, 2, 1, 2], [0, 1, 1, 0]])
def test_it_is_the_sum_over_all_outcomes(right):
    n = [2, 2, 1, 2]
    weights = [weight for weight, answers in enumerate(n) for _ in range(answers)]
    t = sum(weight * x for weight, x in enumerate(right))
    chance = sum(
        (1 / 3) ** sum(one) * (2 / 3) ** (len(one) - sum(one))
        for one in product((0, 1), repeat=len(weights))
        if sum(w * x for w, x in zip(weights, one, strict=True)) >= t
    )
    assert sureness_test(right, n).p_value == pytest.approx(chance, rel=1e-12)


def test_with_equal_weights_it_is_the_plain_test():
    found = sureness_test([13, 10, 10, 6], [40, 30, 20, 8], weights=[1, 1, 1, 1])
    assert found.p_value == pytest.approx(found.plain_p_value, rel=1e-12)


def test_far_in_the_tail_and_with_very_many_answers():
    everything = sureness_test([40, 30, 20, 8], [40, 30, 20, 8])
    assert everything.p_value == pytest.approx(3.0**-58, rel=1e-10)
    assert sureness_test([8334] * 4, [25000] * 4).p_value == pytest.approx(0.5, abs=0.01)


@pytest.mark.parametrize(("right", "n"), [([0] * 4, [0] * 4), ([5, 0, 0, 0], [9, 0, 0, 0])])
def test_where_no_answer_has_a_weight_there_is_no_test(right, n):
    assert sureness_test(right, n) is None


@pytest.mark.parametrize(
    ("right", "n", "weights"),
    [
        ([1], [2], [0, 1]),
        ([3], [2], [1]),
        ([1], [0], [1]),
        ([-1], [2], [1]),
        ([1], [2], [-1]),
        ([1], [2], [0.5]),
        ([1], [-2], [1]),
        ("12", [2], [1]),
    ],
)
def test_bad_arguments_are_refused(right, n, weights):
    with pytest.raises(ValueError, match=r"correct|n must|weights"):
        sureness_test(right, n, weights=weights)
