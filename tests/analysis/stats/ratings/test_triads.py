"""Numbers beside triads, against values worked out by hand and the texts that cannot speak."""

import math

import numpy as np
import pytest

from analysis.stats.ratings.triads import (
    ALL_ALIKE,
    NO_RATINGS,
    ONE_SIDE,
    degree_by_choice,
    difference_in_triad,
    systems_by_triad,
)


def test_where_each_judge_gave_one_number_judges_are_exchanged() -> None:
    found = degree_by_choice(
        judges="abcdef", right=[True] * 3 + [False] * 3, values=[60, 70, 80, 10, 20, 30], log=False
    )
    assert (found.mean_right, found.mean_wrong) == (70, 20)
    # Two of the 20 ways to choose three of six are as far apart.
    assert found.p_value == pytest.approx(2 / 20)
    assert (found.exact, found.within_judges) == (True, False)


def test_numbers_of_a_judge_are_exchanged_with_each_other_only() -> None:
    # Two judges with habits of their own, each higher where right: 1 of 2 ways each, two-sided.
    found = degree_by_choice(
        judges=["a", "a", "b", "b"], right=[True, False] * 2, values=[90, 80, 20, 10], log=False
    )
    assert found.p_value == pytest.approx(2 / 4)
    assert found.within_judges
    # A judge who was always right says nothing with any numbers.
    more = degree_by_choice(
        judges=["a", "a", "b", "b", "c", "c"],
        right=[True, False, True, False, True, True],
        values=[90, 80, 20, 10, 100, 0],
        log=False,
    )
    assert more.p_value == found.p_value


def test_many_ways_are_drawn_and_near_what_all_give() -> None:
    rng = np.random.default_rng(5)
    values = rng.integers(1, 100, 30).tolist()
    right = [place % 3 == 0 for place in range(30)]
    asked = {"judges": list(range(30)), "right": right, "values": values, "log": True}
    drawn = degree_by_choice(**asked)
    assert not drawn.exact
    assert drawn.p_value == degree_by_choice(**asked).p_value
    y = np.log(values) - np.log(values).mean()
    z = y[right].sum() / math.sqrt(10 * 20 / 30 * y.var(ddof=1))
    assert drawn.p_value == pytest.approx(math.erfc(abs(z) / math.sqrt(2)), abs=0.05)
    assert drawn.mean_right == pytest.approx(math.exp(np.log(values)[right].mean()))


@pytest.mark.parametrize(
    ("judges", "right", "reason"),
    [
        ("", [], NO_RATINGS),
        ("ab", [True, True], ONE_SIDE),
        ("ab", [False, False], ONE_SIDE),
        ("aabb", [True, True, False, False], ALL_ALIKE),
    ],
)
def test_what_cannot_be_compared_has_a_reason(judges: str, right: list[bool], reason: str) -> None:
    found = degree_by_choice(judges=judges, right=right, values=[5.0] * len(right), log=False)
    assert (found.p_value, found.reason) == (None, reason)


def test_equal_numbers_tell_nothing() -> None:
    asked = {"judges": "abcd", "right": [True, True, False, False], "values": [5] * 4}
    assert degree_by_choice(**asked, log=True).p_value == 1


def test_the_difference_of_a_triad_is_b_less_a() -> None:
    assert difference_in_triad(200, (50, 200), odd_is_b=True) == pytest.approx(math.log(2))
    assert difference_in_triad(200, (50, 200), odd_is_b=False) == pytest.approx(-math.log(2))
    with pytest.raises(ValueError, match="above 0"):
        difference_in_triad(0, (1, 1), odd_is_b=True)


def test_six_judges_who_agree_decide() -> None:
    d = [math.log(2)] * 12
    asked = {"judges": [*range(6)] * 2, "items": [*range(12)], "differences": d}
    found = systems_by_triad(**asked)
    assert found.ratio == pytest.approx(2)
    assert found.limits == pytest.approx((2, 2))
    assert (found.p_judges, found.p_items) == (2 / 2**6, 2 / 2**12)
    assert (found.p_value, found.reachable) == (found.p_judges, True)
    assert not systems_by_triad(**asked, tests=2).reachable


@pytest.mark.parametrize("judges", [6, 7, 9])
def test_limits_hold_a_ratio_exactly_where_the_larger_p_is_above_alpha(judges: int) -> None:
    rng = np.random.default_rng(judges)
    judge, item = rng.integers(0, judges, 40).tolist(), rng.integers(0, 8, 40).tolist()
    d = rng.normal(0.3, 0.5, 40) + rng.normal(0, 0.3, judges)[judge]
    low, high = systems_by_triad(judges=judge, items=item, differences=d.tolist()).limits or ()
    for ratio in (1, low * 0.999, low * 1.001, high * 0.999, high * 1.001):
        moved = systems_by_triad(
            judges=judge, items=item, differences=(d - math.log(ratio)).tolist()
        )
        assert (moved.p_value > 0.05) == (low <= ratio <= high)


def test_so_few_judges_have_no_limits() -> None:
    found = systems_by_triad(judges=[*range(5)] * 2, items=range(10), differences=[0.1] * 10)
    assert (found.limits, found.reachable) == (None, False)


def test_the_larger_p_counts() -> None:
    # Eight judges agree on two items.
    found = systems_by_triad(
        judges=[*range(8)] * 2, items=[0] * 8 + [1] * 8, differences=[0.1] * 16
    )
    assert (found.p_items, found.p_value) == (0.5, 0.5)


@pytest.mark.parametrize(
    ("judges", "items", "reason"),
    [("", "", NO_RATINGS), ("aa", "xy", "one judge"), ("ab", "xx", "one item")],
)
def test_too_few_to_speak_for_others(judges: str, items: str, reason: str) -> None:
    found = systems_by_triad(judges=judges, items=items, differences=[0.5] * len(judges))
    assert reason in found.reason
    assert (found.p_value, found.limits) == (None, None)
    assert not judges or found.ratio == pytest.approx(math.exp(0.5))


def test_ties_alone_are_no_difference() -> None:
    found = systems_by_triad(judges="abcdefg", items="tuvwxyz", differences=[0] * 7)
    assert (found.ratio, found.limits, found.p_value) == (1, (1, 1), 1)


def test_bad_columns_are_refused() -> None:
    with pytest.raises(ValueError, match="2 entries"):
        degree_by_choice(judges="a", right=[True, False], values=[1, 2], log=False)
    with pytest.raises(ValueError, match="above 0"):
        degree_by_choice(judges="ab", right=[True, False], values=[0, 2], log=True)
    with pytest.raises(ValueError, match="draws"):
        degree_by_choice(judges="ab", right=[True, False], values=[1, 2], log=True, draws=9)
    with pytest.raises(ValueError, match="finite"):
        systems_by_triad(judges="ab", items="xy", differences=[math.inf, 0])
