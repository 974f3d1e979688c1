"""Which columns of a table hold numbers."""

from collections.abc import Container, Iterable, Sequence

from django import template
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe

from analysis.charts.table import number_columns

register = template.Library()
register.filter(number_columns)


@register.filter
def body_rows(rows: Iterable[Sequence[str]], numeric: Container[int]) -> SafeString:
    """Return the rows of a table's body: a loop of a template takes three times as long.

    The first cell is the row's head; `numeric` are the places of columns that hold numbers.
    """
    return mark_safe("".join(_body_row(row, numeric) for row in rows))  # noqa: S308 - escaped below


def _body_row(row: Sequence[str], numeric: Container[int]) -> str:
    head, *cells = map(conditional_escape, row)
    others = "".join(
        f'<td class="number">{cell}</td>' if place in numeric else f"<td>{cell}</td>"
        for place, cell in enumerate(cells, 1)
    )
    return f'<tr><th scope="row"><bdi>{head}</bdi></th>{others}</tr>\n  '
