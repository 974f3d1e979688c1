"""The day by the database's clock: web servers and workers may each have another one."""

from datetime import date

from django.db import connection


def today() -> date:
    """Return the day of this moment in the time zone of the site, UTC."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT (now() AT TIME ZONE 'UTC')::date")
        [day] = cursor.fetchone()
    return day  # type: ignore[no-any-return]  # a date
