"""How systems stand to the mean of all: a row each with limits, and brackets beside the rows."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from analysis.charts.forest import HEAD, ROW, AxisBelow
from analysis.charts.scale import LEFT, Scale, Tick, round_step, short_label

# Brackets stand to the right of the rows.
RIGHT = 428
BRACKET_STEP = 8
# Labels of an axis of ratios, as many of these as fit.
RATIOS = (
    0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 0.8, 0.9, 0.95,
    1, 1.05, 1.1, 1.2, 1.3, 1.5, 2, 3, 5, 10, 20, 50, 100,
)  # fmt: skip
MOST_TICKS = 8
# The least width of the scale: a picture of nothing but noise should not look like one of much.
LEAST_LOG, LEAST_POINTS = math.log(1.1), 0.5


@dataclass(frozen=True, slots=True)
class StandingsRow:
    """A system: its label, a line from limit to limit where there are any, and a point."""

    label: str
    label_y: int
    y: int
    point: str
    line_from: str = ""
    line_to: str = ""


@dataclass(frozen=True, slots=True)
class Bracket:
    """A line beside the rows of systems none of which was separated from another."""

    x: str
    foot: str
    top: int
    bottom: int


@dataclass(frozen=True, slots=True)
class StandingsChart:
    """The rows from the highest system, the axis below, a line at the mean, and brackets."""

    rows: tuple[StandingsRow, ...]
    axis: AxisBelow
    middle: str
    brackets: tuple[Bracket, ...]
    template: str = "analysis/charts/standings.svg"

    @property
    def height(self) -> int:
        return self.axis.height


def standings_chart(
    systems: Sequence[tuple[str, float, tuple[float, float] | None]],
    brackets: Sequence[tuple[int, int]],
    *,
    log: bool,
) -> StandingsChart:
    """Return a row for each system: its label, estimate and limits, ratios where `log`.

    `brackets` are pairs of the first and the last row that each of them joins.
    """
    ends = [end for _, value, limits in systems for end in (limits or (value, value))]
    scale, ticks = _scale([_place(end, log=log) for end in ends], log=log)
    rows = tuple(_row(scale, number, *system, log=log) for number, system in enumerate(systems))
    return StandingsChart(
        rows=rows,
        axis=AxisBelow(
            tuple(Tick(scale.at(value), label) for value, label in ticks),
            HEAD + ROW * len(systems),
        ),
        middle=scale.at(0.0),
        brackets=tuple(
            _bracket(_column(number, brackets), rows[first], rows[last])
            for number, (first, last) in enumerate(brackets)
        ),
    )


def _column(number: int, brackets: Sequence[tuple[int, int]]) -> int:
    """Return how many of the brackets before overlap with this one: so far it moves aside."""
    first = brackets[number][0]
    return sum(last >= first for _first, last in brackets[:number])


def _bracket(column: int, first: StandingsRow, last: StandingsRow) -> Bracket:
    x = RIGHT + 14 + BRACKET_STEP * column
    return Bracket(f"{x:.1f}", f"{x - 5:.1f}", first.y - 6, last.y + 6)


def _place(value: float, *, log: bool) -> float:
    return math.log(value) if log else value


def _scale(ends: list[float], *, log: bool) -> tuple[Scale, list[tuple[float, str]]]:
    """Return a scale that holds all ends and 0, and the labelled places on its axis."""
    least = LEAST_LOG if log else LEAST_POINTS
    low, high = min([*ends, -least]), max([*ends, least])
    room = 0.04 * (high - low)
    domain = low - room, high + room
    return Scale(domain, (LEFT, RIGHT)), _ticks(domain, log=log)


def _ticks(domain: tuple[float, float], *, log: bool) -> list[tuple[float, str]]:
    low, high = domain
    if log:
        shown = [ratio for ratio in RATIOS if low <= math.log(ratio) <= high]
        apart = (high - low) / MOST_TICKS
        kept: list[float] = [1]
        for ratio in sorted(shown, key=lambda one: abs(math.log(one)), reverse=True):
            if all(abs(math.log(ratio / other)) >= apart for other in kept):
                kept.append(ratio)
        return [(math.log(ratio), f"{ratio:g}") for ratio in sorted(kept)]
    step = round_step((high - low) / MOST_TICKS)
    first, last = math.ceil(low / step), math.floor(high / step)
    return [(n * step, f"{n * step:+g}" if n else "0") for n in range(first, last + 1)]


def _row(
    scale: Scale,
    number: int,
    label: str,
    value: float,
    limits: tuple[float, float] | None,
    *,
    log: bool,
) -> StandingsRow:
    top = HEAD + ROW * number
    low, high = (scale.at(_place(end, log=log)) for end in limits) if limits else ("", "")
    return StandingsRow(
        label=short_label(label),
        label_y=top + 16,
        y=top + 32,
        point=scale.at(_place(value, log=log)),
        line_from=low,
        line_to=high,
    )
