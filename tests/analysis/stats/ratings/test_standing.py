"""How systems stand to the mean of all."""

import numpy as np
import pytest

from analysis.stats import compare_systems, ratings_of, system_standings

from .rankme import ratings


def made(value, *, judges=6, items=6, systems="AB"):
    rows = [(j, i, s) for j in range(judges) for i in range(items) for s in systems]
    return ratings_of(
        judges=[j for j, _, _ in rows],
        items=[i for _, i, _ in rows],
        systems=[s for _, _, s in rows],
        pages=[(j, i) for j, i, _ in rows],
        values=[value(*row) for row in rows],
    )


def test_of_two_systems_the_ratio_is_the_square_root_of_the_pairs_and_so_are_its_limits():
    found = ratings(2, "rankme", "informativeness")
    two = found.only(found.system < 2)
    two = ratings_of(
        judges=two.judge, items=two.item, systems=["AB"[s] for s in two.system],
        pages=two.page, values=two.value,
    )  # fmt: skip
    first, second = system_standings(two, two.log_value, log=True, seed=3)
    [pair] = compare_systems(two, two.log_value, log=True, seed=3)
    assert first.estimate == pytest.approx(pair.estimate**0.5)
    assert first.estimate * second.estimate == pytest.approx(1)
    assert first.limits == pytest.approx([limit**0.5 for limit in pair.resampled_limits])


def test_each_system_weighs_as_much_however_often_it_was_rated():
    found = made(lambda j, i, s: 200 if s == "B" else 100)
    some = found.only((found.system == 1) | (found.item == 0))
    first, second = system_standings(some, some.log_value, log=True, resamples=200)
    assert (first.estimate, second.estimate) == (pytest.approx(0.5**0.5), pytest.approx(2**0.5))


def test_points_are_differences_and_constant_ratings_stand_at_the_mean():
    found = made(lambda j, i, s: 4)
    for standing in system_standings(found, found.value, log=False, resamples=200):
        assert (standing.estimate, standing.limits) == (0, (0, 0))


@pytest.mark.parametrize(
    ("judges", "items", "reason"),
    [(1, 6, "one judge cannot speak for others"), (6, 1, "one item cannot speak for others")],
)
def test_one_judge_or_item_has_an_estimate_without_limits(judges, items, reason):
    found = made(lambda j, i, s: 150 if s == "B" else 100, judges=judges, items=items)
    [first, _] = system_standings(found, found.log_value, log=True, resamples=200)
    assert (first.limits, first.reason) == (None, reason)
    assert first.estimate == pytest.approx((2 / 3) ** 0.5)


def test_where_a_system_has_no_ratings_none_is_told():
    found = made(lambda j, i, s: 100)
    only = found.only(found.system == 0)
    assert {s.estimate for s in system_standings(only, only.log_value, log=True)} == {None}
    with pytest.raises(ValueError, match="finite"):
        system_standings(found, np.full(len(found), np.nan), log=True)
