"""Dots on one scale, of shares or of seconds, a row each: they stand beside names in a table.

Places are per cent of the width of their cell, so that rows fit any width.
"""

import math
from dataclasses import dataclass

from analysis.charts.scale import Scale, Tick

SHARES = Scale((0, 1), (3, 97))
# By powers of ten: from one second to a quarter of an hour.
SECONDS = Scale((0, math.log10(1000)), (3, 97))
GUESSING = 1 / 3


@dataclass(frozen=True, slots=True)
class Dot:
    """A share, and the limits of it where it has any."""

    at: str
    low: str = ""
    high: str = ""


@dataclass(frozen=True, slots=True)
class DotAxis:
    """The axis above the rows, and the lines through them: of guessing, of the whole study."""

    title: str
    ticks: tuple[Tick, ...]
    guessing: str = ""
    whole: str = ""


def dot(correct: int, counted: int, limits: tuple[float, float] | None = None) -> Dot | None:
    """Return the dot of a share; None where nothing was counted."""
    if not counted:
        return None
    at = SHARES.at(correct / counted)
    return Dot(at, *map(SHARES.at, limits)) if limits else Dot(at)


def dot_axis(correct: int, counted: int) -> DotAxis:
    """Return the axis of the rows of a study with these counts."""
    return DotAxis(
        title="share right",
        ticks=SHARES.ticks((0, 0.5, 1), lambda share: f"{100 * share:.0f} %"),
        guessing=SHARES.at(GUESSING),
        whole=SHARES.at(correct / counted) if counted else "",
    )


def seconds_dot(seconds: float | None) -> Dot | None:
    """Return the dot of a time; None where there is none."""
    return None if seconds is None else Dot(SECONDS.at(math.log10(max(seconds, 1))))


def seconds_axis() -> DotAxis:
    """Return the axis of rows of times: each step is ten times the one before."""
    labels = {0: "1 s", 1: "10 s", 2: "100 s", 3: "1,000 s"}
    return DotAxis("time to answer", SECONDS.ticks(labels, lambda power: labels[int(power)]))
