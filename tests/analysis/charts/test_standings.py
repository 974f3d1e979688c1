"""The picture of how systems stand to all."""

import math
from itertools import pairwise

import pytest

from analysis.charts.standings import RIGHT, standings_chart


def test_limits_lie_about_their_point_and_the_middle_is_the_mean_of_all():
    chart = standings_chart(
        [("Ours", 1.4, (1.2, 1.6)), ("Theirs", 1 / 1.4, None)], [(0, 1)], log=True
    )
    ours, theirs = chart.rows
    assert float(ours.line_from) < float(ours.point) < float(ours.line_to) <= RIGHT
    assert float(theirs.point) < float(chart.middle) < float(ours.line_from)
    assert (theirs.line_from, theirs.line_to) == ("", "")
    [bracket] = chart.brackets
    assert (bracket.top, bracket.bottom) == (ours.y - 6, theirs.y + 6)
    assert float(bracket.x) > RIGHT
    # As far from the mean up as down, on a scale of logarithms.
    middle = float(chart.middle)
    assert float(ours.point) - middle == pytest.approx(middle - float(theirs.point), abs=0.2)


@pytest.mark.parametrize(("most", "labels"), [(1.05, 3), (1.23, 3), (1.5, 3), (9, 4), (999, 5)])
def test_an_axis_of_ratios_has_one_and_a_few_round_ratios(most, labels):
    chart = standings_chart([("A", most, (most, most)), ("B", 1 / most, None)], [], log=True)
    shown = [tick.label for tick in chart.axis.ticks]
    assert "1" in shown
    assert labels <= len(shown) <= 8
    # No large part of the axis is without a number.
    assert math.log(float(shown[-1])) > 0.6 * math.log(most)
    places = [float(tick.at) for tick in chart.axis.ticks]
    assert all(later - earlier > 40 for earlier, later in pairwise(places))


def test_an_axis_of_points_says_which_side_of_the_mean_it_is():
    chart = standings_chart([("A", 0.3, (0.1, 0.6)), ("B", -0.3, None)], [], log=False)
    shown = [tick.label for tick in chart.axis.ticks]
    assert "0" in shown
    assert shown[0].startswith("-")
    assert shown[-1].startswith("+")


def test_brackets_that_overlap_stand_beside_each_other_and_others_below():
    systems = [(letter, 1.0, None) for letter in "ABCDE"]
    one, two, three = standings_chart(systems, [(0, 1), (1, 2), (3, 4)], log=True).brackets
    assert float(one.x) < float(two.x)
    assert one.x == three.x


def test_a_long_name_ends_within_the_chart():
    name = "Neural generator, version 2.4, fine-tuned on the newsroom archive"
    chart = standings_chart([(name, 1.2, None), ("Theirs", 1 / 1.2, None)], [], log=True)
    assert [row.label for row in chart.rows] == [
        "Neural generator, version 2.4, fine-tuned…",
        "Theirs",
    ]
