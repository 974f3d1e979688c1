"""The measures of mouse-contingent reading, per trial, text and sentence, on NumPy alone."""

import math
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from itertools import groupby

import numpy as np
from numpy.typing import NDArray

from .trials import ReadPage, ReadTrial, Stay

Array = NDArray[np.float64]

MEASURES = (
    "dwell_ms",
    "words_per_second",
    "ms_per_character",
    "first_visit_ms",
    "first_visit_share",
    "log_visits_per_sentence",
)
"""The measures that have z-scores, in the order of `Scores`."""

PASSED_OVER_MS = 100
"""A sentence shown for less was passed over on the way to another: hardly any fixation of the
eye is as short. Such stays count for nothing."""


@dataclass(frozen=True, slots=True)
class Measures:
    """What was measured of a sentence, a text or a trial; explained in `reading_measures`."""

    dwell_ms: int
    words_per_second: float | None
    ms_per_character: float | None
    first_visit_ms: int
    first_visit_share: float | None
    visits: int
    log_visits_per_sentence: float | None


@dataclass(frozen=True, slots=True)
class Scores:
    """A z-score of each measure."""

    dwell_ms: float | None
    words_per_second: float | None
    ms_per_character: float | None
    first_visit_ms: float | None
    first_visit_share: float | None
    log_visits_per_sentence: float | None


@dataclass(frozen=True, slots=True)
class Reading:
    """The measures as they are, against the judge's others (z), and then the item's (z2)."""

    raw: Measures
    z: Scores
    z2: Scores


@dataclass(frozen=True, slots=True)
class TextReading:
    """How one text of a trial was read, as a whole and sentence by sentence."""

    item: str
    whole: Reading
    sentences: tuple[Reading, ...]


@dataclass(frozen=True, slots=True)
class TrialReading:
    """How a trial was read, as a whole and text by text, in the order of positions."""

    judge: str
    whole: Reading
    texts: tuple[TextReading, ...]


def text_table(trials: Sequence[ReadTrial], shortest_ms: int) -> Array:
    """The raw measures of texts as an array (trial, text, measure); NaN where undefined."""
    rows = [
        values_of(measures_of(table))
        for trial in trials
        for table in visits_by_sentence(trial, shortest_ms)
    ]
    return np.array(rows, dtype=np.float64).reshape(-1, 3, len(MEASURES))


def raw_measures(
    pages: Sequence[ReadTrial | ReadPage], *, shortest_ms: int = PASSED_OVER_MS
) -> list[list[tuple[float, ...]]]:
    """Return the measures of each text of each page, in the order of `MEASURES`."""
    return [
        [tuple(values_of(measures_of(table))) for table in visits_by_sentence(page, shortest_ms)]
        for page in pages
    ]


def z_scores(values: Array, groups: Sequence[Hashable]) -> Array:
    """Each column against the other rows of its group; NaN where that is undefined."""
    places: dict[Hashable, list[int]] = {}
    for row, group in enumerate(groups):
        places.setdefault(group, []).append(row)
    scores = np.full_like(values, np.nan)
    for rows in places.values():
        scores[rows] = standardised(values[rows], values[rows])
    return scores


def standardised(values: Array, known: Array) -> Array:
    """The values against mean and deviation of the known ones, column by column."""
    seen = ~np.isnan(known)
    n = seen.sum(axis=0)
    mean = np.where(seen, known, 0.0).sum(axis=0) / np.maximum(n, 1)
    squares = np.where(seen, known - mean, 0.0) ** 2
    deviation = np.sqrt(squares.sum(axis=0) / np.maximum(n - 1, 1))
    # Equal values differ by rounding after a division: that is no deviation.
    deviation[deviation <= 1e-9 * np.abs(mean)] = np.nan
    deviation[(n < 2) | (deviation == 0)] = np.nan
    scores: Array = (values - mean) / deviation
    return scores


# Columns of the table of sentences that `visits_by_sentence` makes.
_WORDS, _CHARACTERS, _DWELL, _FIRST, _VISITS = range(5)


def visits_by_sentence(trial: ReadTrial | ReadPage, shortest_ms: int) -> list[Array]:
    """For each text its sentences: words, characters, dwell, first visit, visits."""
    tables = [_unread(text.words, text.characters) for text in trial.texts]
    read = [stay for stay in trial.stays if stay.length_ms >= max(1, shortest_ms)]
    for (text, sentence), stays in groupby(read, key=_sentence_of):
        row = tables[text - 1][sentence - 1]
        visit = sum(stay.length_ms for stay in stays)
        if not row[_VISITS]:
            row[_FIRST] = visit
        row[_DWELL] += visit
        row[_VISITS] += 1
    return tables


def _unread(words: Sequence[int], characters: Sequence[int]) -> Array:
    table = np.zeros((len(words), 5))
    table[:, _WORDS], table[:, _CHARACTERS] = words, characters
    return table


def _sentence_of(stay: Stay) -> tuple[int, int]:
    return stay.text, stay.sentence


def measures_of(sentences: Array) -> Measures:
    """What was measured of some sentences together."""
    read = sentences[sentences[:, _VISITS] > 0]
    words, characters, dwell, first, visits = (float(total) for total in read.sum(axis=0))
    return Measures(
        dwell_ms=int(dwell),
        words_per_second=1000 * words / dwell if words and dwell else None,
        ms_per_character=dwell / characters if characters and dwell else None,
        first_visit_ms=int(first),
        first_visit_share=first / dwell if dwell else None,
        visits=int(visits),
        log_visits_per_sentence=math.log(visits / len(sentences)) if visits else None,
    )


def values_of(measures: Measures) -> list[float]:
    """The measures that have scores; NaN where undefined."""
    values = (getattr(measures, name) for name in MEASURES)
    return [math.nan if value is None else float(value) for value in values]
