"""The tables that only the report has: trials, judges, plan and amendments."""

import json
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import closing
from typing import Any, cast

from django.db.models import Count, Q, QuerySet

from studies.exports import Export, amendments_in_words
from studies.exports.answers import UtcText
from studies.exports.snapshot import reading
from studies.exports.writing import Cell
from studies.models import Amendment, Judge, Study, Trial
from studies.models.judge import known_id
from studies.models.trial import counted
from studies.questionnaire import questions_of
from studies.services.lifecycle import frozen_plan

FETCHED_AT_ONCE = 2000
TRIALS = (
    *("judge", "panel", "triad", "block", "order", "mode", "kind", "state"),
    *("held_at_utc", "renewals", "answered_at_utc"),
)
JUDGES = (
    *("judge", "panel", "mode", "personal", "external_source", "external_id", "language"),
    *("consent_sha256", "consented_at_utc", "withdrawn_at_utc"),
    *("excluded_at_utc", "excluded_because"),
    *("trials", "counted", "correct", "reads_whole"),
)
# Before the name of each of the study's own questions.
QUESTION = "q_"
PLAN = ("name", "value")
AMENDMENTS = (
    *("number", "kind", "evaluations_before", "evaluations_after", "after_looking"),
    *("at_utc", "who", "reason"),
)


def trials_of(study: Study) -> Export:
    """Every trial, answered or not; without its code, which is a permission to answer."""
    trials = Trial.objects.filter(study=study).order_by("pk")
    rows = trials.annotate(
        held_utc=UtcText("held_at"), answered_utc=UtcText("answer__answered_at")
    ).values_list(
        *("judge__code", "judge__link__panel"),
        *("triad__number", "triad__block", "triad__order"),
        *("mode", "kind", "state", "held_utc", "renewals", "answered_utc"),
    )
    return Export(TRIALS, trials.count(), _rows(rows))


def judges_of(study: Study) -> Export:
    """Every judge by code, what came of it and what it answered; no names, links, form keys."""
    questions = [question.key for question in questions_of(study.questionnaire)]
    judges = Judge.objects.filter(study=study)
    rows = (
        judges.annotate(
            consented_utc=UtcText("consented_at"),
            withdrawn_utc=UtcText("withdrawn_at"),
            excluded_utc=UtcText("excluded_at"),
            known_id=known_id(),
            served=Count("trials"),
            counted=Count("trials", filter=counted("trials__")),
            right=Count("trials", filter=counted("trials__") & Q(trials__answer__correct=True)),
        )
        .order_by("pk")
        .values_list(
            *("code", "link__panel", "mode", "personal", "source", "known_id", "language"),
            *("consent_sha256", "consented_utc", "withdrawn_utc", "excluded_utc", "excluded_why"),
            *("served", "counted", "right"),
            *("reads_whole", "questionnaire"),
        )
    )
    columns = (*JUDGES, *(f"{QUESTION}{key}" for key in questions))
    return Export(columns, judges.count(), _with_answers(rows, questions))


def _rows(found: QuerySet[Any, Any]) -> Generator[Sequence[Cell], None, None]:
    with reading(found, at_once=FETCHED_AT_ONCE) as rows:
        for row in rows:
            yield tuple(_yes(cell) if isinstance(cell, bool) else cell for cell in row)


def _with_answers(
    found: QuerySet[Any, Any], questions: Sequence[str]
) -> Generator[Sequence[Cell], None, None]:
    """Judges, each with an answer to every question in the place of all answers together."""
    with closing(_rows(found)) as rows:
        for *row, answers in rows:
            given = cast("dict[str, Cell]", answers)
            yield (*row, *(given.get(key) for key in questions))


def _yes(*parts: bool) -> str:
    return "yes" if all(parts) else "no"


def plan_json(study: Study) -> str:
    """The frozen plan exactly as it was hashed; of a draft, what would be frozen now."""
    return study.plan_json or frozen_plan.canonical_json(study)


def plan_of(study: Study, plan: str) -> Export:
    """The plan as names and values; a name within another stands behind a dot."""
    rows = [
        *_flat(json.loads(plan)),
        ("plan_sha256", study.plan_sha256),
        ("frozen", _yes(bool(study.plan_json))),
        ("amendments", amendments_in_words(study)),
    ]
    return listed(PLAN, rows)


def _flat(value: Any, name: str = "") -> Iterator[tuple[str, Cell]]:
    parts: Iterable[tuple[Any, Any]]
    if isinstance(value, dict):
        parts = value.items()
    elif isinstance(value, list):
        parts = enumerate(value, start=1)
    else:
        yield name, _yes(value) if isinstance(value, bool) else value
        return
    for key, part in parts:
        yield from _flat(part, f"{name}.{key}" if name else str(key))


def amendments_of(study: Study) -> Export:
    """Every change of the plan after opening: who, when, why, and whether after looking."""
    found = Amendment.objects.filter(study=study).select_related("who")
    rows = [
        (
            *(number, change.kind, change.old_evaluations, change.new_evaluations),
            *(_yes(change.after_looking), change.at, str(change.who), change.why),
        )
        for number, change in enumerate(found, start=1)
    ]
    return listed(AMENDMENTS, rows)


def listed(columns: Sequence[str], rows: Sequence[Sequence[Cell]]) -> Export:
    """Rows that are all there already."""
    return Export(columns, len(rows), _each(rows))


def _each(rows: Sequence[Sequence[Cell]]) -> Generator[Sequence[Cell], None, None]:
    yield from rows
