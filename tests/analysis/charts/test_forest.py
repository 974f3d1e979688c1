"""The forest plot: every line within the scale."""

import math

import pytest

from analysis.charts.forest import forest_chart
from analysis.charts.scale import LEFT, RIGHT
from analysis.stats import estimate


@pytest.mark.parametrize("correct", [0, 10, 20, 30])
@pytest.mark.parametrize("measure", ["pd", "d_prime"])
def test_a_line_of_the_forest_lies_within_the_scale(correct, measure):
    part = getattr(estimate(correct, 30), measure)
    [row] = forest_chart([("a", part)], None, measure=measure).rows
    places = [float(row.line_from), float(row.point), float(row.line_to)]
    assert places == sorted(places)
    assert places[0] >= 36
    assert places[-1] <= 460


def test_the_common_value_is_the_last_row_and_a_line_through_all():
    studies = [("a", estimate(20, 30).pd), ("b", estimate(11, 30).pd)]
    chart = forest_chart(studies, ("both", estimate(31, 60).pd), measure="pd")
    assert [(row.label, row.common) for row in chart.rows] == [
        ("a", False),
        ("b", False),
        ("both", True),
    ]
    assert chart.common == chart.rows[-1].point
    assert chart.rows[-1].y < chart.axis.y < chart.height
    assert forest_chart(studies, None, measure="pd").common is None


def test_d_prime_without_an_upper_limit_ends_at_the_scale():
    part = estimate(30, 30).d_prime
    assert math.isinf(part.upper)
    chart = forest_chart([("a", part)], None, measure="d_prime")
    assert float(chart.rows[0].line_to) == RIGHT
    assert float(chart.axis.ticks[0].at) == LEFT
