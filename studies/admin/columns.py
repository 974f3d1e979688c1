"""Numbers and moments in lists."""

from datetime import datetime
from typing import Any

from django.db.models import Count, IntegerField, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.template.defaultfilters import date as date_filter
from django.utils import timezone


def number_of(rows: QuerySet[Any], by: str) -> Coalesce:
    """Count, in the outer query, the `rows` that are filtered to its row by column `by`."""
    counted = rows.order_by().values(by).annotate(number=Count("pk")).values("number")
    return Coalesce(Subquery(counted, output_field=IntegerField()), 0)


def moment(at: datetime | None) -> str:
    """Write a moment in the reader's time zone, with the zone; a dash for None."""
    if at is None:
        return "–"
    return date_filter(timezone.localtime(at), "Y-m-d H:i T")


def of(done: int, planned: int) -> str:
    """Write progress: 61 of 98."""
    return f"{done} of {planned}"
