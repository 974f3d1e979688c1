"""The four sets of predictors: what tells the condition of a text, held out."""

import math

import numpy as np
import pytest

from analysis.stats.reading.predictors import Predictors, TextRead, WhyNone, predict_conditions


def readings(*, slower=1.0, rated=None, items=20, judges=12, seed=1):
    """Texts of two conditions about each item; those changed are read so many times longer."""
    rng = np.random.default_rng(seed)
    found = []
    for judge in range(judges):
        pace, habit = rng.lognormal(0, 0.5), rng.normal(4, 1)
        for item in rng.permutation(items)[:6]:
            for side, name in enumerate(("corpus", "shuffled")):
                ms = pace * 50 * rng.lognormal(0, 0.3) * (slower if side else 1.0)
                dwell = ms * rng.integers(80, 120)
                first = rng.uniform(0.5, 1)
                measures = (dwell, 200 / ms, ms, dwell * first, first, rng.uniform(0, 1))
                ratings = () if rated is None else (habit + rng.normal(0, 0.3) - rated * side,)
                found.append(
                    TextRead(f"j{judge}", f"i{item}", 2 * int(item) + side, name, measures, ratings)
                )
    return found


def by_set(told):
    return {one.predictors: one for one in told.sets}


def test_times_tell_what_is_read_longer_and_ratings_what_is_rated_lower():
    told = predict_conditions(readings(slower=2.0, rated=0.0))
    found = by_set(told)
    assert told.conditions == ("corpus", "shuffled")
    assert (told.readings, told.guessing, told.rated) == (144, 0.5, True)
    assert found[Predictors.TIMES].accuracy > 0.75
    assert found[Predictors.TIMES].p_value == pytest.approx(1 / 200)
    assert found[Predictors.RATINGS].p_value > 0.05
    assert found[Predictors.COMBINED].p_value == pytest.approx(1 / 200)
    other = by_set(predict_conditions(readings(rated=1.0)))
    assert other[Predictors.RATINGS].accuracy > 0.8
    assert other[Predictors.TIMES].p_value > 0.05
    assert [one.columns for one in other.values()][:2] == [1, 2]


def test_the_order_of_readings_changes_nothing():
    given = readings(slower=1.5, rated=0.5)
    assert predict_conditions(given) == predict_conditions(given[::-1])


def test_without_ratings_two_sets_are_scored():
    found = by_set(predict_conditions(readings(slower=2.0)))
    assert found[Predictors.RATINGS].why_none == WhyNone.NO_RATINGS
    assert found[Predictors.COMBINED].accuracy is None
    assert found[Predictors.ALL_TIMES].accuracy > 0.75
    # Some rated: all sets are scored on these alone.
    some = readings(slower=2.0)[:48] + readings(slower=2.0, rated=1.0)[48:]
    assert predict_conditions(some).readings == 96


def test_nothing_is_told_where_there_is_too_little_to_tell_it_from():
    for given, why in (
        ([], WhyNone.ONE_CONDITION),
        ([one for one in readings() if one.condition == "corpus"], WhyNone.ONE_CONDITION),
        ([one for one in readings() if one.item in ("i1", "i2", "i3")], WhyNone.TOO_FEW_ITEMS),
        # Each item has one condition: what it is about may tell.
        (
            [one for one in readings() if (one.condition == "corpus") == (one.item < "i2")],
            WhyNone.ONE_CONDITION,
        ),
    ):
        told = predict_conditions(given)
        assert {one.why_none for one in told.sets} == {why}
        assert all(one.accuracy is one.p_value is None for one in told.sets)
    alike = [
        TextRead(one.judge, one.item, one.text, one.condition, (math.nan,) * 6)
        for one in readings()
    ]
    assert by_set(predict_conditions(alike))[Predictors.TIMES].why_none == WhyNone.NO_COLUMN_VARIES


def test_few_items_are_scored_without_a_p():
    """Two texts an item can be exchanged: 2 to the power of 7 are fewer than 160, of 8 are not."""
    for items, tested in ((5, False), (7, False), (8, True)):
        found = by_set(predict_conditions(readings(items=items, judges=30)))[Predictors.TIMES]
        assert found.accuracy is not None
        assert (found.p_value is not None) is tested


@pytest.mark.slow
def test_p_is_small_no_more_often_than_it_says():
    small = sum(
        by_set(predict_conditions(readings(rated=0.0, judges=8, seed=n), permutations=39))[
            Predictors.COMBINED
        ].p_value
        <= 0.05
        for n in range(40)
    )
    assert small <= 6
