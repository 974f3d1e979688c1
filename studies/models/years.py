"""Days and moments that a study can have."""

from datetime import UTC, date, datetime, timedelta

from django.core.exceptions import ValidationError
from django.db.models import Q

FIRST_YEAR, LAST_YEAR = 1990, 2200


def check_year(day: date) -> None:
    """Refuse a day or moment that no study has: a time zone may push it out of the calendar."""
    if not FIRST_YEAR <= day.year <= LAST_YEAR:
        raise ValidationError(f"Choose a year from {FIRST_YEAR} to {LAST_YEAR}.")


def within_years(column: str, *, days: bool = False) -> Q:
    """Return the condition that a column is empty or within these years, in any time zone."""
    first = datetime(FIRST_YEAR, 1, 1, tzinfo=UTC) - timedelta(days=1)
    last = datetime(LAST_YEAR + 1, 1, 1, tzinfo=UTC) + timedelta(days=1)
    ends = (first.date(), last.date()) if days else (first, last)
    return Q(**{f"{column}__isnull": True}) | Q(**{f"{column}__range": ends})
