"""The chart of lengths: against values worked out by hand."""

from studies.stimuli.cues.surface_cues import Histogram
from studies.workbench.texts.length_chart import Bar, Bin, LengthChart

CHART = LengthChart(Histogram(edges=[0, 10, 20, 30, 40], a=[1, 3, 0, 0], b=[0, 0, 0, 2]))


def test_bars_are_shares_of_the_subjects_own_texts():
    # Four bins of 95 units, bars of 90 % of that; all texts of B are the full height of 80.
    assert CHART.bars_a == [Bar(14.75, 80.0, 85.5, 20.0), Bar(109.75, 40.0, 85.5, 60.0)]
    assert CHART.bars_b == [Bar(299.75, 100, 85.5, 80.0)]


def test_bins_are_the_chart_as_a_table():
    assert CHART.bins[1] == Bin(10, 19, 3, 0)
    assert [(row.a, row.b) for row in CHART.bins] == [(1, 0), (3, 0), (0, 0), (0, 2)]


def test_ticks_are_the_ends_and_the_middle():
    assert CHART.ticks == [(10, 0, "start"), (200, 20, "middle"), (390, 40, "end")]


def test_one_bin_and_none():
    one = LengthChart(Histogram(edges=[5, 6], a=[2], b=[]))
    assert [edge for _x, edge, _anchor in one.ticks] == [5, 6]
    none = LengthChart(Histogram(edges=[], a=[], b=[]))
    assert (none.bins, none.bars_a, none.bars_b, none.ticks) == ([], [], [], [])
