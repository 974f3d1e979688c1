"""The charts of a simulation: risks with their limits, and how often each number came up."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from analysis.charts.bars import BarChart, bar_chart
from analysis.charts.forest import HEAD, STEPS, AxisBelow
from analysis.charts.scale import Scale
from analysis.simulation.monte_carlo import SimulatedShare

ROW = 50
# Ends of the scale of risks: the first that holds all.
ENDS = (0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1.0)
# The labels of so many columns have room: of ranges, and of single numbers.
MOST_RANGES = 10
MOST_SINGLE = 14

Risk = tuple[str, SimulatedShare, float | None]


@dataclass(frozen=True, slots=True)
class RiskRow:
    """A risk: its label, the limits of what was simulated, the plan's risk and the exact one."""

    label: str
    label_y: int
    y: int
    top: int
    foot: int
    line_from: str
    line_to: str
    found: str
    nominal: str | None
    exact: str | None


@dataclass(frozen=True, slots=True)
class RiskChart:
    """The rows, and the axis below them."""

    rows: tuple[RiskRow, ...]
    axis: AxisBelow
    template: str = "analysis/charts/risks.svg"

    @property
    def height(self) -> int:
        return self.axis.height


def risk_chart(risks: Sequence[Risk]) -> RiskChart:
    """Return a row for each label, simulated share and plan's risk."""
    highest = max(max(share.limits[1], nominal or 0) for _label, share, nominal in risks)
    end = next(end for end in ENDS if end >= min(highest, 1))
    scale = Scale((0, end))
    ticks = scale.ticks([end * step / STEPS for step in range(STEPS + 1)], _percent)
    return RiskChart(
        rows=tuple(_row(scale, risk, HEAD + ROW * number) for number, risk in enumerate(risks)),
        axis=AxisBelow(ticks, HEAD + ROW * len(risks)),
    )


def _percent(value: float) -> str:
    return f"{100 * value:g} %"


def _row(scale: Scale, risk: Risk, top: int) -> RiskRow:
    label, share, nominal = risk
    lower, upper = share.limits
    return RiskRow(
        label=label,
        label_y=top + 14,
        y=top + 33,
        top=top + 22,
        foot=top + 44,
        line_from=scale.at(lower),
        line_to=scale.at(upper),
        found=scale.at(share.value),
        nominal=None if nominal is None else scale.at(nominal),
        exact=None if share.exact is None else scale.at(share.exact),
    )


def histogram(counts: Mapping[int, int]) -> tuple[BarChart, list[tuple[str, int]]]:
    """Return a column for each number, or for each of a few ranges; and the same as rows."""
    low, high = min(counts), max(counts)
    width = 1 if high - low < MOST_SINGLE else -(-(high - low + 1) // MOST_RANGES)
    rows, labels = [], []
    for start in range(low, high + 1, width):
        end = min(start + width - 1, high)
        label = str(start) if start == end else f"{start:,}–{end:,}"
        rows.append((label, sum(n for at, n in counts.items() if start <= at <= end)))
        # A range does not fit below its column.
        labels.append(str(end) if width == 1 else f"≤\u00a0{end:,}")
    return bar_chart(labels, [number for _label, number in rows]), rows
