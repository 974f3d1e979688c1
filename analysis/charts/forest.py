"""The forest plot: a row for each study, its estimate and limits on one scale."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from analysis.charts.scale import Scale, Tick, short_label
from analysis.stats import Estimate

ROW = 46
HEAD, FOOT = 12, 34
STEPS = 5
# d-prime has no upper end: the scale ends here at the latest, and what lies further is cut.
MOST_D_PRIME = 5.0


@dataclass(frozen=True, slots=True)
class AxisBelow:
    """The axis at `y`, below the rows of a chart."""

    ticks: tuple[Tick, ...]
    y: int

    @property
    def tick_y(self) -> int:
        return self.y + 5

    @property
    def label_y(self) -> int:
        return self.y + 22

    @property
    def height(self) -> int:
        """How tall the chart is with it."""
        return self.y + FOOT


@dataclass(frozen=True, slots=True)
class ForestRow:
    """A label, a line from limit to limit, and a point; `common`: of all studies together."""

    label: str
    label_y: int
    y: int
    line_from: str
    line_to: str
    point: str
    common: bool

    @property
    def common_from(self) -> int:
        """Where the line of the common value begins in this row: below its label."""
        return self.label_y + 6

    @property
    def common_to(self) -> int:
        return self.label_y + ROW - 16


@dataclass(frozen=True, slots=True)
class ForestChart:
    """The rows, the axis below them, and a line through all at the common value."""

    rows: tuple[ForestRow, ...]
    axis: AxisBelow
    common: str | None
    template: str = "analysis/charts/forest.svg"

    @property
    def height(self) -> int:
        return self.axis.height


def forest_chart(
    studies: Sequence[tuple[str, Estimate]], common: tuple[str, Estimate] | None, *, measure: str
) -> ForestChart:
    """Return a row for each study and one for all; `measure` is pd (0 to 100 %) or d_prime."""
    rows = [*studies, *([common] if common else [])]
    most = 1.0 if measure == "pd" else _most([estimate for _label, estimate in rows])
    scale = Scale((0, most))
    values = [most * step / STEPS for step in range(STEPS + 1)]
    ticks = scale.ticks(values, _percent if measure == "pd" else _decimal)
    return ForestChart(
        rows=tuple(
            _row(scale, label, estimate, HEAD + ROW * number, common=number >= len(studies))
            for number, (label, estimate) in enumerate(rows)
        ),
        axis=AxisBelow(ticks, HEAD + ROW * len(rows)),
        common=scale.at(common[1].value) if common else None,
    )


def _most(estimates: Sequence[Estimate]) -> float:
    """Return a whole number of d-prime that holds every finite limit, up to the largest shown."""
    finite = [estimate.upper for estimate in estimates if math.isfinite(estimate.upper)]
    return min(float(math.ceil(max([*finite, 1.0]))), MOST_D_PRIME)


def _row(scale: Scale, label: str, estimate: Estimate, top: int, *, common: bool) -> ForestRow:
    return ForestRow(
        label=short_label(label),
        label_y=top + 16,
        y=top + 32,
        line_from=scale.at(estimate.lower),
        line_to=scale.at(estimate.upper),
        point=scale.at(estimate.value),
        common=common,
    )


def _percent(value: float) -> str:
    return f"{100 * value:.0f} %"


def _decimal(value: float) -> str:
    return f"{value:.1f}"
