"""The test of equal shares of right answers between groups."""

import pytest
from scipy.stats import chi2_contingency, fisher_exact

from analysis.stats import right_by_group


@pytest.mark.parametrize(
    ("correct", "n"),
    [((8, 2), (10, 10)), ((20, 11), (30, 30)), ((1, 0), (1, 5)), ((300, 100), (400, 400))],
)
def test_two_groups_are_fishers_exact_test(correct, n):
    wrong = [total - x for x, total in zip(correct, n, strict=True)]
    found = right_by_group(correct, n)
    assert found.exact
    assert found.p_value == pytest.approx(fisher_exact([correct, wrong]).pvalue, rel=1e-9)


def test_many_answers_are_pearsons_chi_square():
    correct, n = (500, 450, 480), (1000, 1000, 1000)
    wrong = [total - x for x, total in zip(correct, n, strict=True)]
    found = right_by_group(correct, n)
    assert not found.exact
    expected = chi2_contingency([correct, wrong], correction=False).pvalue
    assert found.p_value == pytest.approx(expected, rel=1e-12)


def test_without_two_groups_there_is_no_test_and_equal_shares_have_p_1():
    assert right_by_group([], []) is None
    assert right_by_group([3, 0], [5, 0]) is None
    assert right_by_group([5, 4], [5, 4]).p_value == 1
    assert right_by_group([0] * 30, [2] * 30).p_value == 1


@pytest.mark.parametrize(("correct", "n"), [((2,), (1,)), ((-1, 0), (1, 1)), ((1,), (1, 1))])
def test_counts_that_cannot_be_are_refused(correct, n):
    with pytest.raises(ValueError, match="correct"):
        right_by_group(correct, n)
