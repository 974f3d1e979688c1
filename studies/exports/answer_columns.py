"""Columns that files of answers, of sheets and of ratings have in common, and their values."""

from typing import Any

from django.db.models import FloatField, Func, Value
from django.db.models.expressions import Combinable

from studies.exports.columns import (
    ANSWERED_AT,
    EXTERNAL_ID,
    EXTERNAL_SOURCE,
    JUDGE,
    KIND,
    MODE,
    PANEL,
    STUDY,
    TRIAL_STATES,
    UTC,
    YES_NO,
    Column,
    UtcText,
)
from studies.models import Study, Trial
from studies.models.judge import known_id
from studies.models.sample import Kind
from studies.models.triad import Mode

SHOWN_AT = Column("shown_at_utc", "shown_utc", meaning="When the texts were shown", values=UTC)
ANSWERED = ANSWERED_AT.at("answered_utc")
SECONDS = Column(
    "seconds",
    meaning="Time from showing to the choice, or to the ratings of a sheet",
    values="number, to a tenth",
    unit="seconds",
    kind=float,
)
TIMES = (SHOWN_AT, ANSWERED, SECONDS)


class Seconds(Func):
    """The seconds between two times, to a tenth."""

    template = "round(extract(epoch FROM %(expressions)s), 1)::float8"
    arg_joiner = " - "
    output_field = FloatField()


def why_not_counted(state: str, mode: str, kind: str, number: int, evaluations: int) -> str:
    """Say why an answer does not count; empty where it does.

    The same rule as `studies.models.trial.counted`, in words.
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


def of_judge(answer: str = "") -> tuple[Column, ...]:
    """Return study and judge; `answer` is the path to the answer."""
    return (
        STUDY.at("study_code"),
        PANEL.at(f"{answer}trial__judge__link__panel"),
        JUDGE.at(f"{answer}trial__judge__code"),
        EXTERNAL_SOURCE.at(f"{answer}trial__judge__source"),
        EXTERNAL_ID.at("known_id"),
    )


def of_counting(answer: str = "") -> tuple[Column, ...]:
    """Return what decides whether the answer counts, and whether it does."""
    decides = (
        f"{answer}trial__state",
        f"{answer}mode",
        f"{answer}kind",
        f"{answer}number",
        "evaluations",
    )
    return (
        MODE.at(f"{answer}mode"),
        KIND.at(f"{answer}kind"),
        Column("state", f"{answer}trial__state", meaning="State of the trial", values=TRIAL_STATES),
        Column(
            "counted",
            decides,
            lambda *trial: "no" if why_not_counted(*trial) else "yes",
            meaning="Whether the answer stands for the study",
            values=YES_NO,
        ),
        Column(
            "not_counted_because",
            decides,
            lambda *trial: why_not_counted(*trial),
            meaning="Why it does not count",
            values="withdrawn, pilot, practice, attention, surplus, excluded, beyond the plan; "
            "empty where it does",
        ),
    )


def values_of(study: Study, answer: str = "") -> dict[str, Combinable | Any]:
    """Return what these columns read beside the fields, for `annotate`."""
    shown, answered = f"{answer}shown_at", f"{answer}answered_at"
    return {
        "study_code": Value(str(study.code)),
        "evaluations": Value(study.evaluations),
        "known_id": known_id(f"{answer}trial__judge__"),
        "shown_utc": UtcText(shown),
        "answered_utc": UtcText(answered),
        "seconds": Seconds(answered, shown),
    }
