"""The answers of a study: one row an answer, counted or why not."""

from collections.abc import Generator, Iterator, Sequence

from django.db.models import QuerySet

from studies.exports.answer_columns import (
    CONFIRMED_MS,
    DEVICE,
    MASKED,
    MS,
    NO_RECORD,
    PAGE_TRANSLATED,
    TIMES,
    VISIBLE_MS,
    WIDTH,
    of_counting,
    of_judge,
    values_of,
)
from studies.exports.columns import (
    BLOCK,
    ORDER,
    RIGHT,
    TRIAD,
    UTC,
    Cell,
    Column,
    ExactUtcText,
    rows_of_query,
)
from studies.exports.writing import Export
from studies.models import Answer, Study
from studies.reading_record import changes_of_mind


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
    *of_judge(),
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
    *TIMES,
    *of_counting(),
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
    PAGE_TRANSLATED,
    Column(
        "chosen_ms",
        "reading__chosen_ms",
        meaning="When the confirmed choice was made, since shown",
        values=NO_RECORD,
        unit=MS,
        kind=int,
        null=True,
    ),
    CONFIRMED_MS,
    VISIBLE_MS,
    Column(
        "changes_of_mind",
        "reading__choices",
        lambda choices: None if choices is None else changes_of_mind(choices),
        meaning="How often the choice moved to another text",
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
    DEVICE,
    WIDTH,
    MASKED,
)


def answers_export(study: Study) -> Export:
    """Return every choice of a study, pilot and surplus ones too, in the order of their storing.

    None in a rating study: its answers are sheets. The file holds no token and no trial code: a
    reader of it cannot answer in a judge's name.
    """
    answers = Answer.objects.choices().filter(trial__study=study).order_by("pk")
    return Export(COLUMNS, answers.count(), answer_rows(study, answers))


def answer_rows(study: Study, answers: QuerySet[Answer]) -> Generator[Sequence[Cell], None, None]:
    """Yield these answers of a study as rows of `COLUMNS`."""
    found = answers.annotate(first_held_utc=ExactUtcText("first_held_at"), **values_of(study))
    return rows_of_query(found, COLUMNS)
