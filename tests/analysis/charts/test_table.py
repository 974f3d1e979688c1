"""Columns of numbers are found by what stands in them."""

import pytest

from analysis.charts.table import number_columns


@pytest.mark.parametrize(
    ("cells", "are_numbers"),
    [
        (["1.08", "< 0.0001", "12 %"], True),
        (["0.92 to 1.28", "3 of 4", "2.86 (99, 300)"], True),
        (["4.1 %", "below chance", "", "–"], True),
        (["-0.20", "+0.4", "−3"], True),
        (["p = 0.05", "up to 45.7 %"], True),
        (["41 needed", "at most 43 allowed"], False),
        (["about texts, ICC(1,1)", "2"], False),
        (["", "–"], False),
        (["System 2"], False),
    ],
)
def test_a_column_of_numbers_is_known(cells: list[str], are_numbers: bool) -> None:
    assert number_columns([("name", cell) for cell in cells]) == ({1} if are_numbers else set())


def test_a_table_without_rows_has_none() -> None:
    assert number_columns([]) == set()
