"""The released version goes on writing while a site is updated: the new tables must let it."""

from collections.abc import Iterator

import pytest
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.state import ProjectState
from django.db.models import Field

from tests.released import MIGRATIONS, VERSION

Columns = dict[str, "Field[object, object]"]


def tables(state: ProjectState) -> dict[str, Columns]:
    """The columns of each table of ours."""
    models = [model for model in state.apps.get_models() if model._meta.app_label in MIGRATIONS]
    return {
        model._meta.db_table: {field.column: field for field in model._meta.local_concrete_fields}
        for model in models
    }


def mistakes(before: Columns, now: Columns) -> Iterator[str]:
    """What the released version would stumble over."""
    for column, field in before.items():
        if column not in now:
            yield f"{column} is gone: leave it until the next release"
        elif now[column].db_type(connection) != field.db_type(connection):
            yield f"{column} has another type: statements that are prepared fail"
        elif field.null and not now[column].null:
            yield f"{column} is required: it may still be written empty"
    for column in now.keys() - before.keys():
        if not now[column].null and not now[column].has_db_default():
            yield f"{column} is new: give it a db_default, for rows of those who do not know it"


def found_between(before: ProjectState, now: ProjectState) -> list[str]:
    new = tables(now)
    return [
        f"{table}: {mistake}"
        for table, columns in tables(before).items()
        for mistake in mistakes(columns, new.get(table, {}))
    ]


@pytest.mark.django_db
def test_the_released_version_can_write_to_the_new_tables() -> None:
    loader = MigrationLoader(None)
    released = loader.project_state(list(MIGRATIONS.items()))
    assert found_between(released, loader.project_state()) == [], f"of version {VERSION}"


@pytest.mark.django_db
def test_a_column_that_it_cannot_know_is_found() -> None:
    """Three columns of 0.2.0 itself were such."""
    loader = MigrationLoader(None)
    before, now = (
        loader.project_state([("studies", name)])
        for name in ("0029_colleague_invitations", "0033_index_of_claims")
    )
    assert [line.split(" is new")[0] for line in found_between(before, now)] == [
        "studies_user: csv_separator",
        "studies_study: erases_itself",
        "studies_invitation: refused",
    ]
