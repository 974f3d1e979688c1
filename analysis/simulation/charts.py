"""The pictures of a rehearsal: geometry only, in the units of an SVG's view box."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from analysis.charts.scales import LEFT, RIGHT, WIDTH, Bars, Mark, bars
from analysis.simulation.monte_carlo import Share

ROW, HEAD, FOOT = 50, 12, 34
# Ends of the scale of risks: the first that holds all.
SCALES = (0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1.0)
MOST_BARS = 10
MOST_SINGLE = 14


@dataclass(frozen=True, slots=True)
class Drawing:
    """A picture with its title, its height, what its signs mean, and its table."""

    name: str
    title: str
    picture: Any
    height: int
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    legend: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Stripe:
    """A risk: its label, the limits of what was found, the plan's risk and the exact one."""

    label: str
    label_y: str
    y: str
    top: str
    foot: str
    line_from: str
    line_to: str
    found: str
    nominal: str | None
    exact: str | None


@dataclass(frozen=True, slots=True)
class Risks:
    """The stripes, and the scale below them."""

    stripes: tuple[Stripe, ...]
    ticks: tuple[Mark, ...]
    axis_y: str
    tick_y: str
    label_y: str
    height: int


def risks(rows: Sequence[tuple[str, Share, float | None]]) -> Risks:
    """A stripe for each label, share and plan's risk."""
    highest = max(max(share.limits[1], nominal or 0) for _, share, nominal in rows)
    most = next(scale for scale in SCALES if scale >= min(highest, 1))
    floor = HEAD + ROW * len(rows)
    return Risks(
        stripes=tuple(_stripe(row, HEAD + ROW * n, most) for n, row in enumerate(rows)),
        ticks=tuple(Mark(_at(most * n / 5, most), f"{100 * most * n / 5:g} %") for n in range(6)),
        axis_y=str(floor),
        tick_y=str(floor + 5),
        label_y=str(floor + 22),
        height=floor + FOOT,
    )


def _stripe(row: tuple[str, Share, float | None], top: int, most: float) -> Stripe:
    label, share, nominal = row
    lower, upper = share.limits
    return Stripe(
        label=label,
        label_y=str(top + 14),
        y=str(top + 33),
        top=str(top + 22),
        foot=str(top + 44),
        line_from=_at(lower, most),
        line_to=_at(upper, most),
        found=_at(share.value, most),
        nominal=None if nominal is None else _at(nominal, most),
        exact=None if share.exact is None else _at(share.exact, most),
    )


def _at(value: float, most: float) -> str:
    return f"{LEFT + min(value / most, 1) * (WIDTH - LEFT - RIGHT):.1f}"


def columns(counts: Mapping[int, int]) -> tuple[Bars, list[tuple[str, int]]]:
    """A column for each number, or for each of a few ranges of them; and the same as rows."""
    low, high = min(counts), max(counts)
    # Single numbers need less room than ranges.
    width = 1 if high - low < MOST_SINGLE else -(-(high - low + 1) // MOST_BARS)
    rows, labels = [], []
    for start in range(low, high + 1, width):
        end = min(start + width - 1, high)
        rows.append(
            (
                str(start) if start == end else f"{start:,}–{end:,}",
                sum(n for at, n in counts.items() if start <= at <= end),
            )
        )
        # A range does not fit below its column.
        labels.append(str(end) if width == 1 else f"≤\u00a0{end}")
    return bars(labels, [number for _, number in rows]), rows
