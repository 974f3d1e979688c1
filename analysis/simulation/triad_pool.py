"""Handing out triads in memory, by the rule of `studies.services.judging.claims`.

Triads that share no text with what the judge has read come first, then those of the order that the
judge has had least, then the lowest number. A test lets both hand out the same.
"""

from bisect import insort
from collections import Counter
from collections.abc import Iterator, Sequence

from studies.design import ORDERS, PlannedTriad


class TriadPool:
    """The free triads of a study, without those that are held or answered."""

    def __init__(self, triads: Sequence[PlannedTriad]) -> None:
        self._triads = triads
        # By order, the lowest number first: mostly the first that is looked at will do.
        self._free: dict[str, list[int]] = {order: [] for order in ORDERS}
        for place, triad in enumerate(triads):
            self._free[triad.order].append(place)

    def take(self, had: Sequence[int]) -> int | None:
        """Take the best free triad for a judge who has had those; None where there is none."""
        if not had:
            place = min((free[0] for free in self._free.values() if free), default=None)
        else:
            place = self._best(had, shares=False)
            place = self._best(had, shares=True) if place is None else place
        if place is not None:
            self._free[self._triads[place].order].remove(place)
        return place

    def give_back(self, place: int) -> None:
        """Put back a triad after its hold ran out."""
        insort(self._free[self._triads[place].order], place)

    def _best(self, had: Sequence[int], *, shares: bool) -> int | None:
        orders = Counter(self._triads[place].order for place in had)
        read = {key for place in had for key in self._triads[place].keys}
        found = (
            (orders[order], place)
            for order in ORDERS
            for place in self._first(order, had, read, shares=shares)
        )
        return min(found, default=(0, None))[1]

    def _first(
        self, order: str, had: Sequence[int], read: set[int], *, shares: bool
    ) -> Iterator[int]:
        """Yield the lowest free number of an order that shares a text, or that shares none."""
        for place in self._free[order]:
            if read.isdisjoint(self._triads[place].keys) != shares and place not in had:
                yield place
                return
