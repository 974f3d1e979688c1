"""The power curve, and the chart drawn of it."""

from itertools import pairwise

import pytest

from analysis.planner.chart import power_chart, power_curve_of
from analysis.planner.question import PlannerPlan
from analysis.planner.rules import judges_enough
from tests.analysis.planner.plans import PAPER


def test_the_curve_has_teeth_and_ends_where_all_numbers_are_enough():
    curve = power_curve_of(PAPER, judges_enough(0.05, 0.01, 0.3))
    assert (curve.smallest, curve.stable, curve.short) == (98, 102, (99, 101))
    powers = [row.power for row in curve.rows]
    assert any(late < early for early, late in pairwise(powers))
    assert [row.n for row in curve.rows] == list(range(1, 123))
    assert all(row.enough == (1 - row.power <= 0.05) for row in curve.rows)


@pytest.mark.parametrize(
    ("plan", "most"),
    [
        (PlannerPlan("difference", 0.0001, 0.0001, 0.01, 278_008), 425),
        (PlannerPlan("difference", 0.0001, 0.05, 0.3, 1_000_000), 425),
        (PlannerPlan("similarity", 0.49, 0.49, 0.99, 1), 30),
    ],
)
@pytest.mark.parametrize("kind", ["wide", "narrow"])
def test_the_chart_is_bounded_and_lies_within_its_frame(plan, most, kind):
    curve = power_curve_of(plan, judges_enough(plan.alpha, plan.beta, plan.pd))
    chart = power_chart(curve, kind)
    points = [tuple(map(float, point.split(","))) for point in chart.line.split()]
    assert 2 <= len(points) <= most
    assert all(chart.left <= x <= chart.right for x, _y in points)
    assert all(chart.top <= y <= chart.bottom for _x, y in points)
    assert 2 <= len(chart.y_ticks) <= 8
    assert 1 <= len(chart.x_ticks) <= 9
    assert curve.shows_chosen == (chart.chosen_x is not None) == (plan.n < 1_000_000)
