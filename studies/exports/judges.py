"""Who took part in a study: ids, times and progress, no answers. For paying and for excluding."""

from datetime import datetime
from functools import partial
from typing import Any

from django.db.models import Count, Max, Q, Value
from django.db.models.functions import Coalesce

from studies.exports.columns import OUTCOME, Cell, Column, rows_of_query, yes_no
from studies.exports.writing import Export
from studies.models import Judge, Study, Trial
from studies.models.judging.judge import PANEL_PARAMETERS
from studies.models.judging.people import outcome
from studies.models.sample import Kind

# The platform's address for its own form tells nothing of the judge.
PARAMETERS = tuple(name for name in PANEL_PARAMETERS if name != "turkSubmitTo")
FINISHING = ("used", "evaluations_per_judge")


def _parameter(name: str, given: dict[str, Any]) -> Cell:
    value: Cell = given.get(name)
    return value


def _seconds(consented_at: datetime, last_at: datetime | None) -> Cell:
    """Write the time from consent to the last stored page."""
    if last_at is None:
        return None
    return round(max(0.0, (last_at - consented_at).total_seconds()), 1)


COLUMNS = (
    Column("judge", "code"),
    Column("panel", "link__panel"),
    Column("mode"),
    Column("external_source", "source"),
    Column("external_id"),
    *(Column(name, "panel_parameters", partial(_parameter, name)) for name in PARAMETERS),
    Column("started_at_utc", "consented_at"),
    Column(
        "finished_at_utc",
        ("last_at", *FINISHING),
        lambda last_at, used, wanted: last_at if used >= wanted else None,
    ),
    Column("seconds", ("consented_at", "last_at"), _seconds),
    Column("answers", "used"),
    Column("finished", FINISHING, lambda used, wanted: yes_no(used >= wanted)),
    OUTCOME,
    Column("same_browser_as", "same_browser_as__code"),
)


def judges_export(study: Study) -> Export:
    """Return every judge who began and has not withdrawn."""
    judges = Judge.objects.filter(study=study, withdrawn_at__isnull=True).order_by("pk")
    used = Q(trials__kind=Kind.MAIN, trials__state__in=Trial.USED_STATES)
    found = judges.annotate(
        evaluations_per_judge=Value(study.evaluations_per_judge),
        used=Count("trials", filter=used),
        outcome=outcome(study),
        last_at=Coalesce("last_stored_at", Max("trials__answer__answered_at")),
    )
    return Export(COLUMNS, judges.count(), rows_of_query(found, COLUMNS))
