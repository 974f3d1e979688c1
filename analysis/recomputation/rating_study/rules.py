"""What of a plan the numbers depend on. No Django."""

from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RatedBy:
    """A criterion of the plan: its key, what it is called, and whether judges tick."""

    key: str
    label: str
    is_ticks: bool = False


@dataclass(frozen=True, slots=True)
class Rules:
    """The plan of a rating study; the primary criterion comes first.

    `log`: magnitude estimation, so that logarithms are compared; else points of a scale.
    `side_by_side`: texts about an item stand on one page, all of them or of many a part.
    """

    criteria: tuple[RatedBy, ...]
    systems: tuple[str, ...]
    log: bool
    side_by_side: bool
    keeps_identical: bool
    alpha: float
    margin: float | None
    resamples: int
    seed: int

    @property
    def how(self) -> str:
        """What is compared, as `analysis.stats.normalise` calls it."""
        return "log" if self.log else "raw"

    @property
    def numbers(self) -> Iterator[RatedBy]:
        """The criteria by which judges give numbers."""
        return (one for one in self.criteria if not one.is_ticks)

    @property
    def ticks(self) -> Iterator[RatedBy]:
        """The criteria by which they tick."""
        return (one for one in self.criteria if one.is_ticks)
