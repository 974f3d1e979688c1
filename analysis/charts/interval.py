"""An interval of pd on a line from 0 to 100 %."""

from dataclasses import dataclass

from analysis.charts.scale import Scale, Tick

HEIGHT = 96
SHARES = Scale((0, 1))
# A label nearer than this to an end of the line is anchored there, to stay within the chart.
NEAR_END = 0.2
LEAST_WIDTH = 2


@dataclass(frozen=True, slots=True)
class LimitMark:
    """Where the plan's limit stands, its label, and how that is anchored."""

    at: str
    label: str
    anchor: str


@dataclass(frozen=True, slots=True)
class IntervalChart:
    """A bar from the lower limit to the upper one, the plan's limit, and the estimate."""

    ticks: tuple[Tick, ...]
    bar_from: str
    bar_width: str
    limit: LimitMark
    point: str | None
    template: str = "analysis/charts/interval.svg"
    height: int = HEIGHT


def interval_chart(
    lower: float, upper: float, *, limit: float, label: str, point: float | None
) -> IntervalChart:
    """Return the bar from `lower` to `upper` (proportions), and a mark at the plan's limit."""
    return IntervalChart(
        ticks=SHARES.ticks((0, 0.2, 0.4, 0.6, 0.8, 1), lambda share: f"{100 * share:.0f} %"),
        bar_from=SHARES.at(lower),
        bar_width=SHARES.length(upper - lower, least=LEAST_WIDTH),
        limit=LimitMark(SHARES.at(limit), label, _anchor(limit)),
        point=None if point is None else SHARES.at(point),
    )


def _anchor(share: float) -> str:
    return "start" if share < NEAR_END else "end" if share > 1 - NEAR_END else "middle"
