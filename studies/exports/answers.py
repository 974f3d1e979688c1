"""The answers of a study: one row an answer, counted or why not."""

from collections.abc import Generator, Iterator, Sequence

from django.db.models import FloatField, Func, QuerySet, Value

from studies.exports.columns import (
    ANSWERED_AT,
    BLOCK,
    EXTERNAL_ID,
    EXTERNAL_SOURCE,
    JUDGE,
    KIND,
    MODE,
    ORDER,
    PANEL,
    RIGHT,
    STUDY,
    TRIAD,
    TRIAL_STATES,
    UTC,
    YES_NO,
    Cell,
    Column,
    ExactUtcText,
    UtcText,
    rows_of_query,
    yes_no,
)
from studies.exports.writing import Export
from studies.models import Answer, Study, Trial
from studies.models.judge import known_id
from studies.models.sample import Kind
from studies.models.triad import Mode
from studies.reading_record import changes_of_mind

MS = "milliseconds"
NO_RECORD = "whole number; empty without a record of the reading"
# What decides whether an answer counts, in the order of `why_not_counted`.
COUNTING = ("trial__state", "trial__mode", "trial__kind", "trial__triad__number", "evaluations")


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


def _jumps(jumps: Sequence[Sequence[int]] | None) -> str:
    return " ".join(f"{position}@{at}" for position, at in jumps or ())


def _text_columns(number: int, place: str) -> Iterator[Column]:
    path = f"trial__triad__{place}"
    yield Column(
        f"sample_{number}",
        path,
        meaning=f"Number of the {place} text: see texts.csv",
        values="integer",
        kind=int,
    )
    yield Column(
        f"subject_{number}",
        f"{path}__subject",
        meaning=f"Subject of the {place} text",
        values="A, B",
    )
    yield Column(
        f"item_{number}",
        f"{path}__item",
        meaning=f"What the {place} text is about",
        values="text",
    )
    yield Column(
        f"condition_{number}",
        f"{path}__condition",
        meaning=f"Condition of the {place} text",
        values="text or empty",
    )


COLUMNS = (
    STUDY.at("study_code"),
    PANEL.at("trial__judge__link__panel"),
    JUDGE.at("trial__judge__code"),
    EXTERNAL_SOURCE.at("trial__judge__source"),
    EXTERNAL_ID.at("known_id"),
    TRIAD.at("trial__triad__number"),
    BLOCK.at("trial__triad__block"),
    ORDER.at("trial__triad__order"),
    *_text_columns(1, "first"),
    *_text_columns(2, "second"),
    *_text_columns(3, "third"),
    Column(
        "odd_position",
        "trial__triad__odd_position",
        meaning="Where the text of the other subject stood",
        values="1, 2, 3",
        kind=int,
    ),
    Column(
        "chosen_position",
        meaning="Which text the judge chose",
        values="1, 2, 3",
        kind=int,
    ),
    Column(
        "correct",
        render=int,
        meaning="Whether the chosen text was the odd one",
        values=RIGHT,
        kind=int,
    ),
    Column(
        "first_held_at_utc",
        "first_held_utc",
        meaning="When the triad was first given to a judge: a sequential plan takes the answers "
        "in this order, then by triad",
        values=UTC,
    ),
    Column("shown_at_utc", "shown_utc", meaning="When the texts were shown", values=UTC),
    ANSWERED_AT.at("answered_utc"),
    Column(
        "seconds",
        meaning="Time from showing to storing",
        values="number, to a tenth",
        unit="seconds",
        kind=float,
    ),
    MODE.at("trial__mode"),
    KIND.at("trial__kind"),
    Column("state", "trial__state", meaning="State of the trial", values=TRIAL_STATES),
    Column(
        "counted",
        COUNTING,
        lambda *trial: "no" if why_not_counted(*trial) else "yes",
        meaning="Whether the answer stands for the study",
        values=YES_NO,
    ),
    Column(
        "not_counted_because",
        COUNTING,
        lambda *trial: why_not_counted(*trial),
        meaning="Why it does not count",
        values="withdrawn, pilot, practice, attention, surplus, beyond the plan; empty where it "
        "does",
    ),
    Column(
        "reason",
        meaning="Why, in the judge's words; asked after the choice",
        values="text or empty",
    ),
    Column(
        "sureness",
        meaning="How sure; asked after the choice",
        values="guess, not_sure, fairly_sure, certain; empty where not said",
    ),
    Column(
        "page_translated",
        render=yes_no,
        meaning="Whether the browser had translated the page",
        values=YES_NO,
    ),
    Column(
        "chosen_ms",
        "reading__chosen_ms",
        meaning="When the confirmed choice was made, since shown",
        values=NO_RECORD,
        unit=MS,
        kind=int,
        null=True,
    ),
    Column(
        "confirmed_ms",
        "reading__confirmed_ms",
        meaning="When it was confirmed, since shown, by the page's clock",
        values=NO_RECORD,
        unit=MS,
        kind=int,
        null=True,
    ),
    Column(
        "visible_ms",
        "reading__visible_ms",
        meaning="For how much of that the page was seen",
        values=NO_RECORD,
        unit=MS,
        kind=int,
        null=True,
    ),
    Column(
        "changes_of_mind",
        "reading__choices",
        lambda choices: None if choices is None else changes_of_mind(choices),
        meaning="How often another text was chosen than before",
        values=NO_RECORD,
        kind=int,
        null=True,
    ),
    Column(
        "jumps",
        "reading__jumps",
        _jumps,
        meaning="The texts that the judge jumped to by the row of codes, and when, since shown",
        values="position@milliseconds, one after the other: 2@5120 1@9040; empty without jumps",
        null=True,
    ),
    Column(
        "device",
        "reading__device",
        meaning="By what the page was last used",
        values="mouse, touch, pen, keyboard; empty where not known",
        null=True,
    ),
    Column(
        "width",
        "reading__width",
        meaning="Width of the page",
        values=NO_RECORD,
        unit="CSS pixels",
        kind=int,
        null=True,
    ),
    Column(
        "masked",
        "reading__masked",
        yes_no,
        meaning="Whether the sentences were covered",
        values="yes, no; empty without a record of the reading",
        null=True,
    ),
)


def answers_export(study: Study) -> Export:
    """Return every answer of a study, pilot and surplus ones too, in the order of their storing.

    The file holds no token and no trial code: a reader of it cannot answer in a judge's name.
    """
    answers = Answer.objects.filter(trial__study=study).order_by("pk")
    return Export(COLUMNS, answers.count(), answer_rows(study, answers))


def answer_rows(study: Study, answers: QuerySet[Answer]) -> Generator[Sequence[Cell], None, None]:
    """Yield these answers of a study as rows of `COLUMNS`."""
    found = answers.annotate(
        study_code=Value(str(study.code)),
        evaluations=Value(study.evaluations),
        known_id=known_id("trial__judge__"),
        first_held_utc=ExactUtcText("first_held_at"),
        shown_utc=UtcText("shown_at"),
        answered_utc=UtcText("answered_at"),
        seconds=Seconds("answered_at", "shown_at"),
    )
    return rows_of_query(found, COLUMNS)
