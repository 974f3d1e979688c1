"""Triggers of the tables, written once: what the database itself keeps.

Errors are integrity violations (SQLSTATE 23000), which Django raises as IntegrityError.
"""

from django.db.migrations import RunSQL

from studies.rules.judges import DROP_LEAVING, DROP_PLAN_AND_PAGE, LEAVING, PLAN_AND_PAGE
from studies.rules.tables import DROP_FUNCTIONS, FUNCTIONS
from studies.rules.ways_round import DROP_WAYS_ROUND, EMPTYING, WAYS_ROUND

__all__ = [
    "EMPTYING",
    "immutable",
    "leaving",
    "not_emptied",
    "plan_and_page",
    "rules",
    "ways_round",
]


def plan_and_page() -> RunSQL:
    """Rules for the columns of the judge's page, and for judges who are out."""
    return RunSQL(PLAN_AND_PAGE, DROP_PLAN_AND_PAGE)


def leaving() -> RunSQL:
    """Rules for judges who withdraw, and for triads that all judges share."""
    return RunSQL(LEAVING, DROP_LEAVING)


def rules() -> RunSQL:
    """The functions and triggers of `studies`."""
    return RunSQL(FUNCTIONS, DROP_FUNCTIONS)


def ways_round() -> RunSQL:
    """Further rules, against what plain SQL could do past those of `rules`."""
    return RunSQL(WAYS_ROUND, DROP_WAYS_ROUND)


def not_emptied(table: str) -> RunSQL:
    """Refuse TRUNCATE, also where it comes by CASCADE from another table."""
    return RunSQL(
        f"""CREATE TRIGGER {table}_not_emptied BEFORE TRUNCATE ON {table}
            FOR EACH STATEMENT EXECUTE FUNCTION studies_not_emptied()""",
        f"DROP TRIGGER {table}_not_emptied ON {table}",
    )


def immutable(table: str, columns: list[str]) -> RunSQL:
    """Refuse any change of these columns of a table, by whichever way it comes."""
    old = ", ".join(f'OLD."{column}"' for column in columns)
    new = ", ".join(f'NEW."{column}"' for column in columns)
    return RunSQL(
        f"""CREATE TRIGGER {table}_immutable BEFORE UPDATE ON {table} FOR EACH ROW
            WHEN (({old}) IS DISTINCT FROM ({new}))
            EXECUTE FUNCTION studies_refuse('{", ".join(columns)} never change')""",
        f"DROP TRIGGER {table}_immutable ON {table}",
    )
