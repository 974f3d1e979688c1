"""A chart of the lengths of both subjects' texts: A above the line, B below it."""

from dataclasses import dataclass
from typing import NamedTuple

from studies.stimuli.cues.surface_cues import Histogram

WIDTH, MIDDLE, HEIGHT, LEFT, RIGHT = 400, 100, 80, 10, 390


class Bar(NamedTuple):
    """A rectangle, in the units of the chart."""

    x: float
    y: float
    width: float
    height: float


class Bin(NamedTuple):
    """A row of the table: lengths from, to, and how many texts of each subject have them."""

    start: int
    end: int
    a: int
    b: int


@dataclass(frozen=True, slots=True)
class LengthChart:
    """Bars are shares of the subject's own texts, so that unequal numbers can be compared."""

    histogram: Histogram

    @property
    def bins(self) -> list[Bin]:
        """The chart as a table."""
        edges = self.histogram["edges"]
        rows = zip(edges, edges[1:], self.histogram["a"], self.histogram["b"], strict=False)
        return [Bin(start, end - 1, a, b) for start, end, a, b in rows]

    @property
    def bars_a(self) -> list[Bar]:
        """The bars of A, upwards."""
        return self._bars(self.histogram["a"], up=True)

    @property
    def bars_b(self) -> list[Bar]:
        """The bars of B, downwards."""
        return self._bars(self.histogram["b"], up=False)

    @property
    def ticks(self) -> list[tuple[float, int, str]]:
        """Three edges: place, length, and how the label is anchored."""
        edges = self.histogram["edges"]
        if not edges:
            return []
        places = (0, (len(edges) - 1) // 2, len(edges) - 1)
        anchors = ("start", "middle", "end")
        return [
            (self._x(place), edges[place], anchor)
            for place, anchor in dict(zip(places, anchors, strict=True)).items()
        ]

    def _bars(self, counts: list[int], *, up: bool) -> list[Bar]:
        total = sum(counts)
        scale = HEIGHT / self._tallest() if total else 0
        width = self._x(1) - self._x(0) if counts else 0
        return [
            Bar(
                round(self._x(place) + width * 0.05, 2),
                round(MIDDLE - scale * count / total, 2) if up else MIDDLE,
                round(width * 0.9, 2),
                round(scale * count / total, 2),
            )
            for place, count in enumerate(counts)
            if count
        ]

    def _tallest(self) -> float:
        sides = (self.histogram["a"], self.histogram["b"])
        return max(max(side) / sum(side) for side in sides if sum(side))

    def _x(self, place: int) -> float:
        return LEFT + (RIGHT - LEFT) * place / (len(self.histogram["edges"]) - 1)
