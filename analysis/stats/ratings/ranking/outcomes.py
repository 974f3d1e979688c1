"""What all rankings share: who won on a page, and between which systems a line is drawn."""

import itertools
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass

import numpy as np

from ..data import Names, Ratings

NO_PAGES = "no page holds texts of two systems"

Clusters = tuple[Names, ...]


@dataclass(frozen=True, slots=True)
class Outcomes:
    """How often the first of two systems was rated above, like and below the second on a page."""

    first: Hashable
    second: Hashable
    wins: int
    ties: int
    losses: int

    @property
    def pages(self) -> int:
        """The number of pages with texts of both."""
        return self.wins + self.ties + self.losses


def page_outcomes(ratings: Ratings) -> tuple[Outcomes, ...]:
    """How often was each system rated above each other, on pages with texts of both?

    Args:
        ratings: of one criterion. Pages with one text (Likert, plain magnitude estimation) have no
            outcomes: all counts are then 0.

    Returns:
        One entry for each pair of systems.

    Raises:
        ValueError: a page with two ratings of one system.
    """
    place = ratings.page * len(ratings.systems) + ratings.system
    if len(np.unique(place)) < len(place):
        raise ValueError("ratings must hold one rating of a system and page")
    table = np.full((len(ratings.pages), len(ratings.systems)), np.nan)
    table[ratings.page, ratings.system] = ratings.value
    return tuple(
        Outcomes(
            ratings.systems[first],
            ratings.systems[second],
            wins=int((table[:, first] > table[:, second]).sum()),
            ties=int((table[:, first] == table[:, second]).sum()),
            losses=int((table[:, first] < table[:, second]).sum()),
        )
        for first, second in itertools.combinations(range(len(ratings.systems)), 2)
    )


def systems_of(outcomes: Sequence[Outcomes]) -> Names:
    """Return the systems in the order in which the outcomes name them."""
    return tuple(dict.fromkeys(name for each in outcomes for name in (each.first, each.second)))


def clusters(order: Names, above: Callable[[Hashable, Hashable], bool]) -> Clusters:
    """Part systems that are ordered from the highest to the lowest.

    A line is drawn where each system before it is above each system behind it.
    """
    parts: list[Names] = []
    start = 0
    for line in range(1, len(order) + 1):
        pairs = itertools.product(order[:line], order[line:])
        if all(above(high, low) for high, low in pairs):
            parts.append(order[start:line])
            start = line
    return tuple(parts)
