"""Do ratings or reading times tell the condition of a text? The four sets of predictors.

After Zarriess, Loth and Schlangen (2015), who asked which of ratings, reading times, all measures
of reading, and all of it together classify texts by their condition. Their unit is ours: one text
as one judge has read it. Their classifier is not: ours takes the condition with the nearest mean
in Mahalanobis' distance, which is as good for two conditions as Fisher's discriminant, knows no
frequencies of conditions, and makes of a permutation but new means.

Each reading is scored by means that hold no reading of a text about the same item, and the share
told right is the mean over conditions. Conditions belong to texts, so they are permuted among the
texts of an item, and p is (1 + as accurate) / (1 + permutations). Only items with texts of several
conditions are scored: of the others what they are about may tell.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import comb

import numpy as np
from numpy.typing import NDArray

from ..validation import check_integer
from .columns import Flags, Whole, share, telling
from .measures import MEASURES, Array, z_scores

FOLDS = 10
LEAST_ITEMS = 5
# With two conditions, all exchanged is as accurate as the data: two of so many are one in 80, and
# four p adjusted by Holm can reach 0.05.
LEAST_ARRANGEMENTS = 160
PREDICTOR_PERMUTATIONS = 199

TIMES = ("dwell_ms", "ms_per_character")
"""What the set of reading times holds of `MEASURES`: how long, and how long for its length."""


class Predictors(StrEnum):
    """The four sets."""

    RATINGS = "ratings"
    TIMES = "times"
    ALL_TIMES = "all_times"
    COMBINED = "combined"


class WhyNone(StrEnum):
    """Why a set tells nothing."""

    ONE_CONDITION = "one_condition"
    TOO_FEW_ITEMS = "too_few_items"
    NO_RATINGS = "no_ratings"
    NO_TIMES = "no_times"
    NO_COLUMN_VARIES = "no_column_varies"


@dataclass(frozen=True, slots=True)
class TextRead:
    """One text as one judge has read it: raw measures (NaN: undefined) and logs of its ratings.

    Both are empty where nothing was recorded.
    """

    judge: str
    item: str
    text: int
    condition: str
    measures: tuple[float, ...] = ()
    ratings: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Predicted:
    """How well one set of predictors tells the condition; the shares are from 0 to 1."""

    predictors: Predictors
    accuracy: float | None = None
    p_value: float | None = None
    columns: int = 0
    why_none: WhyNone | None = None


@dataclass(frozen=True, slots=True)
class ConditionsTold:
    """The result of `predict_conditions`; its fields are explained there."""

    conditions: tuple[str, ...]
    readings: int
    items: int
    rated: bool
    permutations: int
    guessing: float | None
    sets: tuple[Predicted, ...]


@dataclass(frozen=True, slots=True)
class _Task:
    """The scored readings: condition by number, and text, item and fold of each."""

    condition: Whole
    text: Whole
    item: Whole
    fold: Whole
    conditions: int

    def is_enough(self) -> bool:
        """Whether each fold leaves readings of each condition."""
        return all(
            len(np.unique(self.condition[self.fold != fold])) == self.conditions
            for fold in np.unique(self.fold)
        )


def predict_conditions(
    readings: Sequence[TextRead],
    *,
    permutations: int = PREDICTOR_PERMUTATIONS,
    seed: int = 2020,
) -> ConditionsTold:
    """Which of ratings, reading times, all measures of reading, and all together tell conditions?

    Args:
        readings: texts as judges have read them. Where some are rated, these alone are scored, by
            each of the sets: else the sets could not be compared.
        permutations: of conditions among the texts of an item, 1 or more.
        seed: of folds and permutations, 0 or more.

    Returns:
        ``conditions``; ``readings`` and ``items`` that are scored; ``rated``: whether they are
        those with ratings; ``guessing``: 1 / number of conditions, None below two.
        ``sets``: for each of the four the held-out ``accuracy`` (mean of the shares of the
        conditions), its ``p_value`` (None where texts can be arranged in fewer than 160 ways) and
        the number of ``columns``. *ratings*: z of the judge's ratings. *times*: z of dwell time
        and ms per character. *all_times*: z and z2 of the six measures. *combined*: ratings and
        all times. ``why_none``: one condition (no item has texts of several), too few items
        (below 5, or too few readings of a condition), no ratings, no times, or no column
        varies.

    Raises:
        ValueError: permutations or seed outside their range.
    """
    count = check_integer("permutations", permutations, least=1)
    rng = np.random.default_rng(check_integer("seed", seed, least=0))
    # Which permutation meets which text hangs on the order.
    given = sorted(readings, key=lambda one: (one.judge, one.text))
    rated = any(one.ratings for one in given)
    scored = _of_several_conditions([one for one in given if one.ratings or not rated])
    task, names = _task(scored, rng)
    labels = [task.condition, *_permuted(task, count, rng)]
    testable = _arrangements(task) >= LEAST_ARRANGEMENTS
    why = _why_none(task, len(names))
    if why:
        sets = [Predicted(name, why_none=why) for name in Predictors]
    else:
        sets = [
            _predicted(name, columns, task, labels, testable=testable)
            for name, columns in _columns(given, scored).items()
        ]
    return ConditionsTold(
        conditions=names,
        readings=len(scored),
        items=len({one.item for one in scored}),
        rated=rated,
        permutations=count,
        guessing=1 / len(names) if len(names) > 1 else None,
        sets=tuple(sets),
    )


def _of_several_conditions(readings: Sequence[TextRead]) -> list[TextRead]:
    of_item: dict[str, set[str]] = {}
    for one in readings:
        of_item.setdefault(one.item, set()).add(one.condition)
    return [one for one in readings if len(of_item[one.item]) > 1]


def _task(scored: Sequence[TextRead], rng: np.random.Generator) -> tuple[_Task, tuple[str, ...]]:
    names, condition = np.unique([one.condition for one in scored], return_inverse=True)
    text = np.unique([one.text for one in scored], return_inverse=True)[1]
    item = np.unique([one.item for one in scored], return_inverse=True)[1]
    items = int(item.max(initial=-1)) + 1
    fold_of = rng.permutation(items) % FOLDS
    task = _Task(condition, text, item, fold_of[item], len(names))
    return task, tuple(str(name) for name in names)


def _why_none(task: _Task, conditions: int) -> WhyNone | None:
    if conditions < 2:
        return WhyNone.ONE_CONDITION
    if len(np.unique(task.item)) < LEAST_ITEMS or not task.is_enough():
        return WhyNone.TOO_FEW_ITEMS
    return None


def _columns(
    given: Sequence[TextRead], scored: Sequence[TextRead]
) -> dict[Predictors, Array | WhyNone]:
    """Return the columns of each set, of the scored readings; else why there are none.

    Scores compare a reading with all of its judge's, and know no condition.
    """
    found: dict[Predictors, Array | WhyNone] = dict.fromkeys(Predictors, WhyNone.NO_RATINGS)
    rated = all(one.ratings for one in scored)
    if rated:
        found[Predictors.RATINGS] = _ratings(scored)
    if not all(one.measures for one in scored):
        times = (Predictors.TIMES, Predictors.ALL_TIMES, Predictors.COMBINED)
        return found | dict.fromkeys(times, WhyNone.NO_TIMES)
    kept = {id(one) for one in scored}
    read = [one for one in given if one.measures]
    all_times = _times(read)[[place for place, one in enumerate(read) if id(one) in kept]]
    found[Predictors.TIMES] = all_times[:, [MEASURES.index(name) for name in TIMES]]
    found[Predictors.ALL_TIMES] = all_times
    if rated:
        found[Predictors.COMBINED] = np.hstack([_ratings(scored), all_times])
    return found


def _times(given: Sequence[TextRead]) -> Array:
    """Return z and z2 of each measure; 0, the mean, where undefined."""
    raw = np.array([one.measures for one in given], dtype=np.float64).reshape(-1, len(MEASURES))
    z = z_scores(raw, [one.judge for one in given])
    return np.nan_to_num(np.hstack([z, z_scores(z, [one.item for one in given])]))


def _ratings(scored: Sequence[TextRead]) -> Array:
    raw = np.array([one.ratings for one in scored], dtype=np.float64)
    return np.nan_to_num(z_scores(raw, [one.judge for one in scored]))


def _predicted(
    name: Predictors,
    table: Array | WhyNone,
    task: _Task,
    labels: Sequence[Whole],
    *,
    testable: bool,
) -> Predicted:
    if isinstance(table, WhyNone):
        return Predicted(name, why_none=table)
    kept, _ = telling(table - table.mean(axis=0))
    if not kept:
        return Predicted(name, why_none=WhyNone.NO_COLUMN_VARIES)
    folds = [_whitened(table[:, kept], task.fold == fold) for fold in np.unique(task.fold)]
    tested = labels if testable else labels[:1]
    told = np.array([_accuracy(folds, condition, task.conditions) for condition in tested])
    p_value = share(told) if testable else None
    return Predicted(name, float(told[0]), p_value, len(kept))


def _whitened(table: Array, tested: Flags) -> tuple[Array, Flags]:
    """Return the columns with the training readings' deviations and correlations taken out."""
    known = table[~tested]
    centred = table - known.mean(axis=0)
    spread = np.cov(known, rowvar=False, bias=True).reshape(table.shape[1], -1)
    # So that it can be turned over in each fold.
    spread[np.diag_indices_from(spread)] += 0.01 * np.trace(spread) / len(spread) + 1e-12
    return centred @ np.linalg.cholesky(np.linalg.inv(spread)), tested


def _accuracy(folds: Sequence[tuple[Array, Flags]], condition: Whole, conditions: int) -> float:
    """Return the mean over conditions of the shares told right."""
    right = np.zeros(len(condition))
    members = condition == np.arange(conditions)[:, None]
    for table, tested in folds:
        known = members & ~tested
        numbers = known.sum(axis=1, keepdims=True)
        means = known @ table / np.maximum(numbers, 1)
        near = table[tested] @ means.T - (means**2).sum(axis=1) / 2
        # A condition that a permutation has taken out of the training folds is never nearest.
        near[:, numbers[:, 0] == 0] = -np.inf
        right[tested] = near.argmax(axis=1) == condition[tested]
    return float((members @ right / members.sum(axis=1)).mean())


def _texts(task: _Task) -> tuple[Whole, Whole]:
    """Return condition and item of each text."""
    first = np.unique(task.text, return_index=True)[1]
    return task.condition[first], task.item[first]


def _permuted(task: _Task, permutations: int, rng: np.random.Generator) -> list[Whole]:
    """Return the readings' conditions for each permutation among the texts of an item."""
    condition, item = _texts(task)
    places = np.argsort(item, kind="stable")
    found = []
    for _ in range(permutations):
        shuffled: NDArray[np.int64] = np.empty_like(condition)
        shuffled[places] = condition[np.lexsort((rng.random(len(item)), item))]
        found.append(shuffled[task.text])
    return found


def _arrangements(task: _Task) -> int:
    """Return in how many ways the conditions can be arranged; the count stops when it is enough."""
    condition, item = _texts(task)
    ways = 1
    for one in np.unique(item):
        left = 0
        for number in np.bincount(condition[item == one]).tolist():
            left += number
            ways *= comb(left, number)
        if ways >= LEAST_ARRANGEMENTS:
            break
    return ways
