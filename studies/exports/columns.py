"""A column of a file, said once: its name, where its value comes from, and what it means."""

from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from datetime import datetime
from operator import attrgetter, itemgetter
from typing import Any, cast
from uuid import UUID

from django.db.models import CharField, Func, QuerySet

Cell = str | int | float | datetime | None

UTC = "ISO 8601 in UTC, empty where it did not happen"
YES_NO = "yes, no"
RIGHT = "1 right, 0 wrong"
TRIAL_STATES = "held, answered, surplus, lapsed, withdrawn, excluded"
SHA256 = "64 hexadecimal digits"


@dataclass(frozen=True, slots=True)
class Column:
    """One column of a CSV file.

    Its value stands at `path` (by default its name) of a query, or of a row's object; of several
    paths `render` makes one value. `meaning`, `values` and `unit` are its line in the report's
    codebook, `kind` and `null` its type in the API.
    """

    name: str
    path: str | tuple[str, ...] = ""
    render: Callable[..., Cell] | None = None
    meaning: str = ""
    values: str = ""
    unit: str = ""
    kind: type = str
    null: bool = False

    @property
    def paths(self) -> tuple[str, ...]:
        return (self.path or self.name,) if isinstance(self.path, str) else self.path

    def at(self, path: str, *, null: bool = False) -> "Column":
        """Return the same column with another path to its value, for another file."""
        return replace(self, path=path, null=null or self.null)


def yes_no(value: bool | None) -> str | None:  # noqa: FBT001 - a cell's value
    """Write a truth value for people; None stays empty."""
    return None if value is None else "yes" if value else "no"


class UtcText(Func):
    """A time as `studies.exports.writing.utc` writes it.

    PostgreSQL writes it while Python writes the file: a third less time a row.
    """

    template = """to_char(%(expressions)s AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')"""
    output_field = CharField()


class ExactUtcText(UtcText):
    """A time to the microsecond, by which rows can be put into the database's own order."""

    template = """to_char(%(expressions)s AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')"""


# Columns of several files.
STUDY = Column("study", meaning="Public code of the study", values="UUID", kind=UUID)
PANEL = Column(
    "panel",
    meaning="Group that the judge came with: the label of the recruitment link",
    values="text",
)
JUDGE = Column(
    "judge",
    meaning="Random code of the judge",
    values="j and 11 hexadecimal digits; 12 digits before version 0.2.0",
)
EXTERNAL_SOURCE = Column(
    "external_source", meaning="Where the judge's external id comes from", values="text or empty"
)
EXTERNAL_ID = Column(
    "external_id",
    meaning="The judge's id elsewhere, as the recruitment link gave it",
    values="text",
)
OUTCOME = Column(
    "outcome",
    meaning="What became of the judge, as people are counted: has completed, reads now, found the "
    "study full or no place for further texts, left, withdrew",
    values="completed, reading, study_full, no_place, left, withdrawn",
)
TRIAD = Column("triad", meaning="Number of the triad within its mode", values="1 and up", kind=int)
BLOCK = Column(
    "block",
    meaning="Block of triads that holds each order once, or of sheets that holds each question "
    "once",
    values="1 and up",
    kind=int,
)
SHEET = Column("sheet", meaning="Number of the sheet within its mode", values="1 and up", kind=int)
ORDER = Column(
    "order",
    meaning="Subjects of the three texts from first to third",
    values="ABB, ABA, AAB, BAA, BAB, BBA",
)
MODE = Column(
    "mode",
    meaning="Whether it was made to count or to try things out",
    values="live, pilot; pilot ones never count",
)
KIND = Column(
    "kind",
    meaning="What the text, triad, sheet or trial is for",
    values="main, practice, attention, repeat (the judge's own sheet again); only main ones count",
)
LANGUAGE = Column(
    "language",
    meaning="Language of the text, or of the judge's pages",
    values="language tag or empty",
)
ANSWERED_AT = Column("answered_at_utc", meaning="When the choice was made", values=UTC)


def rows_of_query(
    query: QuerySet[Any, Any], columns: Sequence[Column], *, at_once: int = 2000
) -> Generator[Sequence[Cell], None, None]:
    """Yield the rows of a query, fetched piece by piece; closing it closes the cursor."""
    paths = _paths(columns)
    found = query.values_list(*paths).iterator(chunk_size=at_once)
    with closing(cast("Generator[Any, None, None]", found)) as rows:
        yield from map(_renderer(columns, paths), rows)


def rows_of_objects(
    objects: Iterable[object], columns: Sequence[Column]
) -> Generator[Sequence[Cell], None, None]:
    """Yield a row for each object; paths are those of its attributes, with dots."""
    paths = _paths(columns)
    getters = [attrgetter(path) for path in paths]
    render = _renderer(columns, paths)
    for one in objects:
        yield render([get(one) for get in getters])


def _paths(columns: Sequence[Column]) -> list[str]:
    return list(dict.fromkeys(path for column in columns for path in column.paths))


def _renderer(
    columns: Sequence[Column], paths: Sequence[str]
) -> Callable[[Sequence[Any]], Sequence[Cell]]:
    """Return what makes a row of the values of its paths; a file has at least two columns.

    Most columns are their value as it is: only the others cost a call.
    """
    place = {path: number for number, path in enumerate(paths)}
    sources = [[place[path] for path in column.paths] for column in columns]
    first_values = itemgetter(*(source[0] for source in sources))
    rendered = [
        (number, column.render, itemgetter(*sources[number]), len(sources[number]) > 1)
        for number, column in enumerate(columns)
        if column.render
    ]

    def render(values: Sequence[Any]) -> Sequence[Cell]:
        cells = list(first_values(values))
        for number, function, source, several in rendered:
            found = source(values)
            cells[number] = function(*found) if several else function(found)
        return cells

    return render
