"""How lists write progress and moments."""

from datetime import datetime

from django.template.defaultfilters import date as date_filter
from django.utils import timezone


def moment(at: datetime | None) -> str:
    """Write a moment in the reader's time zone, with the zone; a dash for None."""
    if at is None:
        return "–"
    return date_filter(timezone.localtime(at), "Y-m-d H:i T")


def of(done: int, planned: int) -> str:
    """Write progress: 61 of 98."""
    return f"{done} of {planned}"
