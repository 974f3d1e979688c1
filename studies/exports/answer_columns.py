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
    yes_no,
)
from studies.models import Study, Trial
from studies.models.judging.judge import known_id
from studies.models.judging.triad import Mode
from studies.models.sample import Kind

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
# What the page itself tells.
MS = "milliseconds"
NO_RECORD = "whole number; empty without a record of the reading"
PAGE_TRANSLATED = Column(
    "page_translated",
    render=yes_no,
    meaning="Whether the browser had translated the page",
    values=YES_NO,
)
CONFIRMED_MS = Column(
    "confirmed_ms",
    "reading__confirmed_ms",
    meaning="When it was confirmed, since shown, by the page's clock",
    values=NO_RECORD,
    unit=MS,
    kind=int,
    null=True,
)
VISIBLE_MS = Column(
    "visible_ms",
    "reading__visible_ms",
    meaning="How much of that time the page was visible",
    values=NO_RECORD,
    unit=MS,
    kind=int,
    null=True,
)
DEVICE = Column(
    "device",
    "reading__device",
    meaning="What the page was last used with",
    values="mouse, touch, pen, keyboard; empty where not known",
    null=True,
)
WIDTH = Column(
    "width",
    "reading__width",
    meaning="Width of the page",
    values=NO_RECORD,
    unit="CSS pixels",
    kind=int,
    null=True,
)
MASKED = Column(
    "masked",
    "reading__masked",
    yes_no,
    meaning="Whether the sentences were covered",
    values="yes, no; empty without a record of the reading",
    null=True,
)


class Seconds(Func):
    """The seconds between two times, to a tenth."""

    template = "round(extract(epoch FROM %(expressions)s), 1)::float8"
    arg_joiner = " - "
    output_field = FloatField()


def why_not_counted(state: str, mode: str, kind: str, number: int, evaluations: int) -> str:
    """Say why an answer does not count; empty where it does.

    The same rule as `studies.models.judging.trial.counted`, in words.
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
            values="withdrawn, pilot, practice, attention, repeat, surplus, excluded, beyond the "
            "plan; empty where it does",
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
