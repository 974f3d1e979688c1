"""Columns beside one another."""

from collections.abc import Sequence
from dataclasses import dataclass

from analysis.charts.scale import WIDTH, Scale

HEIGHT = 170
TOP, BOTTOM = 24, 136
MARGIN = 20
# The share of its place that a column fills.
FILLED = 0.7


@dataclass(frozen=True, slots=True)
class BarColumn:
    """A column with its label below and its number above; a part of it is drawn darker."""

    x: str
    middle: str
    width: str
    y: str
    height: str
    part_y: str
    part_height: str
    label: str
    number: str


@dataclass(frozen=True, slots=True)
class BarChart:
    """The columns; the tallest is as tall as the chart."""

    columns: tuple[BarColumn, ...]
    template: str = "analysis/charts/bars.svg"
    height: int = HEIGHT


def bar_chart(labels: Sequence[str], values: Sequence[int], parts: Sequence[int] = ()) -> BarChart:
    """Return a column for each value; `parts` is how much of each is drawn darker."""
    across = Scale((0, len(labels)), (MARGIN, WIDTH - MARGIN))
    up = Scale((0, max(*values, 1)), (BOTTOM, TOP))
    return BarChart(
        tuple(
            BarColumn(
                x=across.at(number + (1 - FILLED) / 2),
                middle=across.at(number + 0.5),
                width=across.length(FILLED),
                y=up.at(value),
                height=up.length(value),
                part_y=up.at(part),
                part_height=up.length(part),
                label=label,
                number=f"{value:,}",
            )
            for number, (label, value, part) in enumerate(
                zip(labels, values, parts or [0] * len(values), strict=True)
            )
        )
    )
