"""The binary regression of Zarriess, Loth and Schlangen (2015), repeated on triads."""

import math
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from scipy.special import erfc

from ..validation import check_integer
from .columns import (
    REPLICA_COLUMNS,
    Flags,
    Readings,
    Whole,
    judge_folds,
    permuted,
    readings_of,
    replicated,
    share,
    telling,
)
from .conditional import FOLDS, ReadingAccuracy, ReadingCoefficient, hits
from .logit import climb, separated
from .measures import PASSED_OVER_MS, Array
from .trials import TEXTS, ReadTrial, check_trials

REPLICA_PERMUTATIONS = 199

STAYS_IN = 0.10
"""Backward selection removes the column of the largest Wald p as long as that is larger."""

_SHRINK = 1.0
"""Ridge penalty of all fits but the reported one. Without it a column that separates the odd
texts would have an infinite standard error, and so be the first to go (Hauck and Donner 1977)."""


@dataclass(frozen=True, slots=True)
class ReadingReplica:
    """The result of `replicate_reading_study`; its fields are explained there."""

    judges: int
    trials: int
    left_out: int
    permutations: int
    coefficients: tuple[ReadingCoefficient, ...]
    r2_after_selection: float | None
    text_accuracy: ReadingAccuracy | None
    trial_accuracy: ReadingAccuracy | None
    reason: str | None


@dataclass(frozen=True, slots=True)
class _Fold:
    """Rows of trained and tested texts with the columns that add something in training."""

    tested: Flags
    known: Array
    new: Array


def replicate_reading_study(
    trials: Iterable[ReadTrial],
    *,
    permutations: int = REPLICA_PERMUTATIONS,
    folds: int = FOLDS,
    seed: int = 2020,
    shortest_ms: int = PASSED_OVER_MS,
) -> ReadingReplica:
    """What does the published analysis of reading times find here?

    Logistic regression of "this text is the odd one" on z and z2 of the six measures
    (`reading_measures`), with backward selection, ten-fold accuracy and Nagelkerke's R2
    (Nagelkerke 1991), as Zarriess, Loth and Schlangen (ENLG 2015) did with theirs. It treats the
    three texts of a trial as independent, which they are not, and with orders in balance it sees
    only whether the odd text is read differently, not whether the subjects are: `reading_tells_odd`
    is the test, this its forerunner. Undefined scores count as 0. Selection goes by Wald's p (above
    0.10 leaves) in fits with a ridge penalty of 1, which always exist.

    Args:
        trials: trials with their stays; those in which nothing was read are left out.
        permutations: of the odd position within trials, 1 or more.
        folds: parts into which judges are put, 2 or more; fewer judges, fewer parts.
        seed: of permutations and folds, 0 or more.
        shortest_ms: as in `reading_measures`.

    Returns:
        ``judges``, ``trials`` used, trials ``left_out``, ``permutations``.
        ``coefficients``: intercept and columns by statsmodels' maximum likelihood, with its
        standard errors; None with a reason: "not selected", "constant", "collinear" with
        columns before it, or "separated", where the likelihood has no maximum.
        ``r2_after_selection``: Nagelkerke's R2 of the selected model on the data it was selected
        on: too large by as much as the selection gains. None where separated.
        ``text_accuracy``: share of held-out texts told odd or not (odd where its probability is
        1/2 or more), baseline 2/3: always "not odd". ``trial_accuracy``: share of held-out
        trials in which the odd text is the most probable one, ties in part, baseline 1/3.
        Judges are held out whole; z2 and selection are of the training folds alone (z is the
        judge's own, without labels). Their p: (1 + permutations as accurate) /
        (1 + permutations), each through all folds with a selection of its own. None for a
        single judge.
        ``reason``: "nothing read" or "no column varies", where there is no model; else None.

    Raises:
        ValueError: as `reading_measures`; permutations, folds or seed outside their range.
    """
    given = check_trials(trials)
    count = check_integer("permutations", permutations, least=1)
    parts = check_integer("folds", folds, least=2)
    rng = np.random.default_rng(check_integer("seed", seed, least=0))
    readings = readings_of(given, check_integer("shortest_ms", shortest_ms, least=0))
    columns = _rows(replicated(readings, np.ones(readings.trials, dtype=np.bool_)))
    kept, why = telling(columns - columns.mean(axis=0)) if readings.trials else ([], {})
    coefficients, r2 = _reported(columns, kept, why, readings.odd) if kept else ((), None)
    text, trial = _accuracies(readings, count, parts, rng) if kept else (None, None)
    return ReadingReplica(
        judges=len(np.unique(readings.judges)),
        trials=readings.trials,
        left_out=len(given) - readings.trials,
        permutations=count,
        coefficients=coefficients,
        r2_after_selection=r2,
        text_accuracy=text,
        trial_accuracy=trial,
        reason=None if kept else "no column varies" if readings.trials else "nothing read",
    )


def nagelkerke(log_likelihood: float, null: float, rows: int) -> float:
    """(1 - (L0/L)^(2/n)) / (1 - L0^(2/n)), with the logarithms of L and L0."""
    return math.expm1(2 * (null - log_likelihood) / rows) / math.expm1(2 * null / rows)


def _rows(x: Array) -> Array:
    return x.reshape(-1, x.shape[2])


def _is_odd(odd: Whole) -> Flags:
    flags: Flags = (odd[:, None] == np.arange(TEXTS)).ravel()
    return flags


def _with_intercept(rows: Array) -> Array:
    return np.column_stack([np.ones(len(rows)), rows])


def _fitted(design: Array, is_odd: Flags, start: Array) -> tuple[Array, Array]:
    """Coefficients of the binary regression and their Wald p."""
    # A choice between the row's columns and nothing at all.
    x = np.stack([design, np.zeros_like(design)], axis=1)
    fit = climb(x, np.where(is_odd, 0, 1), shrink=_SHRINK, start=start)
    return fit.beta, erfc(np.abs(fit.beta / fit.se) / math.sqrt(2))


def _selected(rows: Array, is_odd: Flags) -> tuple[list[int], Array]:
    """The columns that backward selection leaves, and the coefficients with the intercept."""
    design = _with_intercept(rows)
    left = list(range(design.shape[1]))
    beta = np.zeros(len(left))
    while True:
        beta, p = _fitted(design[:, left], is_odd, beta)
        worst = int(p[1:].argmax()) + 1 if len(left) > 1 else 0
        if p[worst] <= STAYS_IN or not worst:
            return [place - 1 for place in left[1:]], beta
        del left[worst]
        beta = np.delete(beta, worst)


def _reported(
    columns: Array, kept: list[int], why: dict[int, str], odd: Whole
) -> tuple[tuple[ReadingCoefficient, ...], float | None]:
    """The selected model on all data, by statsmodels."""
    is_odd = _is_odd(odd)
    left, _ = _selected(columns[:, kept], is_odd)
    chosen = [kept[i] for i in left]
    design = _with_intercept(columns[:, chosen])
    names = ["intercept", *(REPLICA_COLUMNS[j] for j in chosen)]
    others = [
        ReadingCoefficient(name, None, None, why.get(j, "not selected"))
        for j, name in enumerate(REPLICA_COLUMNS)
        if j not in chosen
    ]
    if separated(np.where(is_odd[:, None], design, -design)):
        lost = [ReadingCoefficient(name, None, None, "separated") for name in names]
        return (*lost, *others), None
    # Only here: a web process does not pay for it.
    from statsmodels.discrete.discrete_model import Logit

    fit = Logit(is_odd.astype(float), design).fit(disp=0, maxiter=100)
    found = [
        ReadingCoefficient(name, float(value), float(se), None)
        for name, value, se in zip(names, fit.params, fit.bse, strict=True)
    ]
    # Without columns every text is odd with probability 1/3.
    null = len(odd) * (math.log(1 / TEXTS) + (TEXTS - 1) * math.log(1 - 1 / TEXTS))
    return (*found, *others), max(0.0, nagelkerke(float(fit.llf), null, len(design)))


def _accuracies(
    readings: Readings, permutations: int, parts: int, rng: np.random.Generator
) -> tuple[ReadingAccuracy | None, ReadingAccuracy | None]:
    held_out = judge_folds(readings, parts, rng)
    if len(held_out) < 2:
        return None, None
    folds = [_fold(readings, tested) for tested in held_out]
    labels = permuted(readings.odd, permutations, rng)
    told = np.array([sum(_told(fold, odd) for fold in folds) for odd in labels])
    texts, right = told[:, 0] / (TEXTS * readings.trials), told[:, 1] / readings.trials
    return (
        ReadingAccuracy(float(texts[0]), 1 - 1 / TEXTS, share(texts)),
        ReadingAccuracy(float(right[0]), 1 / TEXTS, share(right)),
    )


def _fold(readings: Readings, tested: Flags) -> _Fold:
    columns = replicated(readings, ~tested)
    known = _rows(columns[~tested])
    kept, _ = telling(known - known.mean(axis=0))
    return _Fold(tested, known[:, kept], _rows(columns[tested])[:, kept])


def _told(fold: _Fold, odd: Whole) -> Array:
    """Texts and trials of the tested judges that the other judges' model tells right."""
    left, beta = _selected(fold.known, _is_odd(odd[~fold.tested]))
    utility = _with_intercept(fold.new[:, left]) @ beta
    texts = ((utility >= 0) == _is_odd(odd[fold.tested])).sum()
    trials = hits(utility.reshape(1, -1, TEXTS), odd[None, fold.tested])[0]
    return np.array([texts, trials], dtype=np.float64)
