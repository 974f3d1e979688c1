"""Text into rows: a CSV file with commas, semicolons or tabs, or a table pasted from a sheet."""

import csv
import io
from collections.abc import Iterator
from dataclasses import dataclass

from studies.stimuli.decoding import MAX_BYTES
from studies.stimuli.errors import UploadError

REQUIRED_COLUMNS = ("subject", "item", "text")
OPTIONAL_COLUMNS = ("context", "language", "direction")
COLUMNS = REQUIRED_COLUMNS + OPTIONAL_COLUMNS
DELIMITERS = (",", ";", "\t")

MAX_ROWS = 100_000
# Characters.
MAX_TEXT = 50_000
MAX_CONTEXT = 50_000
MAX_ITEM = 200
# A file's names of columns are shown to the researcher: not more of them than can be read.
_MAX_NAMES, _MAX_NAME = 50, 80


@dataclass(frozen=True, slots=True)
class Row:
    """One row as it stands in the file.

    `number` is what a spreadsheet shows beside it (the column names are row 1). Text and context
    are exact except that every line break is a line feed; the labels are trimmed, and the
    direction is in small letters, "auto" where the file says none. `surplus`
    counts filled cells to the right of the last column.
    """

    number: int
    subject: str
    item: str
    text: str
    context: str = ""
    language: str = ""
    direction: str = "auto"
    surplus: int = 0


@dataclass(frozen=True, slots=True)
class Table:
    """A file's columns, and its rows as often as they are asked for."""

    columns: tuple[str, ...]  # those we know, in our order
    ignored: tuple[str, ...]  # all others, by the names they have in the file
    delimiter: str
    _content: str
    _places: dict[str, int]
    _width: int

    def rows(self) -> Iterator[Row]:
        """The rows that hold anything. Raises `UploadError`: bad_quotes, too_many_rows, no_rows."""
        records = _records(self._content, self.delimiter)
        next(records)  # the column names
        count = 0
        for number, cells in records:
            count += 1
            if count > MAX_ROWS:
                raise UploadError("too_many_rows", limit=MAX_ROWS)
            yield self._row(number, cells)
        if not count:
            raise UploadError("no_rows")

    def _row(self, number: int, cells: list[str]) -> Row:
        def cell(name: str) -> str:
            place = self._places.get(name, len(cells))
            return cells[place] if place < len(cells) else ""

        return Row(
            number=number,
            subject=cell("subject").strip(),
            item=cell("item").strip(),
            text=_line_feeds(cell("text")),
            context=_line_feeds(cell("context")),
            language=cell("language").strip(),
            direction=cell("direction").strip().casefold() or "auto",
            surplus=sum(bool(extra.strip()) for extra in cells[self._width :]),
        )


def read_rows(text: str) -> Table:
    """The table in `text`: its first line that is not blank names the columns, in any case.

    Raises `UploadError`: empty_file, missing_columns, duplicate_columns, bad_quotes; the rest of
    what can be wrong shows when the rows are read.
    """
    text = text.removeprefix("\ufeff")
    delimiter = max(DELIMITERS, key=lambda d: _recognised(text, d))
    header = _header(text, delimiter)
    names = [name.strip().casefold() for name in header]
    _refuse_columns(names, header)
    return Table(
        columns=tuple(name for name in COLUMNS if name in names),
        ignored=tuple(
            _shown(name)
            for name in header
            if name.strip() and name.strip().casefold() not in COLUMNS
        )[:_MAX_NAMES],
        delimiter=delimiter,
        _content=text,
        _places={name: names.index(name) for name in COLUMNS if name in names},
        _width=len(header),
    )


def _header(text: str, delimiter: str) -> list[str]:
    try:
        _, header = next(_records(text, delimiter))
    except StopIteration:
        raise UploadError("empty_file") from None
    return header


def _recognised(text: str, delimiter: str) -> tuple[int, int]:
    """How well a separator cuts the first line: columns that we know, then columns at all."""
    try:
        header = _header(text, delimiter)
    except UploadError as error:
        if error.code == "empty_file":
            raise
        return 0, 0  # `"subject";"item"` is badly quoted for a comma only
    names = {name.strip().casefold() for name in header}
    return len(names.intersection(COLUMNS)), len(header)


def _refuse_columns(names: list[str], header: list[str]) -> None:
    twice = [name for name in COLUMNS if names.count(name) > 1]
    if twice:
        raise UploadError("duplicate_columns", columns=", ".join(twice))
    missing = [name for name in REQUIRED_COLUMNS if name not in names]
    if missing:
        found = ", ".join(_shown(name) for name in header[:_MAX_NAMES])
        raise UploadError("missing_columns", missing=", ".join(missing), found=found)


def _records(text: str, delimiter: str) -> Iterator[tuple[int, list[str]]]:
    """Records that are not blank, with their numbers; blank ones count too, as in a sheet."""
    # The limit is the module's, for the whole process, and 131,072 at first. Longer cells must
    # be read to be refused by their row; memory is bounded by the size of the file.
    csv.field_size_limit(max(csv.field_size_limit(), MAX_BYTES))
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    number = 0
    try:
        for cells in reader:
            number += 1
            if any(cell.strip() for cell in cells):
                yield number, cells
    except csv.Error:
        raise UploadError("bad_quotes", row=number + 1) from None


def _line_feeds(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _shown(name: str) -> str:
    clean = name.strip().encode("utf-8", "replace").decode().replace("\0", "\ufffd")
    return clean if len(clean) <= _MAX_NAME else clean[: _MAX_NAME - 1] + "…"
