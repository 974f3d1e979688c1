"""The interval of pd: what is drawn stands where its number says."""

import pytest

from analysis.charts.interval import LEAST_WIDTH, interval_chart
from analysis.charts.scale import LEFT, RIGHT
from analysis.recomputation.exact_tests import ExactTests, Plan

PLAN = Plan("difference", "fixed", 0.05, 0.01, 0.3, 98, "A", "B")


def pd_of(place):
    return (float(place) - LEFT) / (RIGHT - LEFT)


@pytest.mark.parametrize("correct", range(20, 70))
def test_left_end_shows_a_difference_and_right_end_similarity(correct):
    """The bar begins above 0 exactly where a difference is shown, and ends below the limit
    exactly where similarity is."""
    tests = ExactTests.of(PLAN, correct, 98)
    bar = interval_chart(
        tests.difference.pd_lower, tests.similarity.pd_upper, limit=0.3, label="", point=None
    )
    assert (tests.difference.pd_lower > 0) == tests.difference.significant
    if tests.difference.pd_lower < tests.similarity.pd_upper:
        right = pd_of(float(bar.bar_from) + float(bar.bar_width))
        assert (right <= 0.3) == tests.similarity.similar
    assert pd_of(bar.limit.at) == pytest.approx(0.3, abs=1e-3)


def test_an_interval_of_no_width_is_seen():
    bar = interval_chart(0.4, 0.4, limit=0.3, label="", point=0.4)
    assert float(bar.bar_width) == LEAST_WIDTH
    assert bar.point == bar.bar_from


@pytest.mark.parametrize(("limit", "anchor"), [(0.1, "start"), (0.3, "middle"), (0.9, "end")])
def test_a_label_near_an_end_stays_within_the_chart(limit, anchor):
    assert interval_chart(0.1, 0.2, limit=limit, label="", point=None).limit.anchor == anchor


def test_ticks_stand_at_every_fifth():
    ticks = interval_chart(0.1, 0.2, limit=0.3, label="", point=None).ticks
    assert [tick.label for tick in ticks] == ["0 %", "20 %", "40 %", "60 %", "80 %", "100 %"]
    assert [pd_of(tick.at) for tick in ticks] == pytest.approx([0, 0.2, 0.4, 0.6, 0.8, 1], abs=1e-3)
