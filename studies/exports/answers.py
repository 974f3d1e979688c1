"""The answers of a study: one row an answer, counted or why not."""

from collections.abc import Generator, Sequence
from typing import Any

from django.db.models import CharField, FloatField, Func, QuerySet

from studies.exports.snapshot import reading
from studies.exports.writing import Cell, Export
from studies.models import Answer, Study, Trial
from studies.models.judge import known_id
from studies.models.sample import Kind
from studies.models.triad import Mode
from studies.reading_record import changes_of_mind

FETCHED_AT_ONCE = 2000

COLUMNS = (
    *("study", "panel", "judge", "external_source", "external_id"),
    *("triad", "block", "order"),
    *("sample_1", "subject_1", "item_1"),
    *("sample_2", "subject_2", "item_2"),
    *("sample_3", "subject_3", "item_3"),
    *("odd_position", "chosen_position", "correct"),
    *("shown_at_utc", "answered_at_utc", "seconds"),
    *("mode", "kind", "state", "counted", "not_counted_because", "reason", "sureness"),
    *("page_translated", "chosen_ms", "confirmed_ms", "visible_ms", "changes_of_mind"),
    *("device", "width", "masked"),
)
_PATHS = (
    *("trial__judge__link__panel", "trial__judge__code"),
    *("trial__judge__source", "known_id"),
    *("trial__triad__number", "trial__triad__block", "trial__triad__order"),
    *(
        f"trial__triad__{place}{part}"
        for place in ("first", "second", "third")
        for part in ("", "__subject", "__item")
    ),
    *("trial__triad__odd_position", "chosen_position", "correct"),
    *("shown_utc", "answered_utc", "seconds", "trial__mode", "trial__kind", "trial__state"),
    *("reason", "sureness", "page_translated"),
    *(f"reading__{part}" for part in ("chosen_ms", "confirmed_ms", "visible_ms", "choices")),
    *(f"reading__{part}" for part in ("device", "width", "masked")),
)
# How many of these the trial comes with, after its state.
_SAID = 10
# PostgreSQL writes times and differences while we write the rest: a third less time a row.
_ISO = """YYYY-MM-DD"T"HH24:MI:SS.MS"Z\""""


class UtcText(Func):
    """A time as `studies.exports.writing.utc` writes it."""

    template = f"to_char(%(expressions)s AT TIME ZONE 'UTC', '{_ISO}')"
    output_field = CharField()


class Seconds(Func):
    """How many seconds lie between two times, to a tenth."""

    template = "round(extract(epoch FROM %(expressions)s), 1)::float8"
    arg_joiner = " - "
    output_field = FloatField()


def answers_of(study: Study) -> Export:
    """Every answer of a study, pilot and surplus ones too, in the order of their storing.

    No token, no trial code: whoever gets the file cannot answer in a judge's name.
    """
    answers = Answer.objects.filter(trial__study=study).order_by("pk")
    return Export(COLUMNS, answers.count(), rows_of(study, answers))


def rows_of(study: Study, answers: QuerySet[Answer]) -> Generator[Sequence[Cell], None, None]:
    """These answers of a study as rows of `COLUMNS`, fetched piece by piece."""
    found = answers.annotate(
        known_id=known_id("trial__judge__"),
        shown_utc=UtcText("shown_at"),
        answered_utc=UtcText("answered_at"),
        seconds=Seconds("answered_at", "shown_at"),
    ).values_list(*_PATHS)
    code, evaluations = str(study.code), study.evaluations
    with reading(found, at_once=FETCHED_AT_ONCE) as rows:
        for row in rows:
            *values, correct, shown, answered, seconds, mode, kind, state = row[:-_SAID]
            number: int = values[4]
            reason = why_not_counted(
                state=state, mode=mode, kind=kind, number=number, evaluations=evaluations
            )
            times = (shown, answered, seconds)
            counted = "no" if reason else "yes"
            trial = (mode, kind, state, counted, reason)
            yield (code, *values, int(correct), *times, *trial, *_said(row[-_SAID:]))


def _said(said: Sequence[Any]) -> tuple[Cell, ...]:
    """What a judge and the page said of an answer; empty where there is no record of a reading."""
    why, sure, translated, chosen, confirmed, visible, choices, device, width, masked = said
    yes = {True: "yes", False: "no"}
    return (
        *(why, sure, yes[translated], chosen, confirmed, visible),
        *(None if choices is None else changes_of_mind(choices), device, width),
        yes.get(masked),
    )


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
