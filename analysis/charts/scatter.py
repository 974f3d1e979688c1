"""Shares against the numbers they are of: a bubble for all that stand at one place."""

import math
from collections.abc import Sequence
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
    """What stands at one place: `right` of `times`, how many there are, and their names."""

    kind: str
    times: int
    right: int
    number: int
    title: str


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
) -> ScatterChart:
    """Return the chart of the places; `within` holds (times, low, high) with times rising."""
    most = max([place.times for place in places], default=1)
    across, up = Scale((0, most), (LEFT, RIGHT - 10)), Scale((0, 1), (BOTTOM, TOP))
    lines = [[(n, low) for n, low, _high in within], [(n, high) for n, _low, high in within]]
    return ScatterChart(
        bubbles=tuple(_bubble(place, across, up) for place in sorted(places, key=_largest_first)),
        x_ticks=across.ticks(round_values(most), str),
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
    )


def _largest_first(place: Place) -> tuple[int, int, int]:
    return -place.number, place.times, place.right


def _bubble(place: Place, across: Scale, up: Scale) -> Bubble:
    aside = ASIDE.get(place.kind, 0.0)
    return Bubble(
        kind=place.kind,
        x=f"{float(across.at(place.times)) + aside:.1f}",
        y=up.at(place.right / place.times),
        radius=f"{min(RADIUS * math.sqrt(place.number), MOST_RADIUS):.1f}",
        title=place.title,
    )
