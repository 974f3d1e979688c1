"""How the answers came in: bars that grow towards the plan's number."""

from collections.abc import Sequence
from dataclasses import dataclass

from analysis.charts.scale import LEFT, RIGHT, Scale, Tick, round_values

HEIGHT = 220
TOP, BOTTOM = 24, 172
# As many signs as fit below the chart on a phone, where letters are larger.
MOST_SIGNS = 30
# With fewer bars the places stay as narrow as for so many.
FEWEST_PLACES = 8
# The share of its place that a bar fills.
FILLED = 0.8


@dataclass(frozen=True, slots=True)
class GrowthBar:
    """All answers at the end of a time; those of this time are drawn darker, on top."""

    x: str
    width: str
    y: str
    height: str
    new_height: str


@dataclass(frozen=True, slots=True)
class GrowthChart:
    """The bars, the axis of answers, and the line of the plan's number."""

    bars: tuple[GrowthBar, ...]
    x_ticks: tuple[Tick, ...]
    y_ticks: tuple[Tick, ...]
    planned_y: str
    planned: str
    unit: str
    counted: str
    template: str = "analysis/charts/growth.svg"
    height: int = HEIGHT


def growth_chart(
    labels: Sequence[str],
    numbers: Sequence[int],
    *,
    planned: int,
    planned_word: str,
    unit: str,
    counted: str,
) -> GrowthChart:
    """Return a bar for each time; `numbers` has how many came in it, `counted` says what.

    A line stands at the number `planned`, which `planned_word` names.
    """
    across = Scale((0, max(len(labels), FEWEST_PLACES)), (LEFT, RIGHT))
    total = sum(numbers)
    highest = 1.08 * max(total, planned, 1)
    up = Scale((0, highest), (BOTTOM, TOP))
    so_far, bars = 0, []
    for place, number in enumerate(numbers):
        so_far += number
        bars.append(
            GrowthBar(
                x=across.at(place + (1 - FILLED) / 2),
                width=across.length(FILLED),
                y=up.at(so_far),
                height=up.length(so_far),
                new_height=up.length(number),
            )
        )
    most = MOST_SIGNS // max(map(len, labels), default=1)
    step = max(1, -(-len(labels) // most))
    ticks = tuple(
        Tick(across.at(place + 0.5), labels[place]) for place in range(0, len(labels), step)
    )
    return GrowthChart(
        bars=tuple(bars),
        x_ticks=ticks,
        y_ticks=up.ticks(round_values(int(highest), steps=4), str),
        planned_y=up.at(planned),
        planned=f"{planned_word}: {planned}",
        unit=unit,
        counted=counted,
    )
