"""`flush` between tests: Django's own takes ten times as long.

It fills again what `migrate` has filled, and TRUNCATE makes hundreds of files anew. Here rows are
deleted, in any order, by who may pass the rules of the tables by.
"""

import os
from collections.abc import Sequence
from typing import Any

import psycopg2
from django.core.management.color import no_style
from django.core.management.commands import flush
from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper

from triadsurvey.localstack.postgres import SUPERUSER

# What migrating fills, and no test with transactions of its own changes.
KEPT = {"auth_group", "auth_group_permissions", "auth_permission", "django_content_type"}
# Deleted rows keep their place: tables that have grown so large are made anew.
MOST_BYTES = 8 * 1024 * 1024
SIZE = "SELECT sum(pg_table_size(oid)) FROM pg_class WHERE relkind = 'r' AND relname = ANY(%s)"


class Command(flush.Command):
    """Empty all tables but those that `migrate` fills."""

    def handle(self, **options: Any) -> None:
        """Wait for transactions that are still at work, and empty all at once."""
        connection = connections[options["database"]]
        tables = connection.introspection.django_table_names(
            only_existing=True, include_views=False
        )
        emptied = [table for table in tables if table not in KEPT]
        if "TEST_DATABASE_URL" in os.environ or _size(connection, emptied) > MOST_BYTES:
            connection.ops.execute_sql_flush(connection.ops.sql_flush(no_style(), emptied))
        else:
            _delete(connection, emptied)


def _size(connection: BaseDatabaseWrapper, tables: Sequence[str]) -> int:
    with connection.cursor() as cursor:
        cursor.execute(SIZE, [list(tables)])
        (size,) = cursor.fetchone()
    return int(size)


def _delete(connection: BaseDatabaseWrapper, tables: Sequence[str]) -> None:
    names = [connection.ops.quote_name(table) for table in tables]
    with connection.cursor() as cursor:
        address = dict(cursor.connection.get_dsn_parameters())
    superuser = psycopg2.connect(host=address["host"], dbname=address["dbname"], user=SUPERUSER)
    try:
        with superuser, superuser.cursor() as cursor:
            cursor.execute("SET LOCAL session_replication_role = replica")  # no trigger, no key
            cursor.execute("SET LOCAL lock_timeout = '60s'")
            cursor.execute(f"LOCK TABLE {', '.join(names)} IN ACCESS EXCLUSIVE MODE")
            cursor.execute(";".join(f"DELETE FROM {name}" for name in names))  # noqa: S608 - quoted
    finally:
        superuser.close()
