"""Readings against those of the same judge and of the same item, judge by judge.

Means and deviations are gathered while the judges go by, so no more than one judge is in memory.
"""

import math
from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from ..validation import check_integer
from .measures import (
    MEASURES,
    PASSED_OVER_MS,
    Array,
    Measures,
    Reading,
    Scores,
    TextReading,
    TrialReading,
    measures_of,
    values_of,
    visits_by_sentence,
)
from .trials import ReadTrial, check_trials

Group = tuple[str, Hashable]


def reading_measures(
    trials: Iterable[ReadTrial], *, shortest_ms: int = PASSED_OVER_MS
) -> tuple[TrialReading, ...]:
    """How long, how fast and in which order did judges read?

    Measures of our own, of the kind that Zarriess, Loth and Schlangen (2015, "Reading Times Predict
    the Quality of Generated Text Above and Beyond Human Ratings", ENLG) took of one text, for three
    texts at once. Their first pass, pace and path log, and the first pass of eye tracking, are
    defined otherwise; no name here is one of theirs. Stays on one sentence with no other sentence
    between them are one visit.

    Args:
        trials: trials with their stays, in any order. A stay begins at or after the end of
            the one before it.
        shortest_ms: stays shorter than this many milliseconds are left out, 0 or more.

    Returns:
        One entry per trial, in the order given. Each sentence, text and trial has

        ``dwell_ms``: milliseconds for which its sentences were shown.
        ``words_per_second``: words of the sentences that were read per second of dwell time.
        ``ms_per_character``: dwell time per character of the sentences that were read.
        ``first_visit_ms``: the dwell time of each sentence's first visit; of texts and trials
        the sum over sentences. A visit counts as the first also where later sentences were read
        before (eye tracking has no first pass there). ``first_visit_share``: its share of the
        dwell time.
        ``visits``: how often another sentence was shown than just before; each counts
        where it ends, and the first sentence of a trial counts as one.
        ``log_visits_per_sentence``: ln(visits / sentences), 0 where every sentence was visited
        once; natural logarithm.
        ``z``: (value - mean) / standard deviation (of a sample) over all sentences, texts or
        trials of the judge.
        ``z2``: the same of z, over all readings of the same item: sentences, texts, or trials
        with three texts of this item. So slow judges and hard items are both taken out.

        Dwell time, first visits and visits are 0 where nothing was read; all else is None there.
        Both rates are also None of a length of 0. z and z2 are None where fewer
        than two values are there, where they do not differ, and z2 where the texts of a trial
        have several items.

    Raises:
        ValueError: a position, sentence, length or time outside its range, stays that are not
            in order, words and characters of different sentences.
    """
    checked = check_trials(trials)
    places: defaultdict[str, list[int]] = defaultdict(list)
    for place, trial in enumerate(checked):
        places[trial.judge].append(place)
    judges = [[checked[place] for place in own] for own in places.values()]
    norms = reading_norms(judges, shortest_ms=shortest_ms)
    measured = {
        place: reading
        for own, trials in zip(places.values(), judges, strict=True)
        for place, reading in zip(own, norms.measure(trials), strict=True)
    }
    return tuple(measured[place] for place in range(len(checked)))


def reading_norms(
    judges: Iterable[Sequence[ReadTrial]], *, shortest_ms: int = PASSED_OVER_MS
) -> "ReadingNorms":
    """What `reading_measures` compares with, of judges too many for memory.

    Args:
        judges: all trials of each judge.
        shortest_ms: as in `reading_measures`.

    Returns:
        The norms; their ``measure`` gives the trials of one of these judges as `reading_measures`
        does, and ``readings`` is the number of trials, texts and sentences together.

    Raises:
        ValueError: as `reading_measures`.
    """
    norms = ReadingNorms(check_integer("shortest_ms", shortest_ms, least=0))
    for trials in judges:
        norms.add(trials)
    return norms


class _Norm:
    """Number, mean and squared deviations of each measure (Chan, Golub and LeVeque 1983)."""

    __slots__ = ("_sums",)

    def __init__(self) -> None:
        self._sums = np.zeros((3, len(MEASURES)))

    def add(self, values: Array) -> None:
        """Take in rows of measures; NaN counts for nothing."""
        number, mean_before, squares = self._sums
        seen = ~np.isnan(values)
        added = seen.sum(axis=0)
        n = np.maximum(number + added, 1)
        mean = np.where(seen, values, 0.0).sum(axis=0) / np.maximum(added, 1)
        own = (np.where(seen, values - mean, 0.0) ** 2).sum(axis=0)
        shift = np.where(added > 0, mean - mean_before, 0.0)
        squares += own + shift**2 * number * added / n
        mean_before += shift * added / n
        number += added

    def scores(self, values: Array) -> Array:
        """Each value against mean and deviation of a sample; NaN where there is none."""
        n, mean, squares = self._sums
        deviation = np.sqrt(squares / np.maximum(n - 1, 1))
        # Equal values differ by rounding after a division: that is no deviation.
        without = (n < 2) | (deviation <= 1e-9 * np.abs(mean))
        scores: Array = (values - mean) / np.where(without, np.nan, deviation)
        return scores


@dataclass(slots=True)
class ReadingNorms:
    """Means and deviations of the z-scores of each item's readings."""

    shortest_ms: int
    readings: int = 0
    _items: defaultdict[Group, _Norm] = field(default_factory=lambda: defaultdict(_Norm))

    def add(self, trials: Sequence[ReadTrial]) -> None:
        """Take all trials of a judge into the norms of their items."""
        norms = self._judge(trials)
        for trial in trials:
            for level, raw, items in _levels(trial, self.shortest_ms):
                z = norms[level].scores(_table(raw))
                self.readings += len(raw)
                for item, rows in _by_item(items):
                    self._items[level, item].add(z[rows])

    def measure(self, trials: Sequence[ReadTrial]) -> list[TrialReading]:
        """Return the measures of all trials of a judge, with their scores."""
        norms = self._judge(trials)
        return [self._measure(trial, norms) for trial in trials]

    def _judge(self, trials: Sequence[ReadTrial]) -> dict[str, _Norm]:
        norms: defaultdict[str, _Norm] = defaultdict(_Norm)
        for trial in trials:
            for level, raw, _ in _levels(trial, self.shortest_ms):
                norms[level].add(_table(raw))
        return norms

    def _measure(self, trial: ReadTrial, norms: dict[str, _Norm]) -> TrialReading:
        wholes, texts, sentences = (
            self._readings(level, norms[level], raw, items)
            for level, raw, items in _levels(trial, self.shortest_ms)
        )
        each = iter(sentences)
        parts = (
            TextReading(text.item, whole, tuple(next(each) for _ in text.words))
            for text, whole in zip(trial.texts, texts, strict=True)
        )
        return TrialReading(trial.judge, wholes[0], tuple(parts))

    def _readings(
        self, level: str, norm: _Norm, raw: list[Measures], items: list[str | None]
    ) -> list[Reading]:
        z = norm.scores(_table(raw))
        z2 = np.full_like(z, np.nan)
        for item, rows in _by_item(items):
            z2[rows] = self._items[level, item].scores(z[rows])
        together = zip(raw, z, z2, strict=True)
        return [Reading(one, _scores(first), _scores(second)) for one, first, second in together]


def _levels(
    trial: ReadTrial, shortest_ms: int
) -> Iterator[tuple[str, list[Measures], list[str | None]]]:
    """The measures of the trial, of its texts and of their sentences, with their items."""
    tables = visits_by_sentence(trial, shortest_ms)
    items: list[str | None] = [text.item for text in trial.texts]
    common = items[0] if len(set(items)) == 1 else None
    yield "trial", [measures_of(np.vstack(tables))], [common]
    yield "text", [measures_of(table) for table in tables], items
    sentences = [row[None] for table in tables for row in table]
    owners = [item for item, table in zip(items, tables, strict=True) for _ in table]
    yield "sentence", [measures_of(row) for row in sentences], owners


def _table(raw: Sequence[Measures]) -> Array:
    return np.array([values_of(one) for one in raw], dtype=np.float64)


def _by_item(items: Sequence[str | None]) -> Iterator[tuple[str, list[int]]]:
    for item in {item for item in items if item is not None}:
        yield item, [row for row, other in enumerate(items) if other == item]


def _scores(row: Array) -> Scores:
    return Scores(*(None if math.isnan(value) else float(value) for value in row))
