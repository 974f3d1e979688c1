"""Shares against another number: a bubble for all that stand at one place."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from analysis.charts.scale import RIGHT, WIDTH, Scale, Tick, round_values

HEIGHT = 290
LEFT, TOP, BOTTOM = 52, 16, 236
# The radius of a bubble of one, and of the largest.
RADIUS, MOST_RADIUS = 3.5, 12.0
# Of two kinds at one place each stands a little to its side.
ASIDE = {"of-a": -3.0, "of-b": 3.0}


@dataclass(frozen=True, slots=True)
class Place:
    """What stands at one place: `right` of `times`, how many there are, and their names.

    `at` is the number across, where that is not how many times.
    """

    kind: str
    times: int
    right: int
    number: int
    title: str
    at: float | None = None

    @property
    def across(self) -> float:
        """The number across."""
        return self.times if self.at is None else self.at


@dataclass(frozen=True, slots=True)
class Across:
    """The numbers across: between which ends, where ticks stand, and how they are written."""

    ends: tuple[float, float]
    ticks: Sequence[float]
    label: Callable[[float], str] = str


@dataclass(frozen=True, slots=True)
class Bubble:
    """A circle; its area tells how many stand here, its title which."""

    kind: str
    x: str
    y: str
    radius: str
    title: str


@dataclass(frozen=True, slots=True)
class ScatterChart:
    """The bubbles, the axes, lines across at shares, and lines within which most would lie."""

    bubbles: tuple[Bubble, ...]
    x_ticks: tuple[Tick, ...]
    y_ticks: tuple[Tick, ...]
    guessing: str
    whole: str
    within: tuple[str, ...]
    x_title: str
    y_title: str
    middle: str = ""
    template: str = "analysis/charts/scatter.svg"
    height: int = HEIGHT
    width: int = WIDTH


def scatter_chart(
    places: Sequence[Place],
    *,
    whole: float,
    within: Sequence[tuple[int, float, float]] = (),
    x_title: str,
    y_title: str,
    numbers: Across | None = None,
) -> ScatterChart:
    """Return the chart of the places; `within` holds (times, low, high) with times rising.

    `numbers` are those across, with a line at 0 where that is between their ends; without them it
    is how many times.
    """
    most = max([place.times for place in places], default=1)
    numbers = numbers or Across((0, most), round_values(most))
    across, up = Scale(numbers.ends, (LEFT, RIGHT - 10)), Scale((0, 1), (BOTTOM, TOP))
    lines = [[(n, low) for n, low, _high in within], [(n, high) for n, _low, high in within]]
    return ScatterChart(
        bubbles=tuple(_bubble(place, across, up) for place in sorted(places, key=_largest_first)),
        x_ticks=across.ticks(numbers.ticks, numbers.label),
        y_ticks=up.ticks((0, 0.2, 0.4, 0.6, 0.8, 1), lambda share: f"{100 * share:.0f} %"),
        guessing=up.at(1 / 3),
        whole=up.at(whole),
        within=tuple(
            " ".join(f"{across.at(n)},{up.at(share)}" for n, share in line)
            for line in lines
            if line
        ),
        x_title=x_title,
        y_title=y_title,
        middle=across.at(0) if numbers.ends[0] < 0 < numbers.ends[1] else "",
    )


def _largest_first(place: Place) -> tuple[int, float, int, int]:
    return -place.number, place.across, place.times, place.right


def _bubble(place: Place, across: Scale, up: Scale) -> Bubble:
    # A number of its own needs no room for another kind beside it.
    aside = ASIDE.get(place.kind, 0.0) if place.at is None else 0.0
    return Bubble(
        kind=place.kind,
        x=f"{float(across.at(place.across)) + aside:.1f}",
        y=up.at(place.right / place.times),
        radius=f"{min(RADIUS * math.sqrt(place.number), MOST_RADIUS):.1f}",
        title=place.title,
    )
