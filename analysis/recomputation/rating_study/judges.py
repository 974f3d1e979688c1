"""What each judge gave, by all criteria together. No Django."""

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import combinations
from statistics import fmean, median

from analysis.recomputation.rating_study.numbers import JudgeNumbers
from analysis.recomputation.rating_study.rows import RatedText

# As many are stored and shown: those with the most sheets.
MOST_JUDGES = 100


def busiest_first(rows: Sequence[RatedText], *, log: bool) -> tuple[JudgeNumbers, ...]:
    """Return the judges with the most sheets; `log`: a repeat is compared by its logarithm."""
    given, again = defaultdict[int, list[RatedText]](list), defaultdict[int, list[RatedText]](list)
    for row in rows:
        (given if row.is_main else again)[row.judge].append(row)
    order = sorted(given, key=lambda judge: (-len({row.answer for row in given[judge]}), judge))
    return tuple(
        _with_repeats(_judge(judge, given[judge]), given[judge], again[judge], log=log)
        for judge in order[:MOST_JUDGES]
    )


def _with_repeats(
    found: JudgeNumbers, rows: Sequence[RatedText], again: Sequence[RatedText], *, log: bool
) -> JudgeNumbers:
    """Add how far a judge's second ratings of the same texts are from the first."""
    first = {(row.criterion, row.item, row.system): row.value for row in rows}
    pairs = [(first.get((row.criterion, row.item, row.system)), row.value) for row in again]
    away = [
        abs(math.log(value / before)) if log else abs(float(value - before))
        for before, value in pairs
        if before
    ]
    return replace(found, repeated=len(away), repeated_log_ratio=fmean(away)) if away else found


def _judge(judge: int, rows: Sequence[RatedText]) -> JudgeNumbers:
    pages: defaultdict[tuple[int, str], list[RatedText]] = defaultdict(list)
    for row in rows:
        pages[row.answer, row.criterion].append(row)
    several = [page for page in pages.values() if len({row.text for row in page}) > 1]
    pairs = list(_identical(pages.values()))
    return JudgeNumbers(
        judge=judge,
        sheets=len({row.answer for row in rows}),
        ratings=len(rows),
        median=float(median(row.value for row in rows)),
        pages=len(several),
        equal=sum(len({row.value for row in page}) == 1 for page in several),
        identical=len(pairs),
        identical_differ=sum(one.value != other.value for one, other in pairs),
    )


def _identical(pages: Iterable[Sequence[RatedText]]) -> Iterable[tuple[RatedText, RatedText]]:
    """Yield the pairs of identical texts on one page."""
    for page in pages:
        yield from (pair for pair in combinations(page, 2) if pair[0].text == pair[1].text)
