"""Numbers and moments in lists: counted in the list's own query, and written the same way."""

from datetime import datetime
from typing import Any

from django.db.models import Count, IntegerField, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.template.defaultfilters import date as date_filter
from django.utils import timezone


def number_of(rows: QuerySet[Any], by: str) -> Coalesce:
    """How many of `rows` belong to the outer row, to which they are filtered by column `by`."""
    counted = rows.order_by().values(by).annotate(number=Count("pk")).values("number")
    return Coalesce(Subquery(counted, output_field=IntegerField()), 0)


def moment(at: datetime | None) -> str:
    """A moment in the reader's time zone, with the zone's name; a dash where there is none."""
    if at is None:
        return "–"
    return date_filter(timezone.localtime(at), "Y-m-d H:i T")


def of(done: int, planned: int) -> str:
    """Progress: 61 of 98."""
    return f"{done} of {planned}"
