"""Columns beside one another."""

from itertools import pairwise

from analysis.charts.bars import BOTTOM, MARGIN, TOP, bar_chart
from analysis.charts.scale import WIDTH


def test_columns_stand_on_the_axis_and_the_tallest_fills_the_chart():
    columns = bar_chart(["a", "b", "c"], [2, 8, 0], [1, 8, 0]).columns
    assert [float(bar.y) + float(bar.height) for bar in columns] == [BOTTOM] * 3
    assert float(columns[1].y) == TOP
    assert (columns[1].part_y, columns[1].part_height) == (columns[1].y, columns[1].height)
    assert float(columns[0].height) == 2 * float(columns[0].part_height)
    assert [(bar.label, bar.number) for bar in columns] == [("a", "2"), ("b", "8"), ("c", "0")]


def test_columns_lie_within_the_chart_and_do_not_touch():
    columns = bar_chart([str(n) for n in range(12)], [1] * 12).columns
    ends = [(float(bar.x), float(bar.x) + float(bar.width)) for bar in columns]
    assert ends[0][0] > MARGIN
    assert ends[-1][1] < WIDTH - MARGIN
    assert all(end < begin for (_, end), (begin, _) in pairwise(ends))


def test_nothing_to_draw_gives_columns_of_no_height():
    assert [bar.height for bar in bar_chart(["a", "b"], [0, 0]).columns] == ["0.0", "0.0"]
