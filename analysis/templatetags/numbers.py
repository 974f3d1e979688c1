"""The body of a table: which columns hold numbers, and how each cell is called on a phone."""

from collections.abc import Iterable, Sequence
from html import escape

from django import template
from django.utils.safestring import SafeString, mark_safe

from analysis.charts.table import number_columns
from analysis.templatetags.unbroken import unbroken

register = template.Library()
register.filter(number_columns)


@register.filter
def body_rows(rows: Sequence[Sequence[str]], heads: Sequence[str]) -> SafeString:
    """Return the rows of a table's body: a loop of a template takes three times as long.

    The first cell is the row's head. Each cell names its column: on a phone a row is a block.
    """
    numeric = number_columns(rows)
    named = [_attributes(head, is_number=place in numeric) for place, head in enumerate(heads)]
    return mark_safe("".join(_body_row(row, named) for row in rows))  # noqa: S308 - escaped below


@register.filter
def beside(heads: Sequence[str], cells: Sequence[str]) -> list[tuple[str, str]]:
    """Return each cell of a row with the head of its column."""
    return list(zip(heads, cells, strict=True))


def _attributes(head: str, *, is_number: bool) -> str:
    kind = ' class="number"' if is_number else ""
    return f'{kind} data-head="{escape(head)}"'


def _body_row(row: Iterable[str], named: Sequence[str]) -> str:
    # Cells are text: `conditional_escape` would ask of each whether it is a promise or safe.
    first, *cells = (escape(unbroken(cell)) for cell in row)
    others = "".join(f"<td{name}>{cell}</td>" for name, cell in zip(named[1:], cells, strict=False))
    return f'<tr><th scope="row"{named[0]}><bdi>{first}</bdi></th>{others}</tr>\n  '
