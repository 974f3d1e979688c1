"""In which order cues and looks stand: one order for every page.

A look at one triad is what a judge has: how often it would be right comes first, where that was
counted. How far single texts lie apart (the standardised difference) is another measure: texts of
one subject differ among themselves too, so that a large difference may help little in a triad.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TypeVar

T = TypeVar("T")
# The share of triads in which guessing is right; shares nearer to it are not worth a line.
GUESSING = 1 / 3
NOTICED = 0.02


@dataclass(frozen=True, slots=True)
class Strength:
    """How often a look is right in triads (0: not counted), and how far single texts lie apart.

    `level` is one of `surface_cues` NONE to STRONG, `size` the difference in standard deviations.
    """

    right: float = 0.0
    level: int = 0
    size: float = 0.0


def strongest_first(found: Iterable[T], strength: Callable[[T], Strength]) -> list[T]:
    """Return what was found, the strongest first; what was not counted comes last."""

    def weakness(one: T) -> tuple[float, int, float]:
        own = strength(one)
        return -own.right, -own.level, -own.size

    return sorted(found, key=weakness)
