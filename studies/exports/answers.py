"""The answers of a study: one row an answer, counted or why not."""

from collections.abc import Generator, Sequence
from datetime import datetime
from typing import Any

from django.db.models import QuerySet

from studies.exports.snapshot import reading
from studies.exports.writing import Cell, Export
from studies.models import Answer, Study, Trial
from studies.models.sample import Kind
from studies.models.triad import Mode

FETCHED_AT_ONCE = 2000

COLUMNS = (
    *("study", "panel", "judge", "external_source", "external_id"),
    *("triad", "block", "order"),
    *("sample_1", "subject_1", "item_1"),
    *("sample_2", "subject_2", "item_2"),
    *("sample_3", "subject_3", "item_3"),
    *("odd_position", "chosen_position", "correct"),
    *("shown_at_utc", "answered_at_utc", "seconds"),
    *("mode", "kind", "state", "counted", "not_counted_because"),
)
_PATHS = (
    *("trial__judge__link__panel", "trial__judge__code"),
    *("trial__judge__source", "trial__judge__external_id"),
    *("trial__triad__number", "trial__triad__block", "trial__triad__order"),
    *(
        f"trial__triad__{place}{part}"
        for place in ("first", "second", "third")
        for part in ("", "__subject", "__item")
    ),
    *("trial__triad__odd_position", "chosen_position", "correct"),
    *("shown_at", "answered_at", "trial__mode", "trial__kind", "trial__state"),
)


def answers_of(study: Study) -> Export:
    """Every answer of a study, pilot and surplus ones too, in the order of their storing.

    No token, no trial code: whoever gets the file cannot answer in a judge's name.
    """
    answers = Answer.objects.filter(trial__study=study).order_by("pk")
    return Export(COLUMNS, answers.count(), _rows(study, answers.values_list(*_PATHS)))


def _rows(study: Study, answers: QuerySet[Any, Any]) -> Generator[Sequence[Cell], None, None]:
    code, evaluations = str(study.code), study.evaluations
    with reading(answers, at_once=FETCHED_AT_ONCE) as rows:
        for *values, correct, shown_at, answered_at, mode, kind, state in rows:
            number: int = values[4]
            reason = why_not_counted(
                state=state, mode=mode, kind=kind, number=number, evaluations=evaluations
            )
            times = (shown_at, answered_at, _seconds(shown_at, answered_at))
            counted = "no" if reason else "yes"
            yield (code, *values, int(correct), *times, mode, kind, state, counted, reason)


def _seconds(shown_at: datetime, answered_at: datetime) -> float:
    return round((answered_at - shown_at).total_seconds(), 1)


def why_not_counted(*, state: str, mode: str, kind: str, number: int, evaluations: int) -> str:
    """Why an answer does not stand for its study; empty where it counts.

    The same rule as `TrialQuerySet.counted`, in words.
    """
    if state == Trial.State.WITHDRAWN:
        return "withdrawn"
    if mode == Mode.PILOT:
        return "pilot"
    if kind != Kind.MAIN:
        return kind
    if state != Trial.State.ANSWERED:
        return state
    return "beyond the plan" if number > evaluations else ""
