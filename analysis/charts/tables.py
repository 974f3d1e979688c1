"""A table as pages show it, with the picture that shows the same where there is one."""

from dataclasses import dataclass

from analysis.charts.scales import Bars


@dataclass(frozen=True, slots=True)
class Table:
    """A table of the details: a caption, the heads of its columns, and rows of text."""

    name: str
    caption: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""
    picture: Bars | None = None
    legend: tuple[tuple[str, str], ...] = ()

    @property
    def title(self) -> str:
        """What the picture is called where it stands alone."""
        return self.caption
