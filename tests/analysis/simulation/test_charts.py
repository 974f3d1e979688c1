"""The charts of a simulation: risks on one scale, and how often each number came up."""

import pytest

from analysis.charts.scale import LEFT, RIGHT
from analysis.simulation.charts import histogram, risk_chart
from analysis.simulation.monte_carlo import SimulatedShare


def test_a_risk_lies_between_its_limits_and_beside_the_plans() -> None:
    [row] = risk_chart([("alpha", SimulatedShare(4, 100, 0.05), 0.05)]).rows
    assert LEFT < float(row.line_from) < float(row.found) < float(row.line_to) <= RIGHT
    assert row.nominal == row.exact
    assert row.nominal is not None
    assert float(row.found) < float(row.nominal)


@pytest.mark.parametrize(
    ("count", "last"), [(0, "5 %"), (6, "20 %"), (40, "60 %"), (90, "100 %"), (100, "100 %")]
)
def test_the_scale_ends_at_the_first_end_that_holds_all(count: int, last: str) -> None:
    chart = risk_chart([("alpha", SimulatedShare(count, 100), None)])
    assert chart.axis.ticks[-1].label == last
    assert (chart.rows[0].nominal, chart.rows[0].exact) == (None, None)


def test_few_numbers_have_a_column_each() -> None:
    chart, rows = histogram({1: 5, 3: 2})
    assert rows == [("1", 5), ("2", 0), ("3", 2)]
    assert [bar.label for bar in chart.columns] == ["1", "2", "3"]


def test_many_numbers_share_columns_by_ranges_and_none_is_lost() -> None:
    chart, rows = histogram({990: 4, 1300: 2, 2500: 9})
    assert len(rows) <= 10
    assert sum(number for _, number in rows) == 15
    assert rows[0] == ("990–1,141", 4)
    assert chart.columns[0].label == "≤\u00a01,141"
