"""Statements that the ORM cannot say."""

from typing import Any

from django.db import connection


def fetch_all(statement: str, values: dict[str, Any]) -> list[tuple[Any, ...]]:
    """Return the rows of a SELECT."""
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        rows: list[tuple[Any, ...]] = cursor.fetchall()
    return rows
