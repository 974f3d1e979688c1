"""What all breakdowns share: which answers count, and rows of a statement."""

from typing import Any

from django.db import connection

# Rows on one page.
ROWS = 50

# As counting.COUNTED: a live main trial is answered only for a triad within the number.
COUNTED = "x.state = 'answered' AND x.kind = 'main' AND x.mode = 'live'"


def rows_of(statement: str, values: dict[str, Any]) -> list[tuple[Any, ...]]:
    """The rows of a SELECT."""
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        rows: list[tuple[Any, ...]] = cursor.fetchall()
    return rows
