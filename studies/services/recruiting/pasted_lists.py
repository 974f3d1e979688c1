"""Read pasted lists: e-mail addresses, names of people, ids of a panel.

Each takes what is meant, whatever program the list was copied from, without the invisible
characters that come along, and names what it could not take.
"""

import csv
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django.core.exceptions import ValidationError
from django.core.validators import validate_email

from studies.visible_text import visible

# What mail programs, and people, put round an address.
ROUND_AN_ADDRESS = " <>()[]'\"“”‘’«»,."
# Titles of the column with the ids, in lists that panels offer for download.
ID_TITLES = (
    *("participant id", "participant_id", "prolific id", "prolific pid", "prolific_pid"),
    *("worker id", "workerid", "worker_id", "external_id", "external id", "pid", "id"),
)
SHOWN = 5


@dataclass(frozen=True, slots=True)
class PastedList:
    """What was taken of a list, in its order, and what was not: pieces with their lines."""

    taken: tuple[str, ...] = ()
    left: tuple[tuple[int, str], ...] = ()

    @property
    def left_in_words(self) -> str:
        """Name the first pieces that were left, each with its line."""
        shown = [f"{line} (“{piece[:60]}”)" for line, piece in self.left[:SHOWN]]
        return ", ".join(shown) + (" …" if len(self.left) > SHOWN else "")


def addresses(pasted: str) -> PastedList:
    """Read e-mail addresses: one a line, or as mail programs list them.

    `Lee, Ann <ann@example.org>; Wu, Bo <bo@example.org>` are two: names may hold commas.
    """
    taken, left = [], []
    for number, entry in _entries(pasted):
        found, wrong = _addresses_in(entry)
        taken += found
        left += [(number, piece) for piece in wrong]
    return PastedList(tuple(taken), tuple(left))


def people(pasted: str) -> PastedList:
    """Read who gets a link: the addresses of a line, else the line as a name."""
    taken: list[str] = []
    for line in pasted.splitlines():
        found = [address for entry in line.split(";") for address in _addresses_in(entry)[0]]
        taken += found or filter(None, [visible(line)])
    return PastedList(tuple(taken))


def ids(pasted: str) -> PastedList:
    """Read a panel's ids: one a line, several a line, or a table with one of them in each row.

    Of a table the column is taken that its first row calls so, else the first one.
    """
    rows = [(number, _cells(line)) for number, line in enumerate(pasted.splitlines(), start=1)]
    rows = [(number, cells) for number, cells in rows if any(cells)]
    column = _id_column(rows[0][1]) if rows else None
    taken: list[str] = []
    left = []
    for number, cells in rows if column is None else rows[1:]:
        found = cells if _all_ids(cells) else cells[column or 0 :][:1]
        taken += filter(None, found)
        rest = [cell for cell in cells if cell and cell not in found]
        if rest or not any(found):
            left.append((number, ", ".join(rest)))
    return PastedList(tuple(dict.fromkeys(taken)), tuple(left))


def _entries(pasted: str) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(pasted.splitlines(), start=1):
        yield from ((number, entry) for entry in line.split(";") if visible(entry))


def _addresses_in(entry: str) -> tuple[list[str], list[str]]:
    """Return the addresses of an entry, and the pieces that are none."""
    # A name stands before its address in angle brackets; all else are addresses alone.
    *named, rest = entry.split(">")
    pieces: list[str] = []
    for one in named:
        name, bracket, address = one.rpartition("<")
        pieces += [piece for piece in name.split(",") if "@" in piece]
        pieces.append(address if bracket else one)
    cells = rest.split("\t")
    if sum("@" in cell for cell in cells) == 1:  # a row of a table: the others are about the person
        cells = [cell for cell in cells if "@" in cell or ":" in cell]
    pieces += [piece for cell in cells for piece in cell.split(",")]
    shown = [visible(piece).removeprefix("mailto:").strip(ROUND_AN_ADDRESS) for piece in pieces]
    found = list(dict.fromkeys(piece for piece in shown if is_address(piece)))
    wrong = [piece for piece in shown if piece and piece not in found]
    return found, wrong if found or wrong else [visible(entry)]


def is_address(text: str) -> bool:
    """Return whether this is an e-mail address."""
    try:
        validate_email(text)
    except ValidationError:
        return False
    return True


def _cells(line: str) -> list[str]:
    delimiter = max(",;\t", key=line.count)
    try:
        [cells] = csv.reader([line], delimiter=delimiter)
    except (csv.Error, ValueError):
        cells = line.split(delimiter)
    return [visible(cell) for cell in cells]


def _id_column(cells: list[str]) -> int | None:
    titles = [cell.casefold() for cell in cells]
    return next((titles.index(title) for title in ID_TITLES if title in titles), None)


def _all_ids(cells: Iterable[str]) -> bool:
    """Whether each cell is an id: of one length, with digits, as panels make them."""
    found = [cell for cell in cells if cell]
    return len({len(cell) for cell in found}) == 1 and all(
        re.search(r"\d", cell) and re.fullmatch(r"[\w-]{4,}", cell) for cell in found
    )
