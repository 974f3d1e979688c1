"""What all breakdowns share: the size of a page, and rows of a statement."""

from typing import Any

from django.db import connection

# Rows on one page.
ROWS = 50


def rows_of(statement: str, values: dict[str, Any]) -> list[tuple[Any, ...]]:
    """The rows of a SELECT."""
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        rows: list[tuple[Any, ...]] = cursor.fetchall()
    return rows
