"""Geometry of the forest plot: a row for each study, its estimate and limits on one scale.

No Django here.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from analysis.charts.scales import LEFT, RIGHT, WIDTH, Mark
from analysis.stats import Estimate

ROW = 46
HEAD = 12
FOOT = 34
# d-prime has no upper end: the scale ends here at the latest, and what lies further is cut.
MOST_D_PRIME = 5.0


@dataclass(frozen=True, slots=True)
class Stripe:
    """One row: a label, a line from limit to limit, a point."""

    label: str
    label_y: str
    y: str
    point_y: str
    line_from: str
    line_to: str
    point: str
    common: bool


@dataclass(frozen=True, slots=True)
class Forest:
    """The rows, the scale below them, and a line through all at the common value."""

    title: str
    stripes: tuple[Stripe, ...]
    ticks: tuple[Mark, ...]
    axis_y: str
    tick_y: str
    label_y: str
    height: int
    common: str | None

    @property
    def picture(self) -> "Forest":
        """Itself, as templates of drawings have a title and a picture."""
        return self


def forest(
    title: str,
    rows: Sequence[tuple[str, Estimate]],
    common: tuple[str, Estimate] | None,
    *,
    measure: str,
) -> Forest:
    """`measure` is pd (a scale from 0 to 100 %) or d_prime."""
    every = [*rows, *([common] if common else [])]
    most = 1.0 if measure == "pd" else _most([part for _label, part in every])
    floor = HEAD + ROW * len(every)
    return Forest(
        title=title,
        stripes=tuple(
            _stripe(label, part, HEAD + ROW * place, most, common=place >= len(rows))
            for place, (label, part) in enumerate(every)
        ),
        ticks=tuple(_tick(number, most, measure) for number in range(6)),
        axis_y=str(floor),
        tick_y=str(floor + 5),
        label_y=str(floor + 22),
        height=floor + FOOT,
        common=_place(common[1].value, most) if common else None,
    )


def _most(parts: Sequence[Estimate]) -> float:
    """The end of the scale of d-prime: a whole number that holds every finite limit, up to 5."""
    finite = [part.upper for part in parts if math.isfinite(part.upper)]
    return min(float(math.ceil(max([*finite, 1.0]))), MOST_D_PRIME)


def _stripe(label: str, part: Estimate, top: int, most: float, *, common: bool) -> Stripe:
    return Stripe(
        label=label,
        label_y=str(top + 16),
        y=str(top + 32),
        point_y=str(top + 27),
        line_from=_place(part.lower, most),
        line_to=_place(part.upper, most),
        point=_place(part.value, most),
        common=common,
    )


def _tick(number: int, most: float, measure: str) -> Mark:
    value = most * number / 5
    label = f"{100 * value:.0f} %" if measure == "pd" else f"{value:.1f}"
    return Mark(_place(value, most), label)


def _place(value: float, most: float) -> str:
    share = min(max(value, 0.0), most) / most
    return f"{LEFT + share * (WIDTH - LEFT - RIGHT):.1f}"
