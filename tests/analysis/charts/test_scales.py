"""Geometry of the pictures: what is drawn stands where its number says."""

from dataclasses import replace

import pytest

from analysis.charts import scales
from analysis.recomputation.exact_tests import ExactTests, Plan
from analysis.stats import sprt_lines

PLAN = Plan("difference", "fixed", 0.05, 0.01, 0.3, 98, "A", "B")
LINE = scales.WIDTH - scales.LEFT - scales.RIGHT


def pd_of(place):
    return (float(place) - scales.LEFT) / LINE


@pytest.mark.parametrize("correct", range(20, 70))
def test_left_end_shows_a_difference_and_right_end_similarity(correct):
    """The bar begins above 0 exactly where a difference is shown, and ends below the limit
    exactly where similarity is."""
    tests = ExactTests.of(PLAN, correct, 98)
    bar = scales.interval(
        tests.difference.pd_lower, tests.similarity.pd_upper, limit=0.3, point=None
    )
    assert (tests.difference.pd_lower > 0) == tests.difference.significant
    if tests.difference.pd_lower < tests.similarity.pd_upper:
        right = pd_of(float(bar.bar_from) + float(bar.bar_width))
        assert (right <= 0.3) == tests.similarity.similar
    assert pd_of(bar.limit.at) == pytest.approx(0.3, abs=1e-3)


def test_path_ends_at_the_counts_and_passes_the_mark():
    walked = tuple((n, n // 2) for n in range(1, 99))
    path = scales.path(PLAN, walked, mark=(98, 41, "41"))
    assert path.points.split()[-1] == f"{path.end_x},{path.end_y}"
    assert path.mark.x == path.end_x
    assert float(path.mark.y) > float(path.end_y)  # below it: 49 are right


def test_wald_lines_are_those_of_the_test():
    plan = replace(PLAN, method="sequential", beta=0.05, evaluations=200)
    path = scales.path(plan, ((1, 1),), mark=None)
    upper = next(line for line in path.lines if line.kind == "upper")
    scale_x = LINE / 30
    first = next(
        n
        for n in range(1, 31)
        if sprt_lines(n, alpha=0.05, beta=0.05, pd=0.3).upper_line is not None
    )
    begin = float(upper.points.split()[0].split(",")[0])
    assert begin == pytest.approx(scales.LEFT + first * scale_x, abs=0.1)


@pytest.mark.parametrize("most", [1, 5, 24, 98, 1000, 999_999])
def test_axes_have_a_few_round_ticks(most):
    ticks = scales.ticks(most)
    assert ticks[0] == 0
    assert 2 <= len(ticks) <= 7
    assert ticks[-1] <= most


def test_table_of_a_long_path_is_short_and_ends_where_the_path_does():
    walked = tuple((n, n // 3) for n in range(1, 400))
    rows = scales.thinned(walked)
    assert len(rows) <= scales.TABLE_ROWS
    assert rows[-1] == walked[-1]
    assert scales.thinned(walked[:10]) == walked[:10]
    assert scales.thinned(()) == ()
