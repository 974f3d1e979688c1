"""The path of a study: right answers against answers, with the lines of its plan."""

from collections.abc import Iterable
from dataclasses import dataclass
from math import ceil

from analysis.charts.scale import LEFT, RIGHT, Scale, Tick, round_values
from analysis.recomputation.exact_tests import Plan
from analysis.stats import pc_from_pd, sprt_lines

HEIGHT = 260
TOP, BOTTOM = 24, 226
# The table of a long path has this many rows at most.
TABLE_ROWS = 60

Walk = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class PlanLine:
    """A line of the plan; `kind` is its class in the style sheet."""

    points: str
    kind: str


@dataclass(frozen=True, slots=True)
class DecidingPoint:
    """The count that decides; its label stands on the side where the path does not run."""

    x: str
    y: str
    label: str
    label_dy: str


@dataclass(frozen=True, slots=True)
class PathChart:
    """The path, where it ends, and the lines of the plan."""

    points: str
    end_x: str
    end_y: str
    lines: tuple[PlanLine, ...]
    x_ticks: tuple[Tick, ...]
    y_ticks: tuple[Tick, ...]
    mark: DecidingPoint | None
    template: str = "analysis/charts/path.svg"
    height: int = HEIGHT


@dataclass(frozen=True, slots=True)
class _Plane:
    """Answers to the right, right answers upwards."""

    x: Scale
    y: Scale

    def points(self, pairs: Iterable[tuple[float, float]]) -> str:
        """Return the points of a polyline, without those above the chart."""
        most = self.y.domain[1]
        return " ".join(f"{self.x.at(n)},{self.y.at(x)}" for n, x in pairs if x <= most)


def path_chart(plan: Plan, walk: Walk, *, mark: tuple[int, int, str] | None) -> PathChart:
    """Return the path so far.

    `walk` holds (answers, right) with answers rising; `mark` (answers, right, label) is what
    decides, or where it was decided.
    """
    n, right = walk[-1] if walk else (0, 0)
    most = max(n, _last_answer(plan, n))
    highest = max(right, mark[1] if mark else 0, pc_from_pd(plan.pd) * most, 1)
    plane = _Plane(Scale((0, most), (LEFT, RIGHT)), Scale((0, 1.08 * highest), (BOTTOM, TOP)))
    return PathChart(
        points=plane.points([(0, 0), *walk]),
        end_x=plane.x.at(n),
        end_y=plane.y.at(right),
        lines=_wald_lines(plan, plane) if plan.is_sequential else _expected_lines(plan, plane),
        x_ticks=plane.x.ticks(round_values(most), str),
        y_ticks=plane.y.ticks(round_values(int(1.08 * highest)), str),
        mark=_deciding_point(plane, walk, *mark) if mark else None,
    )


def _last_answer(plan: Plan, n: int) -> int:
    """Return where the axis ends: at the plan's number; of a sequential plan a little ahead."""
    if not plan.is_sequential:
        return plan.evaluations
    return min(plan.evaluations, max(30, ceil(1.25 * n)))


def _deciding_point(plane: _Plane, walk: Walk, n: int, right: int, label: str) -> DecidingPoint:
    # A path that comes to the point, or under it, runs below the label on its left.
    above = right >= max((so_far for answers, so_far in walk if answers <= n), default=0)
    return DecidingPoint(plane.x.at(n), plane.y.at(right), label, "-9" if above else "18")


def _expected_lines(plan: Plan, plane: _Plane) -> tuple[PlanLine, ...]:
    """Return what guessing gives, and of a similarity plan what its pd does."""
    slopes = [("chance", 1 / 3)]
    if plan.is_similarity:
        slopes.append(("limit", pc_from_pd(plan.pd)))
    n = plane.x.domain[1]
    return tuple(PlanLine(plane.points([(0, 0), (n, slope * n)]), kind) for kind, slope in slopes)


def _wald_lines(plan: Plan, plane: _Plane) -> tuple[PlanLine, ...]:
    """Return the counts at which Wald's test decides, at some hundred places at most."""
    most = int(plane.x.domain[1])
    lines = [
        sprt_lines(n, alpha=plan.alpha, beta=plan.beta, pd=plan.pd)
        for n in range(1, most + 1, max(1, most // 200))
    ]
    upper = [(line.n, line.upper_line) for line in lines if line.upper_line is not None]
    lower = [(line.n, line.lower_line) for line in lines if line.lower_line is not None]
    return tuple(
        PlanLine(plane.points(pairs), kind) for kind, pairs in (("upper", upper), ("lower", lower))
    )


def table_rows(walk: Walk) -> Walk:
    """Return few enough points for a table, the last among them."""
    step = ceil(len(walk) / TABLE_ROWS) or 1
    return tuple(reversed(walk[::-1][::step]))
