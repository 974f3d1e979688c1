"""A table that came as JSON: an array of objects, or an object a line (JSON Lines)."""

import csv
import io
import json
import re
from collections.abc import Iterator
from typing import Any

from studies.stimuli.errors import UploadError

_STARTS = re.compile(r"\s*(\[\s*)?\{")
_BETWEEN = re.compile(r"[\s,]*")
_HALF = re.compile("[\ud800-\udfff]")
# More than any table that is read has (studies.stimuli.table).
MAX_OBJECTS = 300_000
MAX_NAMES = 1000


def is_json(text: str) -> bool:
    """Whether this begins as an object, or an array of objects, does."""
    return _STARTS.match(text) is not None


def csv_of_json(text: str) -> str:
    """Return the objects as CSV, a row each, under their names in the order of appearance.

    Numbers, truth values, arrays and objects are written as JSON writes them; null is an empty
    cell. Raises `UploadError`: bad_json, nul, surrogate, too_many_rows, too_many_columns.
    """
    names: dict[str, int] = {}
    rows = []
    for number, (place, found) in enumerate(_objects(text), start=1):
        if number > MAX_OBJECTS:
            raise UploadError("too_many_rows", limit=MAX_OBJECTS)
        for name in found:
            names.setdefault(name, len(names))
        if len(names) > MAX_NAMES:
            raise UploadError("too_many_columns", row=number + 1, limit=MAX_NAMES)
        cells = {name: _cell(value) for name, value in found.items()}
        _check_characters("".join([*cells, *cells.values()]), text, place)
        rows.append({names[name]: cell for name, cell in cells.items()})
    file = io.StringIO(newline="")
    writer = csv.writer(file)
    writer.writerow(names)
    for row in rows:
        writer.writerow([row.get(place, "") for place in range(len(names))])
    return file.getvalue()


def _objects(text: str) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield place and object, one by one: no more of them is held than is asked for."""
    opening = _STARTS.match(text)
    in_array = bool(opening and opening[1])
    place = opening.end() - 1 if opening else 0
    decoder = json.JSONDecoder()
    while place < len(text):
        if in_array and text[place] == "]":
            place = _after_blanks(text, place + 1)
            if place < len(text):
                raise _bad(text, place)
            return
        try:
            found, end = decoder.raw_decode(text, place)
        except (ValueError, RecursionError) as error:
            raise _bad(text, getattr(error, "pos", place)) from None
        if not isinstance(found, dict):
            raise _bad(text, place)
        yield place, found
        place = _after_blanks(text, end)
    if in_array:
        raise _bad(text, len(text))


def _after_blanks(text: str, place: int) -> int:
    blanks = _BETWEEN.match(text, place)
    return blanks.end() if blanks else place


def _bad(text: str, place: int, code: str = "bad_json") -> UploadError:
    return UploadError(code, line=text.count("\n", 0, place) + 1)


def _check_characters(cells: str, text: str, place: int) -> None:
    """Refuse what an escape of JSON can name and no text has."""
    if "\0" in cells:
        raise _bad(text, place, "nul")
    if _HALF.search(cells):
        raise _bad(text, place, "surrogate")


def _cell(value: Any) -> str:
    if value is None:
        return ""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
