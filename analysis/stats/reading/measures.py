"""The measures of mouse-contingent reading, per trial, text and sentence, on NumPy alone."""

import math
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

import numpy as np
from numpy.typing import NDArray

from ..validation import check_integer
from .trials import ReadTrial, Stay, check_trials

Array = NDArray[np.float64]

MEASURES = ("dwell_ms", "speed", "pace", "first_pass_ms", "first_pass_share", "log_transitions")
"""The measures that have z-scores, in the order of `Scores`."""

PASSED_OVER_MS = 100
"""A sentence shown for less was passed over on the way to another: hardly any fixation of the
eye is as short. Such stays count for nothing."""


@dataclass(frozen=True, slots=True)
class Measures:
    """What was measured of a sentence, a text or a trial; explained in `reading_measures`."""

    dwell_ms: int
    speed: float | None
    pace: float | None
    first_pass_ms: int
    first_pass_share: float | None
    transitions: int
    log_transitions: float | None


@dataclass(frozen=True, slots=True)
class Scores:
    """A z-score of each measure."""

    dwell_ms: float | None
    speed: float | None
    pace: float | None
    first_pass_ms: float | None
    first_pass_share: float | None
    log_transitions: float | None


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


def reading_measures(
    trials: Iterable[ReadTrial], *, shortest_ms: int = PASSED_OVER_MS
) -> tuple[TrialReading, ...]:
    """How long, how fast and in which order did judges read?

    The measures of Zarriess, Loth and Schlangen (2015), "Reading Times Predict the Quality of
    Generated Text Above and Beyond Human Ratings", ENLG, carried over to three texts at once.
    Stays on one sentence with no other sentence between them are one visit.

    Args:
        trials: trials with their stays, in any order. A stay begins at or after the end of
            the one before it.
        shortest_ms: stays shorter than this many milliseconds are left out, 0 or more.

    Returns:
        One entry per trial, in the order given. Each sentence, text and trial has

        ``dwell_ms``: milliseconds for which its sentences were shown.
        ``speed``: words of the sentences that were read per second of dwell time.
        ``pace``: dwell time per character of the sentences that were read, in milliseconds.
        ``first_pass_ms``: the dwell time of each sentence's first visit; of texts and trials
        the sum over sentences. ``first_pass_share``: its share of the dwell time.
        ``transitions``: how often another sentence was shown than just before; each counts
        where it ends, and the first sentence of a trial counts as one.
        ``log_transitions``: ln(transitions / sentences), 0 where every sentence was visited
        once; natural logarithm.
        ``z``: (value - mean) / standard deviation (of a sample) over all sentences, texts or
        trials of the judge.
        ``z2``: the same of z, over all readings of the same item: sentences, texts, or trials
        whose three texts share it. So slow judges and hard items are both taken out.

        Dwell time, first pass and transitions are 0 where nothing was read; all else is None
        there. Speed and pace are also None of a length of 0. z and z2 are None where fewer
        than two values are there, where they do not differ, and z2 where the texts of a trial
        have several items.

    Raises:
        ValueError: a position, sentence, length or time outside its range, stays that are not
            in order, words and characters of different sentences.
    """
    checked = check_trials(trials)
    least = check_integer("shortest_ms", shortest_ms, least=0)
    counted = [_count(trial, least) for trial in checked]
    wholes = _readings(
        [_measures(np.vstack(sentences)) for sentences in counted],
        [trial.judge for trial in checked],
        [_common_item(trial) for trial in checked],
    )
    owners = [(trial.judge, text.item) for trial in checked for text in trial.texts]
    tables = [table for sentences in counted for table in sentences]
    texts = _readings([_measures(table) for table in tables], *_columns(owners))
    rows = [row for table in tables for row in table]
    per_row = [owner for owner, table in zip(owners, tables, strict=True) for _ in table]
    sentences = iter(_readings([_measures(row[None]) for row in rows], *_columns(per_row)))
    parts = iter(
        TextReading(item, whole, tuple(next(sentences) for _ in table))
        for (_, item), whole, table in zip(owners, texts, tables, strict=True)
    )
    return tuple(
        TrialReading(trial.judge, whole, tuple(next(parts) for _ in trial.texts))
        for trial, whole in zip(checked, wholes, strict=True)
    )


def text_table(trials: Sequence[ReadTrial], shortest_ms: int) -> Array:
    """The raw measures of texts as an array (trial, text, measure); NaN where undefined."""
    rows = [_row(_measures(table)) for trial in trials for table in _count(trial, shortest_ms)]
    return np.array(rows, dtype=np.float64).reshape(-1, 3, len(MEASURES))


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


# Columns of the table of sentences that `_count` makes.
_WORDS, _CHARACTERS, _DWELL, _FIRST, _VISITS = range(5)


def _count(trial: ReadTrial, shortest_ms: int) -> list[Array]:
    """For each text its sentences: words, characters, dwell, first pass, visits."""
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


def _measures(sentences: Array) -> Measures:
    read = sentences[sentences[:, _VISITS] > 0]
    words, characters, dwell, first, visits = (float(total) for total in read.sum(axis=0))
    return Measures(
        dwell_ms=int(dwell),
        speed=1000 * words / dwell if words and dwell else None,
        pace=dwell / characters if characters and dwell else None,
        first_pass_ms=int(first),
        first_pass_share=first / dwell if dwell else None,
        transitions=int(visits),
        log_transitions=math.log(visits / len(sentences)) if visits else None,
    )


def _row(measures: Measures) -> list[float]:
    values = (getattr(measures, name) for name in MEASURES)
    return [math.nan if value is None else float(value) for value in values]


def _readings(
    raw: Sequence[Measures], judges: Sequence[str], items: Sequence[str | None]
) -> list[Reading]:
    values = np.array([_row(one) for one in raw], dtype=np.float64).reshape(-1, len(MEASURES))
    z = z_scores(values, judges)
    z2 = z_scores(z, items)
    z2[[item is None for item in items]] = np.nan
    rows = zip(raw, z, z2, strict=True)
    return [Reading(one, _scores(first), _scores(second)) for one, first, second in rows]


def _scores(row: Array) -> Scores:
    return Scores(*(None if math.isnan(value) else float(value) for value in row))


def _columns(owners: Sequence[tuple[str, str]]) -> tuple[list[str], list[str]]:
    return [judge for judge, _ in owners], [item for _, item in owners]


def _common_item(trial: ReadTrial) -> str | None:
    items = {text.item for text in trial.texts}
    return items.pop() if len(items) == 1 else None
