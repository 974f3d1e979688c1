"""The two charts of the results page: which numbers they show, and what their table says."""

from dataclasses import replace

import pytest

from analysis.recomputation.exact_tests import Repeats
from analysis.results.charts import interval_table, path_table
from analysis.verdict_text import GivenVerdict
from tests.analysis.results.snapshots import decided, waiting
from tests.analysis.verdict_text.statements import PLAN, REPEATS, SEQUENTIAL, SIMILARITY


def rows(table):
    return dict(table.rows)


def test_with_the_verdict_the_limits_are_one_sided():
    table = interval_table(decided(PLAN, 45))
    assert rows(table) == {
        "Lower limit of pd (95 %, one-sided)": "5.9 %",
        "Estimate of pd": "18.9 %",
        "Upper limit of pd (99 %, one-sided)": "37.2 %",
        "The plan's limit": "30 %",
    }
    assert table.chart.limit.label == "plan's limit 30 %"
    assert table.chart.point is not None


def test_limits_below_chance_are_called_so():
    found = list(rows(interval_table(decided(PLAN, 15))).values())
    assert (found[0], found[2]) == ("below chance", "below chance")


def test_before_the_verdict_there_is_a_confidence_sequence_without_an_estimate():
    table = interval_table(waiting(PLAN, 37, 15))
    assert "95 % confidence sequence" in table.title
    assert "Estimate of pd" not in rows(table)
    assert table.chart.point is None
    below = rows(interval_table(waiting(PLAN, 97, 5)))
    assert below["Upper end of the confidence sequence"] == "below chance"


def test_with_repeats_only_the_beta_binomial_estimate_is_an_interval():
    snapshot = decided(REPEATS, 15)
    assert interval_table(snapshot) is None
    assert interval_table(waiting(REPEATS, 12, 6)) is None
    fit = Repeats(8, 0.2, 0.1, 0.41, 0.3, 0.3, 1.2)
    several = replace(snapshot, verdict=replace(snapshot.verdict, repeats=fit))
    assert rows(interval_table(several))["Estimate of pd (beta-binomial)"] == "20.0 %"


def test_hidden_results_have_no_chart():
    hidden = replace(decided(PLAN, 45), hidden=True)
    assert (interval_table(hidden), path_table(hidden)) == (None, None)


def wald(outcome):
    verdict = GivenVerdict(outcome=outcome, counted=37, correct=22, judges=37, texts=24)
    return replace(waiting(SEQUENTIAL, 37, 22), verdict=verdict)


@pytest.mark.parametrize(
    ("snapshot", "mark"),
    [
        (waiting(PLAN, 37, 15), "41 needed at 98"),
        (waiting(SIMILARITY, 37, 15), "at most 40 at 98"),
        (decided(PLAN, 45), "41 needed at 98"),
        (waiting(PLAN, 37, 15, raised_from=60), None),
        (waiting(replace(PLAN, alpha=0.0001, evaluations=6), 3, 1), None),
        (waiting(SEQUENTIAL, 37, 22), None),
        (wald("difference"), "verdict"),
        (wald("none"), None),
    ],
)
def test_the_path_marks_what_decides(snapshot, mark):
    table = path_table(snapshot)
    assert dict(table.legend).get("target") == mark
    assert (table.chart.mark is None) == (mark is None)


def test_the_table_of_the_path_ends_at_the_counts():
    assert path_table(waiting(PLAN, 37, 15)).rows[-1] == ("37", "15")
