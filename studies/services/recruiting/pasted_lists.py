"""Read pasted lists: e-mail addresses, names of people, ids of a panel.

Each takes what is meant, whatever program the list was copied from, without the invisible
characters that come along, and names what it could not take.
"""

import csv
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from html import unescape

from django.core.exceptions import ValidationError
from django.core.validators import validate_email

from studies.values.visible_text import visible

# What mail programs, and people, put round an address or an id.
ROUND_AN_ADDRESS = " <>()[]'\"“”„‘’‚«»‹›`*|,.:"
QUOTES = " '\"“”„‘’‚«»‹›`,"
# Titles of the column with the ids, in lists that panels offer for download, without blanks.
ID_TITLES = (
    *("participantid", "prolificid", "prolificpid", "workerid", "externalid", "panelid"),
    *("respondentid", "userid", "memberid", "participant", "worker", "pid", "id"),
)
# Written as the keyboards of East Asia do.
_FULL_WIDTH = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)} | str.maketrans(
    "、､،。｡؛〈〉\u3000", ",,,..;<> "
)
_BULLET = re.compile(r"\s*(?:[•·▪◦‣∙*–—-]|\d{1,5}[.)])\s+")
# An address in other brackets than the usual ones, and a remark in brackets.
_BRACKETED = re.compile(r"[\[(]\s*([^\s\[\]()<>]+@[^\s\[\]()<>]+)\s*[\])]")
_REMARK = re.compile(r"\([^()@]*\)")
_IN_BRACKETS = re.compile(r"[\[{(<](.*)[\]})>]", re.DOTALL)
_QUOTED_NAME = re.compile(r'"[^"@]*"(?=\s*<)')
# `mailto:`, `To:`, the name of a group; and what a link adds.
_BEFORE = re.compile(r"^[^@]*:\s*(?=[^\s@]+@)")
_AFTER = re.compile(r"\?(?:subject|body|cc|bcc|to)=.*$", re.IGNORECASE | re.DOTALL)
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
    """Read e-mail addresses: one a line, as mail programs list them, or a table with one a row.

    `Lee, Ann <ann@example.org>; Wu, Bo <bo@example.org>` are two: names may hold commas.
    """
    lines = list(_lines(pasted))
    if (rows := _rows_with_one_address(lines)) is not None:
        return PastedList(tuple(rows))
    taken, left = [], []
    for number, line in lines:
        for entry in _entries(line):
            found, wrong = _addresses_in(entry)
            taken += found
            left += [(number, piece) for piece in wrong]
    return PastedList(tuple(taken), tuple(left))


def one_address(pasted: str) -> str:
    """Return the address that is meant, however it was copied; the text itself where it is none."""
    read = addresses(pasted)
    return read.taken[0] if len(read.taken) == 1 and not read.left else pasted


def people(pasted: str) -> PastedList:
    """Read who gets a link: the addresses of a line, else the line as a name."""
    taken: list[str] = []
    for _number, line in _lines(pasted):
        found = [address for entry in _entries(line) for address in _addresses_in(entry)[0]]
        taken += found or filter(None, [visible(line)])
    return PastedList(tuple(taken))


def ids(pasted: str) -> PastedList:
    """Read a panel's ids: one a line, several a line, or a table with one of them in each row.

    Of a table the column is taken that its first row calls so, else the first one.
    """
    rows = [(number, _cells(line)) for number, line in _lines(pasted)]
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


def _lines(pasted: str) -> Iterator[tuple[int, str]]:
    """Yield each line with its number, without bullets, in plain commas and brackets."""
    plain = unescape(pasted).translate(_FULL_WIDTH)
    for number, line in enumerate(plain.splitlines(), start=1):
        shown = line.lstrip("\ufeff\u200b\u2060")
        yield number, _BULLET.sub("", shown, count=1) if _BULLET.match(shown) else shown


def _entries(line: str) -> list[str]:
    plain = _QUOTED_NAME.sub("", line)
    plain = _REMARK.sub(" ", _BRACKETED.sub(r"<\1>", plain)) if "@" in plain else plain
    return [entry for entry in plain.split(";") if visible(entry)]


def _rows_with_one_address(lines: Iterable[tuple[int, str]]) -> list[str] | None:
    """Return the addresses of a table with one in each row, in the same column; else None."""
    rows = [_cells(line) for _number, line in lines if visible(line)]
    if len(rows) < 2 or len(rows[0]) < 2 or len({len(cells) for cells in rows}) > 1:
        return None
    has_title = not any("@" in cell for cell in rows[0])
    for column in zip(*rows[has_title:], strict=True):
        found = [_clean_address(cell) for cell in column]
        if found and all(map(is_address, found)):
            others = [cell for cells in rows for cell in cells if "@" in cell]
            return found if len(others) == len(found) else None
    return None


def _addresses_in(entry: str) -> tuple[list[str], list[str]]:
    """Return the addresses of an entry, and the pieces that are none."""
    # A name stands before its address in angle brackets; all else are addresses alone.
    *named, rest = entry.split(">")
    pieces: list[str] = []
    for one in named:
        name, bracket, address = one.rpartition("<")
        pieces += [piece for piece in name.split(",") if "@" in piece]
        pieces.append(address if bracket else one)
    cells = re.split(r"[\t|]", rest)
    if sum("@" in cell for cell in cells) == 1:  # a row of a table: the others are about the person
        cells = [cell for cell in cells if "@" in cell or ":" in cell]
    pieces += [piece for cell in cells for piece in _split(cell)]
    shown = [_clean_address(piece) for piece in pieces]
    found = list(dict.fromkeys(piece for piece in shown if is_address(piece)))
    wrong = [piece for piece in shown if piece and piece not in found]
    return found, wrong if found or wrong else [visible(entry)]


def _split(cell: str) -> list[str]:
    """Split at commas, and at blanks where each part is an address.

    Not elsewhere: of `j smith@example.org` a half would be another person's address.
    """
    pieces = []
    for piece in cell.split(","):
        words = piece.split()
        pieces += words if len(words) > 1 and all("@" in word for word in words) else [piece]
    return pieces


def _clean_address(piece: str) -> str:
    shown = visible(piece).strip(ROUND_AN_ADDRESS)
    return _AFTER.sub("", _BEFORE.sub("", shown)).strip(ROUND_AN_ADDRESS)


def is_address(text: str) -> bool:
    """Return whether this is an e-mail address."""
    try:
        validate_email(text)
    except ValidationError:
        return False
    return True


def _cells(line: str) -> list[str]:
    line = _without_brackets(line.strip())
    delimiter = max(",;\t|", key=line.count)
    try:
        [cells] = csv.reader([line], delimiter=delimiter)
    except (csv.Error, ValueError):
        cells = line.split(delimiter)
    if len(cells) == 1 and _all_ids(words := line.split()):
        cells = words
    return _without_edges([_clean_id(cell) for cell in cells], delimiter)


def _without_edges(cells: list[str], delimiter: str) -> list[str]:
    """Return the cells of a row; one of Markdown begins and ends with its delimiter."""
    edged = delimiter == "|" and len(cells) > 2 and not cells[0] and not cells[-1]
    return cells[1:-1] if edged else cells


def _clean_id(cell: str) -> str:
    """Return an id without quotes, its title (`WorkerId: A1`) and the address it stands in."""
    shown = visible(cell).strip(QUOTES)
    title, *value = re.split("[:=]", shown, maxsplit=1)
    if value and _title(title) in ID_TITLES:
        shown = value[0].strip(QUOTES)
    shown = _without_brackets(shown)
    if shown.startswith(("https://", "http://")):
        return re.split(r"[/=]", shown.rstrip("/"))[-1]
    return shown.removesuffix(".") if shown.count(".") == 1 else shown


def _without_brackets(text: str) -> str:
    """Return what stands in brackets, where they hold all of it."""
    found = _IN_BRACKETS.fullmatch(text)
    return found[1].strip(QUOTES) if found else text


def _title(cell: str) -> str:
    return re.sub(r"\(.*|[\W_]", "", cell).casefold().removesuffix("s")


def _id_column(cells: list[str]) -> int | None:
    titles = [_title(cell) for cell in cells]
    return next((titles.index(title) for title in ID_TITLES if title in titles), None)


def _all_ids(cells: Iterable[str]) -> bool:
    """Whether each cell is an id: of one length, with digits, as panels make them."""
    found = [cell for cell in cells if cell]
    return len({len(cell) for cell in found}) == 1 and all(
        re.search(r"\d", cell) and re.fullmatch(r"[\w-]{4,}", cell) for cell in found
    )
