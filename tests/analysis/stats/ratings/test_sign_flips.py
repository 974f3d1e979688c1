"""Limits hold what the tests do not reject: by hand, by SciPy's own test, and by shifting."""

from fractions import Fraction
from itertools import product

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


def p_by_fractions(sums, sizes, difference):
    """Return p of a difference, each pattern of signs one by one and without rounding."""
    d = [total - difference * size for total, size in zip(sums, sizes, strict=True)]
    turned = [
        abs(sum(sign * one for sign, one in zip(signs, d, strict=True)))
        for signs in product((1, -1), repeat=len(d))
    ]
    return Fraction(sum(total >= abs(sum(d)) for total in turned), len(turned))


@pytest.mark.parametrize("of", [(0, 0, 1, -1), (0, 1, 2), (-1000, 1, 2, 1000), range(-9, 20)])
@pytest.mark.parametrize("n", [5, 6, 7])
def test_limits_are_exact_with_ties_zeros_and_groups_of_unequal_size(n, of):
    rng = np.random.default_rng([n, len(of)])
    sums = [Fraction(int(total), 7) for total in rng.choice(of, n)]
    sizes = [int(size) for size in rng.choice([1, 2, 3, 7], n)]
    found = flipped([float(total) for total in sums], np.array(sizes, float))
    alpha, close, step = 1 / 16, Fraction(1, 10**7), Fraction(1, 4)
    limits = [Fraction(limit).limit_denominator(10**4) for limit in found.limits(alpha)]
    assert limits == pytest.approx(found.limits(alpha), abs=1e-12)
    grid = [sum(sums) / sum(sizes) + step * i for i in range(-6, 7)]
    for shift in (0, *limits, limits[0] - close, limits[1] + close, *grid):
        assert (p_by_fractions(sums, sizes, shift) > alpha) == (limits[0] <= shift <= limits[1])


def test_judges_and_items_that_lean_opposite_ways_separate_nothing():
    """Who rated both texts prefers A by 1; strict judges rated A alone, and mild ones B alone."""
    rows = [
        row
        for i in range(6)
        for row in ((i, i, "A", 4), (i, i, "B", 3), (6 + i, i, "A", 1), (12 + i, i, "B", 6))
    ]
    judge, item, system, values = zip(*rows, strict=True)
    found = ratings_of(
        judges=judge, items=item, systems=system, values=values, pages=range(len(rows))
    )
    [pair] = compare_systems(found, np.array(values, float), log=False, resamples=100)
    assert (pair.p_judges, pair.p_items) == (2 / 64, 2 / 64)
    assert (pair.estimate, pair.limits) == (-2, (-2, 1))
    assert (pair.p_value, pair.separated, pair.leans_both_ways) == (1, False, True)


def test_the_estimate_is_of_what_is_compared_and_within_its_limits():
    """Sheets of A about easy items are missing: those of B are left out with them."""
    rows = [row for i in range(7) for row in ((i, i, "A", 4), (i, i, "B", 3))]
    rows += [(7 + i, 7 + i, "B", 9) for i in range(13)]
    judge, item, system, values = zip(*rows, strict=True)
    found = ratings_of(
        judges=judge, items=item, systems=system, values=values, pages=range(len(rows))
    )
    [pair] = compare_systems(found, np.array(values, float), log=False, resamples=100)
    assert (pair.estimate, pair.limits, pair.resampled_limits) == (1, (1, 1), (1, 1))
    assert pair.separated
