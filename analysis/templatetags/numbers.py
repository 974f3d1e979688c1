"""Which columns of a table hold numbers: those are set to the right, digit below digit."""

import re
from collections.abc import Sequence

from django import template

register = template.Library()

_WORD = re.compile(r"[^\W\d_]+")
# What may stand beside the digits of a number: 3 of 4, 0.92 to 1.28.
_JOINS = {"of", "to"}
# What stands for a number that is not there.
_NONE = {"", "–", "below chance"}


@register.filter
def number_columns(rows: Sequence[Sequence[str]]) -> frozenset[int]:
    """Return the places of the columns that hold numbers."""
    columns = enumerate(zip(*rows, strict=False))
    return frozenset(place for place, cells in columns if _are_numbers(cells))


def _are_numbers(cells: Sequence[str]) -> bool:
    said = [cell for cell in map(str, cells) if cell not in _NONE]
    return bool(said) and all(map(_is_number, said))


def _is_number(cell: str) -> bool:
    return any(map(str.isdigit, cell)) and _JOINS.issuperset(_WORD.findall(cell))
