"""Limits hold what the tests do not reject: by hand, by SciPy's own test, and by shifting."""

import numpy as np
import pytest
from scipy.stats import permutation_test

from analysis.stats.ratings.data import ratings_of
from analysis.stats.ratings.pairs import compare_systems
from analysis.stats.ratings.resampling import Groups, turned_round


def flipped(sums, sizes=None):
    sums = np.array(sums, dtype=float)
    return turned_round([Groups(sums, np.ones(len(sums)) if sizes is None else sizes)])[0]


def test_limits_by_hand():
    """Of 1, 2, 3 the parts are 1 | 2.5, 2 | 2 and 1.5 | 3, each twice, and all | none."""
    found = flipped([1, 2, 3])
    assert found.p_value == 2 / 8
    assert found.limits(0.3) == (1, 3)
    assert found.limits(0.5) == (1.5, 2.5)
    assert found.limits(0.2) == (-np.inf, np.inf)


def test_groups_weigh_by_their_sizes_and_zero_is_held_whatever_rounding_says():
    assert flipped([1, 4], np.array([1.0, 2.0])).limits(0.5) == (1, 2)
    constant = flipped([0.1 + 0.2 - 0.3] * 7)
    assert (constant.p_value, constant.limits(0.05)) == (1, (0, 0))


def test_at_the_limits_the_permutation_test_of_scipy_turns_at_alpha():
    d = np.random.default_rng(5).normal(0.4, 1, 9)
    low, high = flipped(d).limits(0.05)

    def p(shift):
        found = permutation_test(
            (d - shift,), np.sum, permutation_type="samples", n_resamples=np.inf
        )
        return found.pvalue

    for inside, outside in ((low + 1e-6, low - 1e-6), (high - 1e-6, high + 1e-6)):
        assert p(inside) > 0.05 >= p(outside)


@pytest.mark.parametrize(("judges", "apart"), [(7, False), (15, False), (15, True)])
def test_a_difference_is_within_the_limits_exactly_where_it_is_not_rejected(judges, apart):
    rng = np.random.default_rng(judges)
    pages = [(judge, item) for judge in range(judges) for item in range(judge % 3, 14)]
    rows = [(*page, system) for page in pages for system in "AB"]
    judge, item, system = zip(*rows, strict=True)
    found = ratings_of(
        judges=judge, items=item, systems=system, values=[1] * len(rows),
        pages=range(len(rows)) if apart else [row[:2] for row in rows],
    )  # fmt: skip
    is_first = found.system == 0
    y = 0.3 * is_first + rng.normal(size=15)[found.judge] * is_first + rng.normal(size=len(rows))
    [pair] = compare_systems(found, y, log=False, resamples=100)
    low, high = pair.limits
    assert low < pair.estimate < high
    for shift in (0, low - 1e-6, low + 1e-6, high - 1e-6, high + 1e-6):
        [moved] = compare_systems(found, y - shift * is_first, log=False, resamples=100)
        assert (moved.p_value > 0.05) == (low <= shift <= high)
        assert (moved.limits[0] <= 0 <= moved.limits[1]) == (moved.p_value > 0.05)
