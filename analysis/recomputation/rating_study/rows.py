"""Ratings as they come from the database, and as arrays. No Django."""

from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple, Self

import numpy as np

from analysis.stats import Ratings, ratings_of
from analysis.stats.ratings.data import Array


class RatedSheet(NamedTuple):
    """A sheet that was rated: a row of `answered.SHEETS`."""

    answer: int
    judge: int
    state: str
    judge_excluded: bool
    kind: str

    @property
    def counts(self) -> bool:
        """It counts in the analysis set of the plan, or is a repeat of one that does."""
        return self.state == "answered"

    @property
    def is_main(self) -> bool:
        """It is no repeat."""
        return self.kind == "main"


class RatedText(NamedTuple):
    """One rating of one text: a row of `answered.RATED`."""

    criterion: str
    answer: int
    judge: int
    item: str
    system: str
    value: int
    text: str
    state: str
    judge_excluded: bool
    # "repeat": of a sheet that its judge had rated before.
    kind: str = "main"

    @property
    def counts(self) -> bool:
        """It counts in the analysis set of the plan (`models.judging.trial`), or is of a repeat."""
        return self.state == "answered"

    @property
    def is_main(self) -> bool:
        """It is no repeat: only these are compared."""
        return self.kind == "main"


def by_criterion(rows: Sequence[RatedText]) -> dict[str, list[RatedText]]:
    """Return the ratings of each criterion that has any, by its key."""
    found: defaultdict[str, list[RatedText]] = defaultdict(list)
    for row in rows:
        found[row.criterion].append(row)
    return dict(found)


def as_arrays(rows: Sequence[RatedText], *, side_by_side: bool) -> Ratings:
    """Return the ratings of one criterion as the statistics take them.

    Where texts are rated one by one, identical texts that were shown once are on a page each: their
    numbers are not compared with each other as those of one page.
    """
    return ratings_of(
        judges=[row.judge for row in rows],
        items=[row.item for row in rows],
        systems=[row.system for row in rows],
        pages=[row.answer if side_by_side else number for number, row in enumerate(rows)],
        values=[row.value for row in rows],
    )


class Ticked(NamedTuple):
    """How many judges ticked by a criterion, and what, by system."""

    judges: int
    by_system: dict[str, Array]

    @classmethod
    def of(cls, given: Ratings) -> Self:
        """Take ticks that were read as numbers are."""
        by_system = {
            str(system): given.value[given.system == number]
            for number, system in enumerate(given.systems)
        }
        return cls(len(given.judges), by_system)


def ticked(rows: Sequence[RatedText]) -> Ticked:
    """Return what was ticked by one criterion."""
    by_system: defaultdict[str, list[int]] = defaultdict(list)
    for row in rows:
        by_system[row.system].append(row.value)
    return Ticked(
        len({row.judge for row in rows}),
        {system: np.array(values, dtype=float) for system, values in by_system.items()},
    )
