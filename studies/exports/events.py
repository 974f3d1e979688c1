"""The history of a study: what happened, when, by whom and why."""

import json
from typing import Any

from studies.exports.columns import Column, rows_of_query
from studies.exports.writing import Export
from studies.models import Event, Study


def _label(what: str) -> str:
    return str(Event.What(what).label) if what in Event.What.values else what


def _details(details: dict[str, Any]) -> str:
    return json.dumps(details, ensure_ascii=False, sort_keys=True) if details else ""


COLUMNS = (
    Column("at_utc", "at"),
    Column("who", "who__email"),
    Column("what", "what", _label),
    Column("why"),
    Column("details", "details", _details),
)


def events_export(study: Study) -> Export:
    """Return every event, the oldest first."""
    events = Event.objects.filter(study=study).order_by("pk")
    return Export(COLUMNS, events.count(), rows_of_query(events, COLUMNS))
