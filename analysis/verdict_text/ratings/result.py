"""What is known of the ratings of one criterion, and how its numbers are printed."""

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from analysis import number_format
from analysis.stats import Busiest, Pair

ROUNDING = 1e-9


@dataclass(frozen=True, slots=True)
class CriterionResult:
    """The pairs of `compare_systems` and the judges of `busiest_judges`, with their plan.

    `names`: how each system is called; `most`: how many judges `busiest` counts; `log`: whether
    estimates are ratios; `margin`: as the plan has it, None without one.
    """

    criterion: str
    names: Mapping[Any, str]
    pairs: tuple[Pair, ...]
    busiest: Busiest
    log: bool
    alpha: float
    margin: float | None = None
    most: int = 3

    @property
    def upward(self) -> tuple[Pair, ...]:
        """The pairs, each with the system that is rated higher first."""
        return tuple(self._turned(pair) for pair in self.pairs)

    def between(self, couple: Collection[object]) -> Pair | None:
        """Return the pair of these two, the higher one first; None where one has no ratings."""
        pairs = (pair for pair in self.upward if {pair.first, pair.second} == set(couple))
        return next(pairs, None)

    def name(self, system: object) -> str:
        """Return how a system is called."""
        return self.names[system]

    @property
    def none(self) -> int:
        """What an estimate is where two systems do not differ."""
        return 1 if self.log else 0

    def limits_text(self, pair: Pair) -> str:
        """Return the limits of a pair as they are printed; nothing without."""
        return range_text(pair.limits, none=self.none) if pair.limits else ""

    def doubtful_limits(self, pair: Pair) -> tuple[float, float] | None:
        """Return limits by drawing that hold no difference although the rule separates the pair.

        The tests take judges and items each alone, drawing takes them together. Older verdicts
        have the limits by drawing alone.
        """
        drawn = pair.resampled_limits or pair.limits
        if not pair.separated or drawn is None or not drawn[0] <= self.none <= drawn[1]:
            return None
        return drawn

    def _turned(self, pair: Pair) -> Pair:
        if pair.estimate is None or pair.estimate >= self.none:
            return pair
        return replace(
            pair,
            first=pair.second,
            second=pair.first,
            estimate=self._back(pair.estimate),
            limits=self._turned_limits(pair.limits),
            resampled_limits=self._turned_limits(pair.resampled_limits),
        )

    def _turned_limits(self, limits: tuple[float, float] | None) -> tuple[float, float] | None:
        return limits and (self._back(limits[1]), self._back(limits[0]))

    def _back(self, value: float) -> float:
        return 1 / value if self.log else -value


def range_text(limits: tuple[float, float], *, none: float | None = None) -> str:
    """Return limits, rounded away from each other: `1.29 to 1.93`.

    They get more decimals where rounding would carry one of them to `none`, no difference.
    """
    for decimals in (2, 3, 4, 5, 6):
        scale = 10**decimals
        low = math.floor(limits[0] * scale + ROUNDING) / scale
        high = math.ceil(limits[1] * scale - ROUNDING) / scale
        if none is None or limits[0] <= none <= limits[1] or not low <= none <= high:
            break
    return f"{low:.{decimals}f} to {high:.{decimals}f}".replace("-", "\N{MINUS SIGN}")


def p_of(p_value: float, alpha: float) -> str:
    """Return a p as it stands after `p = `, or with its own sign: `< 0.0001`."""
    return number_format.p_cell(p_value, level=alpha)


def listed(words: Sequence[str]) -> str:
    """Return `a`, `a and b`, `a, b and c`."""
    return " and ".join(filter(None, (", ".join(words[:-1]), words[-1]))) if words else ""
