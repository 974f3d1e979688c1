"""Geometry of the pictures: positions in the units of an SVG's view box. No Django here.

Numbers are handed to templates as text, so that no locale writes 12,5 into an attribute.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import ceil

from analysis.recomputation.exact_tests import Plan
from analysis.stats import pc_from_pd, sprt_lines

WIDTH = 480
LEFT, RIGHT = 36, 20
INTERVAL_HEIGHT = 96
PATH_HEIGHT = 260
BARS_HEIGHT = 170
TOP, BOTTOM = 24, 34
# Of a long path the table beside it holds so many rows at most.
TABLE_ROWS = 60


@dataclass(frozen=True, slots=True)
class Mark:
    """A place on an axis, with its label and where the label is anchored."""

    at: str
    label: str
    anchor: str = "middle"


@dataclass(frozen=True, slots=True)
class Interval:
    """A bar on the line of pd from 0 to 100 %."""

    ticks: tuple[Mark, ...]
    bar_from: str
    bar_width: str
    limit: Mark | None
    point: str | None


@dataclass(frozen=True, slots=True)
class Line:
    """A polyline: its points, and where its label stands."""

    points: str
    kind: str
    label: str = ""
    label_x: str = ""
    label_y: str = ""


@dataclass(frozen=True, slots=True)
class Spot:
    """A ring with a label, which stands on the side where the path does not run."""

    x: str
    y: str
    label: str
    label_dy: str


@dataclass(frozen=True, slots=True)
class Path:
    """Right answers against answers, with the plan's lines."""

    points: str
    end_x: str
    end_y: str
    lines: tuple[Line, ...]
    x_ticks: tuple[Mark, ...]
    y_ticks: tuple[Mark, ...]
    mark: "Spot | None"


@dataclass(frozen=True, slots=True)
class Bar:
    """A column with its label below and its number above; `part` of it drawn darker."""

    x: str
    middle: str
    width: str
    y: str
    height: str
    part_y: str
    part_height: str
    label: str
    number: str


@dataclass(frozen=True, slots=True)
class Bars:
    """Columns beside one another, the tallest as tall as the picture."""

    columns: tuple[Bar, ...]


def bars(labels: Sequence[str], values: Sequence[int], parts: Sequence[int] = ()) -> Bars:
    """A column for each value; of each, `parts` is what is drawn darker."""
    step = (WIDTH - 2 * RIGHT) / len(labels)
    unit = (BARS_HEIGHT - TOP - BOTTOM) / max(*values, 1)
    floor = BARS_HEIGHT - BOTTOM
    return Bars(
        tuple(
            Bar(
                x=_text(RIGHT + (place + 0.15) * step),
                middle=_text(RIGHT + (place + 0.5) * step),
                width=_text(0.7 * step),
                y=_text(floor - value * unit),
                height=_text(value * unit),
                part_y=_text(floor - part * unit),
                part_height=_text(part * unit),
                label=label,
                number=str(value),
            )
            for place, (label, value, part) in enumerate(
                zip(labels, values, parts or [0] * len(values), strict=True)
            )
        )
    )


def interval(lower: float, upper: float, *, limit: float | None, point: float | None) -> Interval:
    """The bar from `lower` to `upper` (proportions), a mark at the plan's limit, and a point."""
    return Interval(
        ticks=tuple(Mark(_on_line(tick / 100), f"{tick} %") for tick in range(0, 101, 20)),
        bar_from=_on_line(lower),
        # A bar of no width would not be seen.
        bar_width=_text(max((upper - lower) * (WIDTH - LEFT - RIGHT), 2)),
        limit=None if limit is None else Mark(_on_line(limit), "", _anchor(limit)),
        point=None if point is None else _on_line(point),
    )


def _anchor(share: float) -> str:
    """A label near an end of the line stays within the picture."""
    return "start" if share < 0.2 else "end" if share > 0.8 else "middle"


def _on_line(share: float) -> str:
    return _text(LEFT + share * (WIDTH - LEFT - RIGHT))


@dataclass(frozen=True, slots=True)
class _Scale:
    most_n: int
    most_x: float

    def x(self, n: float) -> str:
        return _text(LEFT + n / self.most_n * (WIDTH - LEFT - RIGHT))

    def y(self, x: float) -> str:
        return _text(PATH_HEIGHT - BOTTOM - x / self.most_x * (PATH_HEIGHT - TOP - BOTTOM))

    def points(self, pairs: Iterable[tuple[float, float]]) -> str:
        return " ".join(f"{self.x(n)},{self.y(x)}" for n, x in pairs if x <= self.most_x)


def path(
    plan: Plan, walked: tuple[tuple[int, int], ...], *, mark: tuple[int, int, str] | None
) -> Path:
    """The path so far; `mark` (answers, right, label) is what decides, or where it was decided."""
    n, x = walked[-1] if walked else (0, 0)
    most_n = max(n, _reach(plan, n))
    highest = max(x, mark[1] if mark else 0, pc_from_pd(plan.pd) * most_n, 1)
    scale = _Scale(most_n, 1.08 * highest)
    return Path(
        points=scale.points([(0, 0), *walked]),
        end_x=scale.x(n),
        end_y=scale.y(x),
        lines=_wald(plan, scale) if plan.is_sequential else _fixed(plan, scale),
        x_ticks=tuple(Mark(scale.x(tick), str(tick)) for tick in ticks(most_n)),
        y_ticks=tuple(Mark(scale.y(tick), str(tick)) for tick in ticks(int(scale.most_x))),
        mark=_spot(scale, x, *mark) if mark else None,
    )


def _spot(scale: _Scale, path_x: int, n: int, x: int, label: str) -> Spot:
    above = x > path_x
    return Spot(scale.x(n), scale.y(x), label, "-9" if above else "18")


def _reach(plan: Plan, n: int) -> int:
    """How far the axis goes: to the plan's number; of a sequential plan a little ahead."""
    if not plan.is_sequential:
        return plan.evaluations
    return min(plan.evaluations, max(30, ceil(1.25 * n)))


def _fixed(plan: Plan, scale: _Scale) -> tuple[Line, ...]:
    lines = [("chance", 1 / 3)]
    if plan.is_similarity:
        lines.append(("limit", pc_from_pd(plan.pd)))
    return tuple(
        Line(scale.points([(0, 0), (scale.most_n, slope * scale.most_n)]), kind)
        for kind, slope in lines
    )


def _wald(plan: Plan, scale: _Scale) -> tuple[Line, ...]:
    """Wald's lines as the counts that decide, at up to some hundred places."""
    step = max(1, scale.most_n // 200)
    lines = [
        sprt_lines(n, alpha=plan.alpha, beta=plan.beta, pd=plan.pd)
        for n in range(1, scale.most_n + 1, step)
    ]
    upper = [(line.n, line.upper_line) for line in lines if line.upper_line is not None]
    lower = [(line.n, line.lower_line) for line in lines if line.lower_line is not None]
    return tuple(
        Line(scale.points(pairs), kind) for kind, pairs in (("upper", upper), ("lower", lower))
    )


def ticks(most: float, *, steps: int = 5) -> list[int]:
    """A few round numbers from 0 to `most`: as many steps at most."""
    rough = max(most / steps, 1)
    magnitude = 10 ** (len(str(int(rough))) - 1)
    step = next(s * magnitude for s in (1, 2, 5, 10) if s * magnitude >= rough)
    return list(range(0, int(most) + 1, step))


def thinned(walked: tuple[tuple[int, int], ...]) -> tuple[tuple[int, int], ...]:
    """Few enough points for a table, the last among them."""
    step = ceil(len(walked) / TABLE_ROWS) or 1
    return tuple(reversed(walked[::-1][::step]))


def _text(number: float) -> str:
    return f"{number:.1f}"
