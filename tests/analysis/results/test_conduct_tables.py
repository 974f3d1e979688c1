"""How the study went, as tables with charts."""

from dataclasses import replace

import pytest

from analysis.recomputation.counts import SECONDS, JudgeResult
from analysis.results.conduct_tables import (
    MOST_COLUMNS,
    judges_table,
    orders_table,
    positions_table,
    seconds_table,
)
from tests.analysis.results.snapshots import counts_of

COUNTS = counts_of(24, 12)


def test_orders_have_a_row_and_a_column_each():
    table = orders_table(COUNTS, protocol="triangle")
    assert table.rows[0] == ("ABB", "4", "2")
    assert [bar.label for bar in table.chart.columns] == [row[0] for row in table.rows]
    assert [bar.number for bar in table.chart.columns] == [row[1] for row in table.rows]
    assert float(table.chart.columns[0].part_height) * 2 == pytest.approx(
        float(table.chart.columns[0].height), abs=0.1
    )


def test_a_directed_triad_has_three_orders():
    table = orders_table(COUNTS, protocol="directed")
    assert [row[0] for row in table.rows] == ["ABA", "AAB", "BAA"]


def test_even_orders_make_every_position_right_one_time_in_three():
    table = positions_table(COUNTS)
    assert table.rows == (
        ("first", "8", "33.3 %"),
        ("second", "8", "33.3 %"),
        ("third", "8", "33.3 %"),
    )


def test_seconds_are_shown_by_classes():
    seconds = tuple(range(len(SECONDS)))
    timed = replace(COUNTS, seconds=seconds, median_seconds=12.34, quartiles=(3.2, 44.56))
    table = seconds_table(timed)
    assert table.rows[0] == ("0–2", "0")
    assert table.rows[-1] == ("300 or more", "8")
    assert table.note == ("A quarter took 3.2 seconds or less, half 12.3, three quarters 44.6.")
    assert table.chart.columns[-1].label == "300+"


@pytest.mark.parametrize("number", [1, MOST_COLUMNS, MOST_COLUMNS + 1])
def test_more_kinds_of_judges_than_have_room_are_a_table_alone(number):
    results = tuple(JudgeResult(n, 20, n + 1) for n in range(number))
    table = judges_table(replace(COUNTS, judge_results=results))
    assert len(table.rows) == number
    assert (table.chart is None) == (number > MOST_COLUMNS)
    assert table.rows[0] == ("0", "20", "1")
