"""Columns: each row of a file is made of them alone."""

from types import SimpleNamespace

import pytest

from studies.exports.columns import Column, rows_of_objects, rows_of_query, yes_no
from studies.models import Sample
from tests.factories import make_study

COLUMNS = (
    Column("number"),
    Column("name", "person.name"),
    Column("upper", "person.name", str.upper),
    Column("both", ("number", "person.name"), lambda number, name: f"{number} {name}"),
    Column("answered", "answered", yes_no),
)


def test_a_row_has_a_value_for_each_column_in_their_order() -> None:
    ana, bo = SimpleNamespace(name="Ana"), SimpleNamespace(name="Bo")
    objects = [
        SimpleNamespace(number=1, person=ana, answered=True),
        SimpleNamespace(number=2, person=bo, answered=None),
    ]
    assert [list(row) for row in rows_of_objects(objects, COLUMNS)] == [
        [1, "Ana", "ANA", "1 Ana", "yes"],
        [2, "Bo", "BO", "2 Bo", None],
    ]


@pytest.mark.django_db
def test_a_query_is_asked_for_the_paths_of_the_columns() -> None:
    study = make_study(items=1, title="Rain")
    columns = (
        Column("subject"),
        Column("study", "study__title", str.lower),
        Column("again", ("study__title", "subject"), lambda *both: " ".join(both)),
    )
    rows = rows_of_query(Sample.objects.filter(study=study).order_by("subject"), columns)
    assert [list(row) for row in rows] == [["A", "rain", "Rain A"], ["B", "rain", "Rain B"]]


def test_the_same_column_of_another_file_has_its_own_path() -> None:
    column = Column("mode", meaning="What for", values="live, pilot")
    assert column.paths == ("mode",)
    moved = column.at("trial__mode")
    assert (moved.paths, moved.meaning, moved.values) == (
        ("trial__mode",),
        "What for",
        "live, pilot",
    )
