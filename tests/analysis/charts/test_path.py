"""The path of a study: what is drawn stands where its number says."""

from dataclasses import replace

import pytest

from analysis.charts.path import TABLE_ROWS, path_chart, table_rows
from analysis.charts.scale import LEFT, RIGHT
from analysis.recomputation.exact_tests import Plan
from analysis.stats import sprt_lines

PLAN = Plan("difference", "fixed", 0.05, 0.01, 0.3, 98, "A", "B")
SIMILARITY = replace(PLAN, goal="similarity")


def test_path_ends_at_the_counts_and_passes_the_mark():
    walk = tuple((n, n // 2) for n in range(1, 99))
    path = path_chart(PLAN, walk, mark=(98, 41, "41"))
    assert path.points.split()[-1] == f"{path.end_x},{path.end_y}"
    assert path.mark.x == path.end_x
    assert float(path.mark.y) > float(path.end_y)  # below it: 49 are right


def test_a_mark_above_the_path_has_its_label_above():
    walk = tuple((n, n // 3) for n in range(1, 50))
    assert path_chart(PLAN, walk, mark=(98, 41, "41")).mark.label_dy == "-9"
    assert path_chart(PLAN, walk, mark=(98, 10, "10")).mark.label_dy == "18"


def test_the_label_of_a_point_on_the_path_stands_above_the_path():
    walk = tuple((n, n // 2) for n in range(1, 50))
    for n in (49, 20):
        assert path_chart(PLAN, walk, mark=(n, n // 2, "verdict")).mark.label_dy == "-9"


def test_a_similarity_plan_has_a_line_at_its_limit():
    lines = [path_chart(plan, ((1, 1),), mark=None).lines for plan in (PLAN, SIMILARITY)]
    assert [[line.kind for line in found] for found in lines] == [["chance"], ["chance", "limit"]]


def test_wald_lines_are_those_of_the_test():
    plan = replace(PLAN, method="sequential", beta=0.05, evaluations=200)
    path = path_chart(plan, ((1, 1),), mark=None)
    upper = next(line for line in path.lines if line.kind == "upper")
    first = next(
        n
        for n in range(1, 31)
        if sprt_lines(n, alpha=0.05, beta=0.05, pd=0.3).upper_line is not None
    )
    begin = float(upper.points.split()[0].split(",")[0])
    assert begin == pytest.approx(LEFT + first * (RIGHT - LEFT) / 30, abs=0.1)


def test_table_of_a_long_path_is_short_and_ends_where_the_path_does():
    walk = tuple((n, n // 3) for n in range(1, 400))
    rows = table_rows(walk)
    assert len(rows) <= TABLE_ROWS
    assert rows[-1] == walk[-1]
    assert table_rows(walk[:10]) == walk[:10]
    assert table_rows(()) == ()
