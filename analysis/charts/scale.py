"""The scale on which every chart is drawn: from values to places in the view box of an SVG.

Places are text, so that no locale writes 12,5 into an attribute.
"""

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass

# The view box of most charts, and where their horizontal axis begins and ends.
WIDTH = 480
LEFT, RIGHT = 36, 460


# So many letters of a name fit across a chart on a phone; its table has them all.
LONGEST_LABEL = 42


def short_label(name: str, longest: int = LONGEST_LABEL) -> str:
    """Return a name as far as it fits above its row."""
    return name if len(name) <= longest else f"{name[: longest - 1].rstrip()}…"


@dataclass(frozen=True, slots=True)
class Tick:
    """A place on an axis and its label."""

    at: str
    label: str


@dataclass(frozen=True, slots=True)
class Scale:
    """A linear scale: `domain` and `range` are its ends as values and as places.

    A value beyond an end stands at that end.
    """

    domain: tuple[float, float]
    range: tuple[float, float] = (LEFT, RIGHT)

    def at(self, value: float) -> str:
        """Return the place of a value."""
        low, high = self.domain
        start, end = self.range
        share = (min(max(value, low), high) - low) / (high - low)
        return _text(start + share * (end - start))

    def length(self, size: float, *, least: float = 0) -> str:
        """Return the length of a bar of this size; no shorter than `least`, so that it is seen."""
        (low, high), (start, end) = self.domain, self.range
        return _text(max(size / (high - low) * abs(end - start), least))

    def ticks(self, values: Iterable[float], label: Callable[[float], str]) -> tuple[Tick, ...]:
        """Return a labelled tick for each value."""
        return tuple(Tick(self.at(value), label(value)) for value in values)


def _text(number: float) -> str:
    return f"{number:.1f}"


def round_step(least: float) -> float:
    """Return the smallest of 1, 2 and 5 times a power of ten that is not smaller than `least`."""
    unit = 10.0 ** math.floor(math.log10(least) + 1e-9)
    return next(unit * k for k in (1, 2, 5, 10) if unit * k >= least * (1 - 1e-9))


def round_values(most: float, *, steps: int = 5) -> range:
    """Return a few round whole numbers from 0 to `most`, in as many steps at most."""
    return range(0, int(most) + 1, int(round_step(max(most / steps, 1))))
