"""Ratings at the edge: one judge, constant, missing, far away, and nothing in common."""

import numpy as np
import pytest

from analysis.stats.ratings.correlation import correlations
from analysis.stats.ratings.data import ratings_of
from analysis.stats.ratings.icc import (
    CONSTANT,
    EQUAL_MEANS,
    FEW_CELLS,
    ONE_JUDGE,
    OTHER_JUDGES,
    agreement,
    agreement_of_same_judges,
)
from analysis.stats.ratings.normalise import far_from_others, normalise
from analysis.stats.ratings.pairs import NO_RATINGS, compare_systems
from analysis.stats.ratings.resampling import Groups, crossed_sums, turned_round


def _study(table, *, apart=False):
    """Ratings from {(judge, item): {system: value}}, a page each or each text on its own."""
    found = [(*key, system, value) for key, by in table.items() for system, value in by.items()]
    judges, items, systems, values = zip(*found, strict=True)
    pages = range(len(found)) if apart else [row[:2] for row in found]
    columns = {"judges": judges, "items": items, "systems": systems, "pages": pages}
    return ratings_of(**columns, values=values)


def _grid(judges, items, value):
    pages = [(judge, item) for judge in range(judges) for item in range(items)]
    return {page: {system: value(*page, system) for system in "AB"} for page in pages}


def _better(_judge, item, system):
    return (200 if system == "A" else 100) + item


def _pair(found, **options):
    (pair,) = compare_systems(found, found.log_value, log=True, resamples=200, **options)
    return pair


def test_one_judge_describes_and_speaks_for_no_others():
    found = _study(_grid(1, 5, _better))
    pair = _pair(found, margin=1.5)
    assert pair.reason == "one judge cannot speak for others"
    assert (pair.judges, pair.items, pair.p_judges, pair.limits, pair.similar) == (
        1,
        5,
        *[None] * 3,
    )
    assert pair.estimate == pytest.approx(1.97, abs=0.02)
    assert agreement(found, found.log_value).reason == ONE_JUDGE


def test_two_judges_have_no_limits_and_a_p_that_cannot_decide():
    pair = _pair(_study(_grid(2, 20, _better)))
    assert pair.p_judges == 0.5
    assert pair.limits is None
    assert pair.resampled_limits[0] <= pair.estimate <= pair.resampled_limits[1]
    assert not pair.reachable
    assert not pair.separated
    assert _pair(_study(_grid(6, 20, _better))).separated


@pytest.mark.parametrize("apart", [False, True])
def test_constant_ratings_are_one_and_nothing_agrees(apart):
    found = _study(_grid(8, 6, lambda *_: 70), apart=apart)
    pair = _pair(found)
    assert (pair.estimate, pair.p_value, pair.limits) == (1, 1, (1, 1))
    assert agreement(found, found.log_value).reason == CONSTANT
    assert agreement_of_same_judges(found, found.log_value).reason == CONSTANT
    (rho,) = correlations({"quality": found, "naturalness": found}, log=True, permutations=99)
    assert (rho.rho, rho.p_value, rho.n, rho.reason) == (None, None, 12, "all means are equal")


def test_a_text_with_one_rating_counts_in_pairs_and_not_in_agreement():
    table = _grid(3, 4, lambda judge, item, system: 10 + judge + 5 * item + ord(system))
    table[0, 9] = {"A": 50, "B": 60}
    found = _study(table)
    agreed = agreement(found, found.log_value)
    assert (agreed.cells, agreed.ratings, agreed.left_out) == (8, 24, 2)
    assert _pair(found).differences == 13
    lonely = _study({(0, 1): {"A": 5}, (1, 2): {"A": 6}})
    assert agreement(lonely, lonely.value).reason == FEW_CELLS


def test_judges_who_differ_about_texts_with_one_mean_have_no_icc_of_the_mean():
    found = _study(_grid(2, 4, lambda judge, *_: (0.1, 0.3)[judge]))
    agreed = agreement(found, found.value)
    assert agreed.single == pytest.approx(-1)
    assert (agreed.average, agreed.average_limits, agreed.reason) == (None, None, EQUAL_MEANS)
    assert (agreed.f, agreed.p_value) == (0, 1)
    assert agreed.single_limits == (pytest.approx(-1), pytest.approx(-1))


def test_a_page_without_one_of_the_texts_is_not_compared():
    table = _grid(8, 3, _better)
    table[0, 0] = {"A": 999_999}
    pair = _pair(_study(table))
    assert pair.differences == 23
    assert pair.estimate < 2.1


def test_systems_without_a_judge_in_common_are_not_compared():
    pair = _pair(_study({(0, 0): {"A": 5}, (1, 1): {"B": 6}}))
    assert (pair.reason, pair.estimate, pair.adjusted) == (NO_RATINGS, None, None)


def test_unequal_numbers_of_ratings_have_limits_by_items():
    table = _grid(5, 12, lambda judge, item, system: 20 * (item + 1) + judge + ord(system))
    del table[0, 0]
    agreed = agreement(found := _study(table), found.log_value)
    assert agreed.by_resampling
    assert 4 < agreed.k < 5
    assert agreed.single_limits[0] <= agreed.single <= agreed.single_limits[1]
    assert agreement_of_same_judges(found, found.log_value).reason == OTHER_JUDGES


def test_six_orders_of_magnitude_are_listed_and_stay():
    table = _grid(8, 3, _better)
    table[0, 0]["A"], table[0, 1]["A"] = 999_999, 1
    found = _study(table)
    far = far_from_others(found)
    assert [found.value[row] for row in far] == [999_999, 1]
    assert _pair(found).differences == 24


def test_z_needs_three_ratings_and_page_means_vanish():
    found = _study({(0, 0): {"A": 4, "B": 6}, (1, 0): {"A": 1, "B": 2}, (1, 1): {"A": 3, "B": 6}})
    z = normalise(found, "z by judge")
    assert np.isnan(z[:2]).all()
    assert z[2:].mean() == pytest.approx(0)
    assert z[2:].std(ddof=1) == pytest.approx(1)
    inside = normalise(found, "log less page")
    assert np.bincount(found.page, weights=inside) == pytest.approx(np.zeros(3))
    with pytest.raises(ValueError, match="how"):
        normalise(found, "winsorised")


def test_similar_needs_a_margin_and_limits_within_it():
    found = _study(_grid(8, 20, lambda judge, item, system: 100 + judge + item + (system == "A")))
    assert _pair(found).similar is None
    assert _pair(found, margin=1.1).similar is True
    assert _pair(found, margin=1.001).similar is False
    assert _pair(found, margin=1.1, alpha=0.5).similar is True


def test_flips_that_are_drawn_and_the_means_of_resamples():
    [drawn] = turned_round([Groups(np.ones(13), np.ones(13))], draws=9999)
    assert drawn.p_value == pytest.approx(2**-12, abs=0.001)
    columns, judge, item = np.array([[1.0, 1], [3, 1]]), np.array([0, 1]), np.array([0, 0])
    sums = crossed_sums(columns, judge, item, resamples=200)
    assert set(sums[:, 0] / sums[:, 1]) == {1.0, 2.0, 3.0}


@pytest.mark.parametrize("bad", [{"alpha": 1}, {"margin": 1}, {"resamples": 99}, {"draws": 1}])
def test_arguments_outside_their_range_are_refused(bad):
    found = _study(_grid(3, 3, _better))
    with pytest.raises(ValueError, match=next(iter(bad))):
        compare_systems(found, found.log_value, log=True, **bad)
