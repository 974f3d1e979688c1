"""Ratings as columns, which take a tenth of the time of a row each: enough for means. No Django."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from analysis.recomputation.rating_study.rows import RatedSheet
from analysis.stats import Ratings

Codes = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class _Named:
    """A number from 0 for each entry, and the names by these numbers, in their order."""

    number: Codes
    names: list[Any]

    @classmethod
    def of(cls, entries: Sequence[Any]) -> Self:
        names, number = np.unique(np.array(entries), return_inverse=True)
        return cls(number, names.tolist())

    def at(self, places: Codes) -> tuple[Codes, tuple[Any, ...]]:
        """Return the numbers of the entries at these places, and the names that occur there."""
        number = self.number[places]
        occurs = np.bincount(number, minlength=len(self.names)) > 0
        names = tuple(name for name, there in zip(self.names, occurs, strict=True) if there)
        return (np.cumsum(occurs) - 1)[number], names


@dataclass(frozen=True, slots=True)
class RatedColumns:
    """All ratings of main sheets; `by_criterion` has the keys of sheets and of texts, and values.

    `texts` are the keys of the study's texts, in order; `items` and `systems` are theirs.
    """

    texts: Codes
    items: _Named
    systems: _Named
    by_criterion: dict[str, tuple[Codes, Codes, Codes]]

    @classmethod
    def of(cls, texts: Iterable[tuple[int, str, str]], rows: Iterable[tuple[Any, ...]]) -> Self:
        """Take texts by their keys, and the rows of `answered.COLUMNS`."""
        keys, items, systems = list(zip(*texts, strict=True)) or ((), (), ())
        columns = {
            criterion: (np.array(answers), np.array(texts_of), np.array(values))
            for criterion, answers, texts_of, values in rows
        }
        return cls(np.array(keys), _Named.of(items), _Named.of(systems), columns)

    def ratings(
        self, sheets: Sequence[RatedSheet], *, side_by_side: bool
    ) -> Iterator[tuple[str, Ratings]]:
        """Yield criteria with the ratings of these sheets, which are in the order of their keys.

        In the same order as `rows.as_arrays` has them, so that means are the same to a digit.
        """
        answers = np.array([sheet.answer for sheet in sheets], dtype=np.int64)
        judges = _Named.of([sheet.judge for sheet in sheets])
        for criterion, (answer, text, value) in self.by_criterion.items():
            kept = np.isin(answer, answers)
            if not kept.any():
                continue
            at, of = (
                np.searchsorted(keys, column[kept])
                for keys, column in ((answers, answer), (self.texts, text))
            )
            order = np.lexsort((self.systems.number[of], at))
            yield (
                criterion,
                _ratings(
                    judges.at(at[order]),
                    self.items.at(of[order]),
                    self.systems.at(of[order]),
                    at[order] if side_by_side else np.arange(len(order)),
                    value[kept][order],
                ),
            )


def _ratings(judges: Any, items: Any, systems: Any, page: Codes, value: Codes) -> Ratings:
    pages, number = np.unique(page, return_inverse=True)
    return Ratings(
        judge=judges[0],
        item=items[0],
        system=systems[0],
        page=number,
        value=value.astype(float),
        judges=judges[1],
        items=items[1],
        systems=systems[1],
        pages=tuple(pages.tolist()),
    )
