"""Dots on one scale."""

import pytest

from analysis.charts.dots import Dot, dot, dot_axis, seconds_axis, seconds_dot


def test_a_share_stands_between_the_ends_of_its_line():
    assert [dot(*counts).at for counts in ((0, 9), (1, 2), (9, 9))] == ["3.0", "50.0", "97.0"]
    assert dot(0, 0) is None
    assert dot(1, 2, (0, 1)) == Dot("50.0", "3.0", "97.0")


def test_the_axis_has_the_lines_of_guessing_and_of_the_whole_study():
    axis = dot_axis(10, 20)
    assert [(tick.at, tick.label) for tick in axis.ticks][1] == ("50.0", "50 %")
    assert (axis.guessing, axis.whole) == (dot(1, 3).at, "50.0")
    assert dot_axis(0, 0).whole == ""


@pytest.mark.parametrize(
    ("seconds", "place"), [(0.2, 0), (1, 0), (10, 1), (100, 2), (1000, 3), (86_400, 3)]
)
def test_times_stand_by_powers_of_ten(seconds, place):
    ticks = seconds_axis().ticks
    assert seconds_dot(seconds).at == ticks[place].at
    assert (seconds_dot(None), len(ticks)) == (None, 4)
