"""`flush` between tests: Django's own empties what `migrate` fills, too, and fills it again.

That takes twice as long as the emptying itself.
"""

from typing import Any

from django.core.management.color import no_style
from django.core.management.commands import flush
from django.db import connections

# What migrating fills, and no test with transactions of its own changes.
KEPT = {"auth_group", "auth_group_permissions", "auth_permission", "django_content_type"}


class Command(flush.Command):
    """Empty all tables but those that `migrate` fills."""

    def handle(self, **options: Any) -> None:
        """By one TRUNCATE, which waits for transactions that are still at work."""
        connection = connections[options["database"]]
        tables = connection.introspection.django_table_names(
            only_existing=True, include_views=False
        )
        emptied = [table for table in tables if table not in KEPT]
        connection.ops.execute_sql_flush(connection.ops.sql_flush(no_style(), emptied))
