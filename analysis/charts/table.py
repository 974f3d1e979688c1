"""A table of text, with the chart that shows the same where there is one."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

_WORD = re.compile(r"[^\W\d_]+")
# What may stand beside the digits of a number: 3 of 4, 0.92 to 1.28, p = 0.05, at most 44.
_BESIDE = {"of", "to", "p", "up", "at", "most"}
# What stands for a number that is not there.
_NONE = {"", "–", "below chance", "no overlap"}


class Chart(Protocol):
    """A chart that may be a file of its own: the template that draws it, and its height."""

    @property
    def template(self) -> str: ...

    @property
    def height(self) -> int: ...


@dataclass(frozen=True, slots=True)
class DataTable:
    """A title, the heads of the columns, and rows; what the chart shows and its legend.

    The legend pairs a class of the style sheet with a label.
    """

    name: str
    title: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""
    chart: Chart | None = None
    legend: tuple[tuple[str, str], ...] = ()


def number_columns(rows: Sequence[Sequence[str]]) -> frozenset[int]:
    """Return the places of the columns that hold numbers: they are set to the right."""
    columns = enumerate(zip(*rows, strict=False))
    return frozenset(place for place, cells in columns if _are_numbers(cells))


def _are_numbers(cells: Sequence[str]) -> bool:
    said = [cell for cell in map(str, cells) if cell not in _NONE]
    return bool(said) and all(map(_is_number, said))


def _is_number(cell: str) -> bool:
    return any(map(str.isdigit, cell)) and _BESIDE.issuperset(_WORD.findall(cell))
