"""The power curve with its teeth: its numbers, and the chart drawn of them."""

import math
from dataclasses import dataclass

from analysis.charts.scale import Scale, Tick, round_step
from analysis.planner.question import PlannerPlan
from analysis.planner.rules import EnoughJudges
from analysis.stats import PowerPoint, power_curve
from analysis.stats.binomial import reaches

# Up to this number of judges the curve begins at 1; beyond it, it shows the teeth around the
# numbers that matter.
WHOLE_UP_TO = 240
AROUND = 30
MOST_POINTS = 420
# Drawn twice, for wide and for narrow windows, since letters in a chart shrink with it: width,
# height, and the most steps on the axis of judges.
SIZES = {"wide": (720, 300, 8), "narrow": (340, 280, 4)}
RIGHT, TOP, BOTTOM = 30, 16, 44
# The letters of a power on its axis are so wide, and stand so far from the axis.
LETTER, GAP = 8, 12
# The most steps on the axis of power.
POWER_STEPS = 5


@dataclass(frozen=True, slots=True)
class PowerRow:
    """A number of judges: its power, the count that decides, and whether the power is enough."""

    n: int
    power: float
    critical: int | None
    enough: bool


@dataclass(frozen=True, slots=True)
class PowerCurve:
    """The power at every number of judges from first to last."""

    rows: tuple[PowerRow, ...]
    wanted: float
    smallest: int
    stable: int | None
    chosen: int

    @property
    def shows_chosen(self) -> bool:
        """The plan's own number lies within the chart."""
        return self.rows[0].n <= self.chosen <= self.rows[-1].n

    @property
    def short(self) -> tuple[int, ...]:
        """The numbers above the smallest that fall short all the same."""
        return tuple(row.n for row in self.rows if row.n > self.smallest and not row.enough)


@dataclass(frozen=True, slots=True)
class PowerChart:
    """The curve in a frame of `width` by `height`, and the numbers that are marked on it."""

    kind: str
    width: int
    height: int
    line: str
    left: int
    right: int
    top: int
    bottom: int
    x_ticks: tuple[Tick, ...]
    y_ticks: tuple[Tick, ...]
    wanted_y: str
    chosen_x: str | None
    chosen_y: str | None
    chosen_anchor: str
    stable_x: str | None


def power_curve_of(plan: PlannerPlan, enough: EnoughJudges) -> PowerCurve:
    """Return the power around the numbers that matter."""
    smallest = enough.smallest or plan.n
    first, last = _window(plan.n, smallest, enough.stable or smallest)
    points = power_curve(first, last, goal=plan.goal, alpha=plan.alpha, beta=plan.beta, pd=plan.pd)
    rows = tuple(_row(point, plan.level) for point in points)
    return PowerCurve(rows, 1 - plan.level, smallest, enough.stable, plan.n)


def _window(chosen: int, smallest: int, stable: int) -> tuple[int, int]:
    first = 1 if stable <= WHOLE_UP_TO else max(1, smallest - AROUND)
    last = stable + max(5, min(AROUND, stable // 5))
    if last < chosen < first + MOST_POINTS:
        last = chosen + 5
    return first, min(last, first + MOST_POINTS)


def _row(point: PowerPoint, level: float) -> PowerRow:
    enough = point.critical is not None and reaches(1 - point.power, level)
    return PowerRow(point.n, point.power, point.critical, enough)


def power_chart(curve: PowerCurve, kind: str) -> PowerChart:
    """Return the curve as it is drawn in a `wide` or a `narrow` window."""
    width, height, steps = SIZES[kind]
    powers = _powers(curve)
    left = GAP + LETTER * max(len(_percent(power)) for power in powers)
    first, last = curve.rows[0].n, curve.rows[-1].n
    x = Scale((first, last), (left, width - RIGHT))
    y = Scale((powers[0], powers[-1]), (height - BOTTOM, TOP))
    chosen = next((row for row in curve.rows if row.n == curve.chosen), None)
    stable = curve.stable if curve.stable and curve.stable <= last else None
    return PowerChart(
        kind=kind,
        width=width,
        height=height,
        line=" ".join(f"{x.at(row.n)},{y.at(row.power)}" for row in curve.rows),
        left=left,
        right=width - RIGHT,
        top=TOP,
        bottom=height - BOTTOM,
        x_ticks=x.ticks(_numbers(first, last, steps), lambda n: f"{n:,}"),
        y_ticks=y.ticks(powers, _percent),
        wanted_y=y.at(curve.wanted),
        chosen_x=x.at(chosen.n) if chosen else None,
        chosen_y=y.at(chosen.power) if chosen else None,
        chosen_anchor=_anchor(float(x.at(chosen.n)), width) if chosen else "middle",
        stable_x=x.at(stable) if stable else None,
    )


def _powers(curve: PowerCurve) -> list[float]:
    """Return round powers that hold the curve: from 0 to 1 where it begins at one judge."""
    shown = [curve.wanted, *(row.power for row in curve.rows)]
    low, high = (0.0, 1.0) if curve.rows[0].n == 1 else (min(shown), max(shown))
    step = round_step(max((high - low) / POWER_STEPS, 1e-7))
    # In whole steps, so that no rounding adds up.
    bottom = math.floor(low / step + 1e-6)
    top = math.ceil(min(high / step, 1 / step) - 1e-6)
    return [k * step for k in range(bottom, top + 1)]


def _percent(power: float) -> str:
    return f"{100 * power:.7g} %"


def _numbers(first: int, last: int, steps: int) -> range:
    """Return round numbers of judges, in about so many steps."""
    step = max(1, round(round_step(max((last - first) / steps, 1e-7))))
    return range(-(-first // step) * step, last + 1, step)


def _anchor(x: float, width: int) -> str:
    """Return the side of its mark on which a number has room."""
    return "end" if x > width / 2 else "start"
