"""A table of text, with the chart that shows the same where there is one."""

from dataclasses import dataclass
from typing import Protocol


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
