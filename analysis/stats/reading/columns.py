"""The predictors of the reading models: z-scores, computed without knowing the odd text."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .measures import MEASURES, Array, standardised, text_table, z_scores
from .trials import TEXTS, ReadTrial

Whole = NDArray[np.int64]
Flags = NDArray[np.bool_]

COMPARED = ("ms_per_character", "first_visit_share", "log_visits_per_sentence")
"""The measures of the conditional logit. The others follow from these and the lengths of texts:
words_per_second is the same turned over, times are time by length times length."""

SPREAD = 1e-9
"""A column with an own part smaller than this share of it adds nothing but rounding."""


@dataclass(frozen=True, slots=True)
class Readings:
    """The trials in which something was read, in an order that their input order cannot change."""

    judges: NDArray[np.str_]
    items: NDArray[np.str_]  # (trial, text)
    odd: Whole  # from 0
    z: Array  # (trial, text, measure); 0, the judge's mean, where undefined

    @property
    def trials(self) -> int:
        return len(self.odd)


def readings_of(trials: Sequence[ReadTrial], shortest_ms: int) -> Readings:
    # Which permutation meets which trial, and the last digit of a sum, hang on the order.
    trials = sorted(trials, key=repr)
    table = text_table(trials, shortest_ms)
    judges = [trial.judge for trial in trials for _ in range(TEXTS)]
    z = z_scores(table.reshape(-1, len(MEASURES)), judges).reshape(table.shape)
    read = table[:, :, MEASURES.index("dwell_ms")].any(axis=1)
    items = [[text.item for text in trial.texts] for trial in trials]
    return Readings(
        judges=np.array([trial.judge for trial in trials], dtype=np.str_)[read],
        items=np.array(items, dtype=np.str_).reshape(-1, TEXTS)[read],
        odd=np.array([trial.odd - 1 for trial in trials], dtype=np.int64)[read],
        z=np.nan_to_num(z[read]),
    )


def compared(readings: Readings) -> Array:
    """Columns of the conditional logit: z of three measures, and how far from the other two.

    The distance is what sees a difference between subjects: with the orders in balance the odd
    text is as often the slower as the faster one.
    """
    z = readings.z[:, :, [MEASURES.index(name) for name in COMPARED]]
    others = (z.sum(axis=1, keepdims=True) - z) / (TEXTS - 1)
    return np.concatenate([z, np.abs(z - others)], axis=2)


COMPARED_COLUMNS = (
    *(f"z_{name}" for name in COMPARED),
    *(f"distance_{name}" for name in COMPARED),
)

REPLICA_COLUMNS = (*(f"z_{name}" for name in MEASURES), *(f"z2_{name}" for name in MEASURES))


def replicated(readings: Readings, known: Flags) -> Array:
    """Columns of the binary regression: z and z2, the latter by the items of known trials only."""
    z2 = np.zeros_like(readings.z)
    for item in np.unique(readings.items):
        here = readings.items == item
        z2[here] = standardised(readings.z[here], readings.z[here & known[:, None]])
    return np.concatenate([readings.z, np.nan_to_num(z2)], axis=2)


def telling(columns: Array) -> tuple[list[int], dict[int, str]]:
    """Which columns (of a table of rows) add something to those before, and why others do not."""
    kept: list[int] = []
    why: dict[int, str] = {}
    for j, column in enumerate(columns.T):
        size = float(np.linalg.norm(column))
        if size <= SPREAD * max(1.0, len(column) ** 0.5):
            why[j] = "constant"
            continue
        basis = columns[:, kept]
        own = column - basis @ np.linalg.lstsq(basis, column, rcond=None)[0] if kept else column
        if float(np.linalg.norm(own)) <= 1e-7 * size:
            why[j] = "collinear"
        else:
            kept.append(j)
    return kept, why


def judge_folds(readings: Readings, folds: int, rng: np.random.Generator) -> list[Flags]:
    """For each fold which trials are tested: all trials of a judge fall into one fold."""
    judges = rng.permutation(np.unique(readings.judges))
    parts = np.array_split(judges, min(folds, len(judges)))
    return [np.isin(readings.judges, part) for part in parts]


def permuted(odd: Whole, permutations: int, rng: np.random.Generator) -> Whole:
    """Odd positions: those of the data first, then each permutation within trials."""
    drawn = rng.integers(TEXTS, size=(permutations, len(odd)))
    return np.concatenate([odd[None], drawn])


def share(passed: Array) -> float:
    """Monte Carlo p: the share of values as large as the first, which is the data's own."""
    # Equal values differ by rounding.
    near = 1e-9 * max(1.0, abs(float(passed[0])))
    return float(np.mean(passed >= passed[0] - near))
