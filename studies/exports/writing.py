"""Rows into CSV that a spreadsheet does not take for formulas."""

import csv
import io
import math
import re
from collections.abc import Generator, Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import islice

from studies.exports.columns import Cell, Column

BOM = "\ufeff"
ROWS_PER_CHUNK = 500
# A spreadsheet calculates cells that begin like this. Cells that begin like a guarded one are
# guarded too, so that taking one apostrophe off gives every text back as it was.
_SUSPICIOUS = frozenset("=+-@\t\r'")
_FORMULA = re.compile(r"'*[=+\-@\t\r]")


@dataclass(frozen=True, slots=True)
class Export:
    """A file to be written: its columns, the number of its rows, and the rows.

    The rows are a generator, so that they can be closed in the middle: they may hold a cursor of
    the database, which must be closed before its transaction ends.
    """

    columns: Sequence[Column]
    count: int
    rows: Generator[Sequence[Cell], None, None]


def guarded(text: str) -> str:
    """Put an apostrophe before a text that a spreadsheet would take for a formula."""
    return f"'{text}" if _FORMULA.match(text) else text


def unguarded(text: str) -> str:
    """Undo `guarded`; for programs that read an export."""
    return text[1:] if text.startswith("'") and _FORMULA.match(text) else text


def utc(time: datetime | None) -> str:
    """Write a time as ISO 8601 in UTC, with Z; None becomes empty."""
    if time is None:
        return ""
    return time.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def csv_chunks(export: Export, *, spreadsheet: str = "") -> Generator[bytes, None, None]:
    """Yield the file piece by piece, with commas, for programs.

    For a `spreadsheet` that expects this separator it begins with a mark of UTF-8; where that is a
    semicolon, the decimal point is a comma.
    """
    if spreadsheet:
        yield BOM.encode()
    separator = spreadsheet or ","
    yield _lines([[column.name for column in export.columns]], separator)
    with closing(export.rows) as rows:
        while batch := list(islice(rows, ROWS_PER_CHUNK)):
            yield _lines(batch, separator)


def _lines(rows: Iterable[Sequence[Cell]], separator: str) -> bytes:
    out = io.StringIO()
    cells = map(_safe, rows)
    if separator == ";":
        cells = map(_with_decimal_commas, cells)
    csv.writer(out, delimiter=separator, lineterminator="\r\n").writerows(cells)
    return out.getvalue().encode()


def _safe(row: Sequence[Cell]) -> list[str | int | float]:
    # Most cells are numbers and harmless texts: a call for each would double the time of a file.
    return [
        value
        if type(value) is int or (type(value) is str and value[:1] not in _SUSPICIOUS)
        else _cell(value)
        for value in row
    ]


def _with_decimal_commas(row: Sequence[str | int | float]) -> list[str | int | float]:
    return [str(cell).replace(".", ",") if type(cell) is float else cell for cell in row]


def _cell(value: Cell) -> str | int | float:
    if isinstance(value, str):
        return guarded(value)
    if isinstance(value, datetime):
        return utc(value)
    if isinstance(value, float) and not math.isfinite(value):
        return ""  # no program reads infinity as the others do
    return "" if value is None else value
