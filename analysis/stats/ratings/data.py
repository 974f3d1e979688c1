"""Ratings of one criterion as arrays, the form that all of this package takes."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from typing import cast

import numpy as np
import numpy.typing as npt

from ..validation import check_list

Array = npt.NDArray[np.float64]
Codes = npt.NDArray[np.intp]
Names = tuple[Hashable, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Ratings:
    """Ratings in the order in which they were given to `ratings_of`, one entry each.

    Judges, items, systems and pages are numbers from 0; their names, in that order, stand in the
    plural fields.
    """

    judge: Codes
    item: Codes
    system: Codes
    page: Codes
    value: Array
    judges: Names
    items: Names
    systems: Names
    pages: Names

    def __len__(self) -> int:
        """Return the number of ratings."""
        return len(self.value)

    @property
    def cell(self) -> Codes:
        """The number of each rating's cell: what one system wrote of one item."""
        return self.item * len(self.systems) + self.system

    @property
    def log_value(self) -> Array:
        """The natural logarithms of the values."""
        return cast(Array, np.log(self.value))

    @property
    def side_by_side(self) -> bool:
        """Whether some page holds texts of several systems, as in RankME."""
        seen = np.unique(np.stack([self.page, self.system]), axis=1)[0]
        return len(np.unique(seen)) < len(seen)

    def only(self, rows: npt.NDArray[np.bool_] | Codes) -> "Ratings":
        """Return the ratings of these rows, with the names of all."""
        return replace(
            self,
            judge=self.judge[rows],
            item=self.item[rows],
            system=self.system[rows],
            page=self.page[rows],
            value=self.value[rows],
        )


def ratings_of(
    *,
    judges: Sequence[Hashable],
    items: Sequence[Hashable],
    systems: Sequence[Hashable],
    pages: Sequence[Hashable],
    values: Sequence[float],
) -> Ratings:
    """Return ratings of one criterion from columns of names, one entry a rating.

    Args:
        judges: who gave it.
        items: what the text is about.
        systems: who wrote the text; numbered in sorted order.
        pages: on which page it was given; a page is of one judge and one item.
        values: above 0.

    Raises:
        ValueError: columns of different lengths, or a value that is no number above 0.
    """
    numbers = np.asarray(check_list("values", values), dtype=float)
    if not (np.isfinite(numbers) & (numbers > 0)).all():
        raise ValueError("values must be numbers above 0")
    judge, judge_names = _coded("judges", judges, len(numbers))
    item, item_names = _coded("items", items, len(numbers))
    system, system_names = _coded("systems", systems, len(numbers))
    page, page_names = _coded("pages", pages, len(numbers))
    names = judge_names, item_names, system_names, page_names
    return Ratings(judge, item, system, page, numbers, *names)


def _coded(name: str, column: Sequence[Hashable], length: int) -> tuple[Codes, Names]:
    entries = check_list(name, column)
    if len(entries) != length:
        raise ValueError(f"{name} must hold {length} entries, one a rating, not {len(entries)}")
    names = tuple(sorted(set(entries), key=lambda entry: (str(type(entry)), entry)))
    number = {entry: i for i, entry in enumerate(names)}
    return np.array([number[entry] for entry in entries], dtype=np.intp), names
