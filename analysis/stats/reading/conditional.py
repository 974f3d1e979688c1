"""Does reading tell the odd text? A conditional logit per trial: one odd among three."""

import math
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from scipy.special import softmax

from ..validation import check_integer
from .columns import (
    COMPARED_COLUMNS,
    Readings,
    Whole,
    compared,
    judge_folds,
    permuted,
    readings_of,
    share,
    telling,
)
from .logit import Fit, maximum
from .measures import PASSED_OVER_MS, Array
from .trials import TEXTS, ReadTrial, check_trials

PERMUTATIONS = 999
FOLDS = 10

_STEPS, _CLOSE = 200, 1e-5
"""Steps towards the ridge estimates end when the coefficients stand still to five digits."""

_AT_ONCE = 128
"""Label sets fitted together: all in one array, and that within a few megabytes."""

_SHRINK = 1.0
"""Ridge penalty of the fits inside folds: keeps every one of them finite, and is small beside
the information of a few dozen trials."""


@dataclass(frozen=True, slots=True)
class ReadingCoefficient:
    """A column of a model; None where it has no value, and why not."""

    column: str
    value: float | None
    se: float | None
    reason: str | None


@dataclass(frozen=True, slots=True)
class ReadingAccuracy:
    """Held-out trials (or texts) told right, against always saying the same, with p."""

    value: float
    baseline: float
    p_value: float


@dataclass(frozen=True, slots=True)
class OddByReading:
    """The result of `reading_tells_odd`; its fields are explained there."""

    judges: int
    trials: int
    left_out: int
    permutations: int
    statistic: float | None
    degrees_of_freedom: int
    p_value: float | None
    coefficients: tuple[ReadingCoefficient, ...]
    log_likelihood: float | None
    log_likelihood_null: float
    trial_accuracy: ReadingAccuracy | None
    reason: str | None


def reading_tells_odd(
    trials: Iterable[ReadTrial],
    *,
    permutations: int = PERMUTATIONS,
    folds: int = FOLDS,
    seed: int = 2020,
    shortest_ms: int = PASSED_OVER_MS,
) -> OddByReading:
    """Does the way in which judges read tell the odd text from the other two?

    Conditional logit (McFadden 1974): P(text i is odd) = exp(x_i b) / sum over the three texts.
    Columns x: z of `COMPARED` (`reading_measures`), which see that the odd text is read
    differently, and the distance of each from the mean of the other two, which sees that the
    subjects are: with orders in balance the odd text is the slower as often as the faster one. An
    undefined z counts as 0, the judge's mean. z uses the judge's own
    readings and no label, for tested judges too, so it is the same in every fold.

    Args:
        trials: trials with their stays; those in which nothing was read are left out.
        permutations: of the odd position within trials, 1 or more.
        folds: parts into which judges are put, 2 or more; fewer judges, fewer parts.
        seed: of permutations and folds, 0 or more.
        shortest_ms: as in `reading_measures`.

    Returns:
        ``judges``, ``trials`` used, trials ``left_out``, ``permutations``.
        ``statistic``: Rao's efficient score at b = 0, which always exists, and its
        ``degrees_of_freedom``. ``p_value``: (1 + permutations as large) / (1 + permutations).
        ``coefficients``: maximum likelihood, per standard deviation of the judge's readings,
        with standard errors; None with a reason: "constant" within all trials, "collinear"
        with columns before it, or "separated": some combination of columns is never larger for
        another text than for the odd one, and the likelihood has no maximum.
        ``log_likelihood`` (None where separated) and ``log_likelihood_null`` = trials ln(1/3).
        ``trial_accuracy``: share of held-out trials with the odd text as the most probable one
        (ties count in part), by models (with a ridge penalty of 1) of the other folds; its
        baseline is 1/3, its p from the same permutations through all folds. None for a single
        judge.
        ``reason``: "nothing read" or "no column varies", where there is no test; else None.

    Raises:
        ValueError: as `reading_measures`; permutations, folds or seed outside their range.
    """
    given = check_trials(trials)
    count = check_integer("permutations", permutations, least=1)
    parts = check_integer("folds", folds, least=2)
    rng = np.random.default_rng(check_integer("seed", seed, least=0))
    readings = readings_of(given, check_integer("shortest_ms", shortest_ms, least=0))
    x = compared(readings)
    # Only differences within a trial matter.
    x = x - x.mean(axis=1, keepdims=True)
    kept, why = telling(x.reshape(-1, x.shape[2]))
    labels = permuted(readings.odd, count, rng)
    test = _test(x[:, :, kept], labels) if kept else (None, None)
    fit = maximum(x[:, :, kept], readings.odd) if kept else None
    return OddByReading(
        judges=len(np.unique(readings.judges)),
        trials=readings.trials,
        left_out=len(given) - readings.trials,
        permutations=count,
        statistic=test[0],
        degrees_of_freedom=len(kept),
        p_value=test[1],
        coefficients=_coefficients(kept, why, fit),
        log_likelihood=fit.log_likelihood if fit else None,
        log_likelihood_null=-readings.trials * math.log(TEXTS),
        trial_accuracy=_accuracy(x[:, :, kept], labels, readings, parts, rng) if kept else None,
        reason=None if kept else "no column varies" if readings.trials else "nothing read",
    )


def _test(x: Array, labels: Whole) -> tuple[float, float]:
    """The score statistic of the data, and its p among those of all label sets."""
    information = np.einsum("tik,til->kl", x, x) / TEXTS
    score = np.stack([x[np.arange(len(x)), odd].sum(axis=0) for odd in labels])
    statistics = np.einsum("bk,bk->b", score, np.linalg.solve(information, score.T).T)
    return float(statistics[0]), share(statistics)


def _coefficients(
    kept: list[int], why: dict[int, str], fit: Fit | None
) -> tuple[ReadingCoefficient, ...]:
    found = []
    for j, name in enumerate(COMPARED_COLUMNS):
        if j in why or fit is None:
            found.append(ReadingCoefficient(name, None, None, why.get(j, "separated")))
        else:
            i = kept.index(j)
            found.append(ReadingCoefficient(name, float(fit.beta[i]), float(fit.se[i]), None))
    return tuple(found)


def _accuracy(
    x: Array, labels: Whole, readings: Readings, parts: int, rng: np.random.Generator
) -> ReadingAccuracy | None:
    folds = judge_folds(readings, parts, rng)
    if len(folds) < 2:
        return None
    told = np.zeros(len(labels))
    for tested in folds:
        for start in range(0, len(labels), _AT_ONCE):
            some = slice(start, start + _AT_ONCE)
            beta = _shrunken(x[~tested], labels[some][:, ~tested], _SHRINK)
            told[some] += hits(_utility(x[tested], beta), labels[some][:, tested])
    told /= readings.trials
    return ReadingAccuracy(float(told[0]), 1 / TEXTS, share(told))


def hits(utility: Array, labels: Whole) -> Array:
    """For each label set the trials in which the odd text has the largest utility; ties in part."""
    best = utility >= utility.max(axis=2, keepdims=True) - 1e-12
    chosen = np.take_along_axis(best, labels[:, :, None], axis=2)[:, :, 0]
    told: Array = (chosen / best.sum(axis=2)).sum(axis=1)
    return told


def _utility(x: Array, beta: Array) -> Array:
    """Of each text in each trial (last two axes) for each row of coefficients."""
    return (beta @ x.reshape(-1, x.shape[2]).T).reshape(len(beta), *x.shape[:2])


def _shrunken(x: Array, labels: Whole, shrink: float) -> Array:
    """Ridge estimates for each label set, by steps that cannot overshoot.

    The information is nowhere larger than half the sum of squares within trials (Boehning 1992,
    "Multinomial logistic regression algorithm"), so one matrix serves all steps of all sets.
    """
    flat = x.reshape(-1, x.shape[2])
    inverse = np.linalg.inv(flat.T @ flat / 2 + shrink * np.eye(x.shape[2]))
    chosen = np.stack([x[np.arange(len(x)), odd].sum(axis=0) for odd in labels])
    beta = np.zeros_like(chosen)
    for _ in range(_STEPS):
        expected = softmax(_utility(x, beta), axis=2).reshape(len(beta), -1) @ flat
        step = (chosen - expected - shrink * beta) @ inverse
        beta += step
        if np.abs(step).max() < _CLOSE:
            break
    return beta
