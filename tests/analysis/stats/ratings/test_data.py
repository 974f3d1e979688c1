"""Columns of names become arrays of numbers, in the order given."""

import pytest

from analysis.stats.ratings.data import ratings_of

COLUMNS = {
    "judges": ["eve", "ann", "eve", "ann"],
    "items": [10, 2, 10, 2],
    "systems": ["B", "A", "A", "B"],
    "pages": [7, 8, 7, 8],
    "values": [100, 50, 60, 70],
}


def test_names_are_numbered_in_sorted_order_and_rows_keep_theirs():
    found = ratings_of(**COLUMNS)
    assert (found.judges, found.items, found.systems) == (("ann", "eve"), (2, 10), ("A", "B"))
    assert found.judge.tolist() == [1, 0, 1, 0]
    assert found.cell.tolist() == [3, 0, 2, 1]
    assert found.value.tolist() == [100, 50, 60, 70]
    assert found.side_by_side
    assert not found.only(found.system == 0).side_by_side
    assert found.only(found.system == 0).systems == ("A", "B")


def test_no_ratings_at_all_are_ratings_too():
    found = ratings_of(judges=[], items=[], systems=[], pages=[], values=[])
    assert len(found) == 0
    assert not found.side_by_side


@pytest.mark.parametrize("value", [0, -1, float("nan"), float("inf")])
def test_a_value_that_has_no_logarithm_is_refused(value):
    with pytest.raises(ValueError, match="values"):
        ratings_of(**COLUMNS | {"values": [100, 50, 60, value]})


def test_columns_of_different_lengths_are_refused():
    with pytest.raises(ValueError, match="judges must hold 4"):
        ratings_of(**COLUMNS | {"judges": ["eve"]})
