"""Texts that systems share: shown once on a page, rated once, stored for each. No Django."""

import math
from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from analysis.recomputation.rating_study.numbers import EqualTexts
from analysis.recomputation.rating_study.rows import RatedText
from analysis.stats import Pair
from analysis.stats.ratings.data import Codes


def each_once(rows: Sequence[RatedText]) -> Codes:
    """Return the places of ratings with each text of a page once: under its first system."""
    first: dict[tuple[int, str], int] = {}
    for place, row in enumerate(rows):
        first.setdefault((row.answer, row.text), place)
    return np.array(list(first.values()), dtype=np.intp)


def equal_texts(
    pairs: Iterable[Pair], rows: Sequence[RatedText], *, log: bool, side_by_side: bool
) -> Iterator[EqualTexts]:
    """Yield the pairs of systems that share texts, with what the ratings of their others say.

    `rows` are in the order of their systems on each page. Where texts stand side by side a pair is
    the mean of pages, else of items; those with one text of both are no difference in it.
    """
    texts = {(row.item, row.system): row.text for row in rows}
    for pair in pairs:
        first, second = str(pair.first), str(pair.second)
        equal = {
            item
            for item, system in texts
            if system == first and texts[item, first] == texts.get((item, second))
        }
        if not equal or pair.estimate is None:
            continue
        pages = sum(row.system == first and row.item in equal for row in rows)
        all_of, left = (
            (pair.differences, pair.differences - pages)
            if side_by_side
            else (pair.items, pair.items - len(equal))
        )
        others = _of_others(pair.estimate, all_of / left, log=log) if left > 0 else None
        yield EqualTexts(first, second, len(equal), pair.items, others)


def _of_others(estimate: float, times: float, *, log: bool) -> float:
    return math.exp(times * math.log(estimate)) if log else times * estimate
