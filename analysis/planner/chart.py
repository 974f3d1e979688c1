"""The power curve with its teeth: points, axes and marks of an SVG, and the table behind it."""

import math
from dataclasses import dataclass

from analysis.planner.question import Plan
from analysis.planner.rules import Enough
from analysis.stats import PowerPoint, power_curve
from analysis.stats.binomial import reaches

# Up to this number of judges the curve begins at 1; beyond it, it shows the teeth around the
# numbers that matter.
WHOLE_UP_TO = 240
AROUND = 30
MOST_POINTS = 420
# Drawn twice, for wide and for narrow windows, since letters in a picture shrink with it.
SIZES = {"wide": (720, 300), "narrow": (340, 280)}
RIGHT, TOP, BOTTOM = 30, 16, 44
# The letters of a power on its axis are so wide, and stand so far from the axis.
LETTER, GAP = 8, 12
# At most so many steps on the axis of power.
Y_STEPS = 5


@dataclass(frozen=True, slots=True)
class Row:
    """A number of judges: its power, the count that decides, and whether the power is enough."""

    n: int
    power: float
    critical: int | None
    enough: bool


@dataclass(frozen=True, slots=True)
class Curve:
    """The power at every number of judges from first to last."""

    rows: tuple[Row, ...]
    wanted: float
    smallest: int
    stable: int | None
    chosen: int

    @property
    def shows_chosen(self) -> bool:
        """The plan's own number lies within the picture."""
        return self.rows[0].n <= self.chosen <= self.rows[-1].n

    @property
    def short(self) -> tuple[int, ...]:
        """The numbers above the smallest that fall short all the same."""
        return tuple(row.n for row in self.rows if row.n > self.smallest and not row.enough)


@dataclass(frozen=True, slots=True)
class Tick:
    """A place on an axis, and what stands there."""

    at: str
    label: str


@dataclass(frozen=True, slots=True)
class Picture:
    """Coordinates of the curve in a frame of `width` by `height`, ready to be written."""

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


def curve_of(plan: Plan, enough: Enough) -> Curve:
    """The power around the numbers that matter."""
    smallest = enough.smallest or plan.n
    first, last = _window(plan.n, smallest, enough.stable or smallest)
    points = power_curve(first, last, goal=plan.goal, alpha=plan.alpha, beta=plan.beta, pd=plan.pd)
    rows = tuple(_row(point, plan.level) for point in points)
    return Curve(rows, 1 - plan.level, smallest, enough.stable, plan.n)


def _window(chosen: int, smallest: int, stable: int) -> tuple[int, int]:
    first = 1 if stable <= WHOLE_UP_TO else max(1, smallest - AROUND)
    last = stable + max(5, min(AROUND, stable // 5))
    if last < chosen < first + MOST_POINTS:
        last = chosen + 5
    return first, min(last, first + MOST_POINTS)


def _row(point: PowerPoint, level: float) -> Row:
    enough = point.critical is not None and reaches(1 - point.power, level)
    return Row(point.n, point.power, point.critical, enough)


class _Scale:
    """From numbers of judges and powers to places in the frame."""

    def __init__(self, curve: Curve, width: int, height: int) -> None:
        self.first, self.last = curve.rows[0].n, curve.rows[-1].n
        powers = [curve.wanted, *(row.power for row in curve.rows)]
        low, high = (0.0, 1.0) if self.first == 1 else (min(powers), max(powers))
        self.step = _step((high - low) / Y_STEPS)
        # In whole steps, so that no rounding adds up.
        self.bottom = math.floor(low / self.step + 1e-6)
        self.top = math.ceil(min(high / self.step, 1 / self.step) - 1e-6)
        shares = [k * self.step for k in range(self.bottom, self.top + 1)]
        self.labels = {share: f"{100 * share:.7g} %" for share in shares}
        self.left = GAP + LETTER * max(map(len, self.labels.values()))
        self._width, self._height = width - self.left - RIGHT, height - TOP - BOTTOM

    def x(self, n: int) -> str:
        span = max(1, self.last - self.first)
        return f"{self.left + self._width * (n - self.first) / span:.1f}"

    def y(self, power: float) -> str:
        share = (self.top - power / self.step) / (self.top - self.bottom)
        return f"{TOP + self._height * share:.1f}"


def picture_of(curve: Curve, kind: str) -> Picture:
    """The curve as it is drawn in a `wide` or a `narrow` window."""
    width, height = SIZES[kind]
    scale = _Scale(curve, width, height)
    chosen = next((row for row in curve.rows if row.n == curve.chosen), None)
    stable = curve.stable if curve.stable and curve.stable <= scale.last else None
    return Picture(
        kind=kind,
        width=width,
        height=height,
        line=" ".join(f"{scale.x(row.n)},{scale.y(row.power)}" for row in curve.rows),
        left=scale.left,
        right=width - RIGHT,
        top=TOP,
        bottom=height - BOTTOM,
        x_ticks=_x_ticks(scale, most=8 if kind == "wide" else 4),
        y_ticks=_y_ticks(scale),
        wanted_y=scale.y(curve.wanted),
        chosen_x=scale.x(chosen.n) if chosen else None,
        chosen_y=scale.y(chosen.power) if chosen else None,
        chosen_anchor=_anchor(float(scale.x(chosen.n)), width) if chosen else "middle",
        stable_x=scale.x(stable) if stable else None,
    )


def _anchor(x: float, width: int) -> str:
    """On which side of its mark a number has room."""
    return "end" if x > width / 2 else "start"


def _x_ticks(scale: _Scale, *, most: int) -> tuple[Tick, ...]:
    step = max(1, round(_step((scale.last - scale.first) / most)))
    begin = -(-scale.first // step) * step
    return tuple(Tick(scale.x(n), f"{n:,}") for n in range(begin, scale.last + 1, step))


def _y_ticks(scale: _Scale) -> tuple[Tick, ...]:
    return tuple(Tick(scale.y(share), label) for share, label in scale.labels.items())


def _step(least: float) -> float:
    """The smallest of 1, 2 and 5 times a power of ten that is not smaller."""
    least = max(least, 1e-7)
    unit = 10.0 ** math.floor(math.log10(least) + 1e-9)
    return next(unit * k for k in (1, 2, 5, 10) if unit * k >= least * (1 - 1e-9))
