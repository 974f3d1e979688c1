"""The sheets that judges rated: one row an answer. What answers.csv is to triads."""

from collections.abc import Generator, Mapping, Sequence
from itertools import groupby
from typing import Any

from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import OuterRef, QuerySet
from django.db.models.functions import JSONObject

from studies.exports.answer_columns import (
    CONFIRMED_MS,
    DEVICE,
    MASKED,
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
    SHEET,
    UTC,
    Cell,
    Column,
    ExactUtcText,
    rows_of_query,
)
from studies.exports.writing import Export
from studies.models import Answer, SheetText, Study

SHEET_OF = "trial__sheet__"
PLACES = "in the order of places, a blank between; + joins identical texts that were shown once"


def _by_place(name: str, texts: Sequence[Mapping[str, Any]]) -> str:
    """Write the texts of a sheet: “B A+C”."""
    places = groupby(texts, key=lambda text: text["place"])
    return " ".join("+".join(str(text[name]) for text in there) for _place, there in places)


COLUMNS = (
    *of_judge(),
    SHEET.at(f"{SHEET_OF}number"),
    BLOCK.at(f"{SHEET_OF}block"),
    Column(
        "question",
        f"{SHEET_OF}question",
        meaning="Number of what the sheet asks: its copies are for different judges",
        values="1 and up",
        kind=int,
    ),
    Column("item", f"{SHEET_OF}item", meaning="What the texts are about", values="text"),
    Column(
        "criterion",
        f"{SHEET_OF}criterion",
        meaning="By which criterion the texts were rated",
        values="see rating.criteria in plan.csv; empty: by all",
    ),
    Column(
        "systems",
        "texts",
        lambda texts: _by_place("system", texts),
        meaning="Who wrote the texts, by letter",
        values=PLACES,
    ),
    Column(
        "samples",
        "texts",
        lambda texts: _by_place("sample", texts),
        meaning="Numbers of the texts: see texts.csv",
        values=PLACES,
    ),
    Column(
        "first_held_at_utc",
        "first_held_utc",
        meaning="When the sheet was first given to a judge",
        values=UTC,
    ),
    *TIMES,
    *of_counting(),
    PAGE_TRANSLATED,
    CONFIRMED_MS,
    VISIBLE_MS,
    DEVICE,
    WIDTH,
    MASKED,
)


def sheets_export(study: Study) -> Export:
    """Return every rated sheet of a study in the order of storing; none in a study of triads."""
    answers = Answer.objects.of_sheets().filter(trial__study=study).order_by("pk")
    return Export(COLUMNS, answers.count(), sheet_rows(study, answers))


def sheet_rows(study: Study, answers: QuerySet[Answer]) -> Generator[Sequence[Cell], None, None]:
    """Yield these answers of a study as rows of `COLUMNS`."""
    texts = SheetText.objects.filter(sheet=OuterRef("trial__sheet"))
    each = JSONObject(place="place", system="sample__subject", sample="sample")
    found = answers.annotate(
        first_held_utc=ExactUtcText("first_held_at"),
        texts=ArraySubquery(texts.order_by("place", "sample__subject").values_list(each)),
        **values_of(study),
    )
    return rows_of_query(found, COLUMNS)
