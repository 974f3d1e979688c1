"""Read rows from CSV with commas, semicolons or tabs, or from a table pasted from a sheet."""

import csv
import io
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice
from typing import IO

from studies.stimuli.decoding import Decoded
from studies.stimuli.errors import UploadError
from studies.stimuli.layout import COLUMNS, IMAGE_FILE, REQUIRED_COLUMNS, Layout, TableHead
from studies.values.visible_text import same_to_the_eye, shows_nothing, visible

DELIMITERS = (",", ";", "\t")

# What a spreadsheet may write before the table, after a mark of UTF-8: the separator.
_SEPARATOR = re.compile(r"sep=[^\r\n]\r?\n", re.IGNORECASE)

# A file, or a text.
Source = Decoded | str

MAX_ROWS = 100_000
# Of blank ones too, which are passed over.
MAX_RECORDS = 3 * MAX_ROWS
MAX_COLUMNS = 1000
# Of a line, and of a cell. Shorter cells that are too long for a text are refused with their row.
MAX_LINE = 1_010_000
# Characters.
MAX_TEXT = 50_000
MAX_CONTEXT = 50_000
MAX_ITEM = 200
MAX_CONDITION = 100
MAX_ALT_TEXT = 1000
# So much of a file's columns is shown to the researcher.
_MAX_NAMES, _MAX_NAME = 50, 80
_EXAMPLES, _MAX_EXAMPLE = 20, 200


@dataclass(frozen=True, slots=True)
class TextRow:
    """One row of the file.

    `number` is as in a spreadsheet (the column names are row 1). Text, context and sentences are
    exact, but for line breaks, which are line feeds; the other cells are trimmed. `image` is the
    name of a file in the ZIP, `sentences` the text with marks between its sentences, `surplus` the
    number of filled cells beyond the last column. `spelled_…` is what the file says of subject
    and item where an earlier spelling stands for it (`one_spelling`).
    """

    number: int
    subject: str
    item: str
    text: str
    context: str = ""
    condition: str = ""
    language: str = ""
    direction: str = "auto"
    kind: str = "main"
    image: str = ""
    alt_text: str = ""
    sentences: str = ""
    surplus: int = 0
    spelled_subject: str = ""
    spelled_item: str = ""


@dataclass(frozen=True, slots=True)
class Table:
    """The columns of a file, and its rows."""

    columns: tuple[str, ...]  # ours, in our order
    ignored: tuple[str, ...]  # the others, by their names in the file
    delimiter: str
    _source: Source
    _places: dict[str, int]
    _header: list[str]
    _layout: Layout

    def rows(self) -> Iterator[TextRow]:
        """Yield the rows that are not blank.

        Raises `UploadError`: bad_quotes, too_many_rows, no_rows.
        """
        count = 0
        for number, cells in _records(self._source, self.delimiter):
            # The column names: first, and again where files were put one behind the other.
            if not self._layout.untitled and _is_title_line(cells, self._header):
                continue
            for row in self._texts(number, cells):
                count += 1
                if count > MAX_ROWS:
                    raise UploadError("too_many_rows", limit=MAX_ROWS)
                yield row
        if not count:
            raise UploadError("no_rows")

    def _texts(self, number: int, cells: list[str]) -> Iterator[TextRow]:
        """Yield the text of a row; where subjects have columns, those that are not blank."""
        row = self._row(number, cells)
        if not self._layout.wide:
            yield row
            return
        item = row.item or f"row {number}"
        for place in self._layout.wide:
            text = cells[place] if place < len(cells) else ""
            image = text.strip() if IMAGE_FILE.fullmatch(text.strip()) else ""
            if not shows_nothing(text):
                yield replace(
                    row,
                    subject=self._subject_at(place),
                    item=item,
                    text="" if image else _line_feeds(text),
                    image=image,
                )

    def _subject_at(self, place: int) -> str:
        named = not self._layout.untitled and place < len(self._header)
        return (_trimmed(self._header[place]) if named else "") or f"column {place + 1}"

    def _row(self, number: int, cells: list[str]) -> TextRow:
        def cell(name: str) -> str:
            place = self._places.get(name, len(cells))
            return cells[place] if place < len(cells) else ""

        found = TextRow(
            number=number,
            subject=_trimmed(cell("subject")),
            item=_trimmed(cell("item")),
            text=_line_feeds(cell("text")),
            context=_line_feeds(cell("context")),
            condition=_trimmed(cell("condition")),
            language=_word(cell("language")),
            direction=_word(cell("direction")).casefold() or "auto",
            kind=_word(cell("kind")).casefold() or "main",
            image=cell("image").strip(),
            alt_text=" ".join(cell("alt_text").split()),
            sentences=_line_feeds(cell("sentences")),
            surplus=sum(bool(extra.strip()) for extra in cells[len(self._header) :]),
        )
        # Blanks beside an image are no text.
        return replace(found, text="") if found.image and shows_nothing(found.text) else found


def read_rows(source: Source, layout: Layout | None = None) -> Table:
    """Return the table in `source`; without a layout its first line names our columns, in any case.

    Lines that are blank are passed over. Raises `UploadError`: empty_file, missing_columns,
    duplicate_columns, bad_quotes. Other errors are raised when the rows are read.
    """
    layout = layout or Layout()
    delimiter = _delimiter(source)
    header = _header(source, delimiter)
    places = _places_of(header) if layout.columns is None else dict(layout.columns)
    used = {*places.values(), *layout.wide}
    return Table(
        columns=tuple(name for name in COLUMNS if name in places),
        ignored=tuple(
            _shown(name) for place, name in enumerate(header) if name.strip() and place not in used
        )[:_MAX_NAMES],
        delimiter=delimiter,
        _source=source,
        _places=places,
        _header=header,
        _layout=layout,
    )


def read_head(source: Source) -> TableHead:
    """Return the columns of the table in `source`, of any names, and its first rows.

    Raises `UploadError`: empty_file, bad_quotes.
    """
    records = (cells for _number, cells in _records(source, _delimiter(source)))
    header, *rows = islice(records, _EXAMPLES + 1)
    width = min(len(header), _MAX_NAMES)
    return TableHead(
        tuple(_shown(name) for name in header[:width]),
        tuple(
            tuple(_shown(cell, _MAX_EXAMPLE) for cell in cells[:width])
            + ("",) * (width - len(cells))
            for cells in rows
        ),
    )


def _delimiter(source: Source) -> str:
    return max(DELIMITERS, key=lambda d: _columns_found(source, d))


def _places_of(header: list[str]) -> dict[str, int]:
    names = [name.strip().casefold() for name in header]
    _refuse_columns(names, header)
    return {name: names.index(name) for name in COLUMNS if name in names}


def _header(source: Source, delimiter: str) -> list[str]:
    try:
        _, header = next(_records(source, delimiter))
    except StopIteration:
        raise UploadError("empty_file") from None
    return header


def _columns_found(source: Source, delimiter: str) -> tuple[int, int]:
    """Return how many columns of ours, and how many at all, a delimiter finds in the first line."""
    try:
        header = _header(source, delimiter)
    except UploadError as error:
        if error.code == "empty_file":
            raise
        return 0, 0  # `"subject";"item"` is badly quoted for a comma, not for a semicolon
    names = {name.strip().casefold() for name in header}
    return len(names.intersection(COLUMNS)), len(header)


def _refuse_columns(names: list[str], header: list[str]) -> None:
    twice = [name for name in COLUMNS if names.count(name) > 1]
    if twice:
        raise UploadError("duplicate_columns", columns=", ".join(twice))
    missing = [name for name in REQUIRED_COLUMNS if name not in names]
    if "image" in names and "text" in missing:
        missing.remove("text")
    if missing:
        found = ", ".join(_shown(name) for name in header[:_MAX_NAMES])
        raise UploadError("missing_columns", missing=", ".join(missing), found=found)


def _records(source: Source, delimiter: str) -> Iterator[tuple[int, list[str]]]:
    """Yield records that are not blank, with their numbers, in which blank ones count.

    Time and memory are bounded while reading: no file is read to its end to be refused.
    """
    # The limit (131,072 by default) holds for the whole process.
    csv.field_size_limit(MAX_LINE)
    number = 0
    try:
        for cells in csv.reader(_bounded_lines(source), delimiter=delimiter, strict=True):
            number += 1
            if len(cells) > MAX_COLUMNS:
                raise UploadError("too_many_columns", row=number, limit=MAX_COLUMNS)
            if number > MAX_RECORDS:
                raise UploadError("too_many_rows", limit=MAX_ROWS)
            if any(cell.strip() for cell in cells):
                yield number, cells
    except _LineTooLongError:
        raise UploadError("cell_too_long", row=number + 1, limit=MAX_LINE) from None
    except csv.Error as error:
        if "field limit" in str(error):
            raise UploadError("cell_too_long", row=number + 1, limit=MAX_LINE) from None
        raise UploadError("bad_quotes", row=number + 1) from None


class _LineTooLongError(Exception):
    """A line is longer than any table has."""


def _bounded_lines(source: Source) -> Iterator[str]:
    opened = io.StringIO(source, newline="") if isinstance(source, str) else source.open()
    with opened as lines:
        first = _bounded_line(lines).removeprefix("\ufeff")
        if first and not _SEPARATOR.fullmatch(first):
            yield first
        while line := _bounded_line(lines):
            yield line


def _bounded_line(lines: IO[str]) -> str:
    line = lines.readline(MAX_LINE + 1)
    if len(line) > MAX_LINE:
        raise _LineTooLongError
    return line


def _is_title_line(cells: list[str], header: list[str]) -> bool:
    """Whether these are the names of the columns, perhaps in capitals or with other blanks."""
    if cells == header:
        return True
    # Most rows differ in the first cell; the long way is for few.
    is_like = len(cells) == len(header) and _plain(cells[0]) == _plain(header[0])
    return is_like and list(map(same_to_the_eye, cells)) == list(map(same_to_the_eye, header))


def _plain(cell: str) -> str:
    return cell.strip().casefold()


def _word(cell: str) -> str:
    return visible(cell) if cell else ""


def _trimmed(cell: str) -> str:
    return "" if shows_nothing(cell) else cell.strip()


def _line_feeds(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _shown(name: str, length: int = _MAX_NAME) -> str:
    clean = name.strip().encode("utf-8", "replace").decode().replace("\0", "\ufffd")
    return clean if len(clean) <= length else clean[: length - 1] + "…"
