"""May I look, and may I stop? Evidence that stays valid however often one looks.

Two things are kept apart. Wald's sequential test (Wald 1947; ISO 16820) is a plan with a
verdict: two lines for the number of right answers, and the first crossing decides. E-values
and the confidence sequence are for watching: by Ville's inequality the chance that an
e-value ever passes 1/alpha is at most alpha where its hypothesis is true, at all looks
together, and the confidence sequence covers the truth at all looks together with at least
its confidence (Robbins 1970; Ramdas et al. 2023, "Game-theoretic statistics and safe
anytime-valid inference"). All take one answer a judge.
"""

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from .binomial import CHANCE, cut, likelihood_interval, log_beta_cdf, log_beta_sf, log_pmf, uncut_pd
from .validation import (
    check_closed_unit,
    check_counts,
    check_integer,
    check_number_of_answers,
    check_open_unit,
)

ON_THE_LINE = 1e-9
"""A count this close to a line of Wald's test lies on it, and decides."""

MOST_FOLLOWED = 1_000_000  # answers, in a plan without an end
_FAR = 1e18  # as good as a line at infinity, which no integer can express


class State(StrEnum):
    """Where a sequential test stands."""

    GOING_ON = "going on"
    DIFFERENCE = "difference"
    SIMILARITY = "similarity"
    NO_VERDICT = "no verdict"


@dataclass(frozen=True, slots=True)
class SprtLines:
    """The counts that decide at n answers; None where no count can."""

    n: int
    lower_line: int | None
    upper_line: int | None


@dataclass(frozen=True, slots=True)
class Sprt:
    """The result of `sprt`: the state, and the lines where it was reached."""

    state: State
    decided_at: int | None
    correct: int
    n: int
    lower_line: int | None
    upper_line: int | None


@dataclass(frozen=True, slots=True)
class SprtCharacteristics:
    """The result of `sprt_characteristics`: three probabilities and an expectation."""

    difference: float
    similarity: float
    no_verdict: float
    expected_answers: float


@dataclass(frozen=True, slots=True)
class EValue:
    """An e-value and its natural logarithm; the e-value is ``inf`` where it overflows."""

    e_value: float
    log_e_value: float


@dataclass(frozen=True, slots=True)
class ConfidenceSequence:
    """The result of `confidence_sequence`; its fields are explained there."""

    correct: int
    n: int
    confidence: float
    pc_lower: float
    pc_upper: float
    pd_lower: float | None
    pd_upper: float | None
    pd_lower_uncut: float
    pd_upper_uncut: float
    below_chance: bool


@dataclass(frozen=True, slots=True)
class _Lines:
    """Wald's two parallel lines: x = slope n + lower, and x = slope n + upper."""

    slope: float
    lower: float
    upper: float

    def lower_count(self, n: int) -> int:
        """The largest count on or below the lower line; negative where there is none."""
        return math.floor(self.slope * n + self.lower + ON_THE_LINE)

    def upper_count(self, n: int) -> int:
        """The smallest count on or above the upper line; above n where none is possible."""
        return math.ceil(self.slope * n + self.upper - ON_THE_LINE)

    def at(self, n: int) -> SprtLines:
        lower, upper = self.lower_count(n), self.upper_count(n)
        return SprtLines(n, lower if lower >= 0 else None, upper if upper <= n else None)


def sprt_lines(n: int, *, alpha: float, beta: float, pd: float) -> SprtLines:
    """Which counts decide after n answers of Wald's sequential test?

    The log-likelihood ratio of pc = 1/3 + 2/3 pd against 1/3 at x right of n,
    x log(p1/p0) + (n - x) log((1 - p1)/(1 - p0)), shows a difference from
    log((1 - beta)/alpha) on, similarity from log(beta/(1 - alpha)) down (Wald 1947; ISO
    16820). A count on a line (within 1e-9) decides.

    Args:
        n: number of answers, 1 or more.
        alpha: risk of claiming a difference that is not there, above 0 and below 1.
        beta: risk of missing a proportion pd of perceivers, above 0 and below 1;
            alpha + beta below 1, or there is nothing between the lines.
        pd: proportion of people that must not be missed, above 0 and below 1.

    Returns:
        ``lower_line``: the largest count that shows similarity, None where not even 0 does;
        ``upper_line``: the smallest count that shows a difference, None where not even n.

    Raises:
        ValueError: an argument outside its range.
    """
    return _wald_lines(alpha, beta, pd).at(check_number_of_answers(n))


def sprt(
    outcomes: Iterable[bool],
    *,
    alpha: float,
    beta: float,
    pd: float,
    maximum: int | None = None,
) -> Sprt:
    """Has Wald's sequential test decided, and at which answer?

    Takes the answers in their order and stops at the first crossing of `sprt_lines`, or at
    the plan's largest number; answers after that change nothing.

    Args:
        outcomes: for each answer in order whether it was right.
        alpha, beta, pd: as for `sprt_lines`.
        maximum: the largest number of answers of the plan, 1 or more; None for no end.

    Returns:
        ``state``: going on, difference, similarity or no verdict (the maximum was reached
        between the lines). ``decided_at``: the number of the deciding answer, None without
        a verdict. ``correct`` and ``n``: counts up to there. The two lines at n, or at the
        first answer where none has been given.

    Raises:
        ValueError: an argument outside its range, an outcome that is neither right nor wrong.
    """
    lines = _wald_lines(alpha, beta, pd)
    last = math.inf if maximum is None else check_integer("maximum", maximum, least=1)
    correct = n = 0
    state = State.GOING_ON
    for outcome in _entries(outcomes):
        correct += _check_outcome(outcome)
        n += 1
        state = _state(lines, correct, n)
        if state is State.GOING_ON and n == last:
            state = State.NO_VERDICT
        if state is not State.GOING_ON:
            break
    decided = state in (State.DIFFERENCE, State.SIMILARITY)
    here = lines.at(max(n, 1))
    return Sprt(state, n if decided else None, correct, n, here.lower_line, here.upper_line)


def sprt_characteristics(
    *, alpha: float, beta: float, pd: float, true_pd: float, maximum: int | None = None
) -> SprtCharacteristics:
    """What are the real risks and the expected length of Wald's sequential test?

    Wald's lines keep the nominal risks only nearly, since counts jump over them. Here the
    distribution of the undecided count is carried from answer to answer, exactly.

    Args:
        alpha, beta, pd: the plan, as for `sprt_lines`.
        true_pd: the proportion of people who really perceive the difference, 0 to 1.
        maximum: the largest number of answers of the plan, 1 or more; None for no end. The
            recursion stops when less than 1e-15 is undecided, and without a maximum after
            1,000,000 answers; what is undecided then is no verdict. It costs about 1/pd^2.

    Returns:
        ``difference``, ``similarity``, ``no_verdict``: probabilities of the three ends;
        ``expected_answers``: the mean number of answers until the end.

    Raises:
        ValueError: an argument outside its range.
    """
    lines = _wald_lines(alpha, beta, pd)
    pc = CHANCE + 2 / 3 * check_closed_unit("true_pd", true_pd)
    last = MOST_FOLLOWED if maximum is None else check_integer("maximum", maximum, least=1)
    steps = np.array([1 - pc, pc])
    undecided, lowest, n = np.array([1.0]), 0, 0
    difference = similarity = expected = 0.0
    left = 1.0
    while n < last and left > 1e-15:
        expected += left
        n += 1
        grown = np.convolve(undecided, steps)
        similar = max(0, lines.lower_count(n) + 1 - lowest)
        different = max(similar, lines.upper_count(n) - lowest)
        undecided, lowest = grown[similar:different], lowest + similar
        if similar or different < len(grown):
            similarity += float(grown[:similar].sum())
            difference += float(grown[different:].sum())
            left = float(undecided.sum())
    return SprtCharacteristics(difference, similarity, left, expected)


def e_value_difference(correct: int, n: int) -> EValue:
    """How strong is the evidence of a difference so far, however often one has looked?

    A bet against guessing: the likelihood averaged over pc even on [1/3, 1], over the
    likelihood at 1/3,

        int_{1/3}^1 p^x (1-p)^(n-x) dp / (2/3) / ((1/3)^x (2/3)^(n-x)).

    Valid for every pc <= 1/3: under it an e-value of 20 or more is ever seen with
    probability at most 1/20. About 1 means no evidence; small values do not show
    similarity.

    Args:
        correct: right answers, 0 to n.
        n: answers so far (one a judge), 1 or more.

    Raises:
        ValueError: an argument outside its range.
    """
    x, n = check_counts(correct, n)
    # The integral is B(x+1, n-x+1) times an upper beta tail, and
    # B(x+1, n-x+1) = 1 / ((n+1) C(n, x)) turns the rest into a binomial term.
    tail = log_beta_sf(x + 1, n - x + 1, CHANCE)
    return _e_value(tail - math.log(n + 1) - math.log(2 / 3) - log_pmf(x, n, CHANCE))


def e_value_similarity(correct: int, n: int, *, pd: float) -> EValue:
    """How strong is the evidence of similarity so far, however often one has looked?

    A bet against a proportion pd of perceivers: with p1 = 1/3 + 2/3 pd, the likelihood
    averaged over pc even on [1/3, p1], over the likelihood at p1,

        int_{1/3}^{p1} p^x (1-p)^(n-x) dp / (p1 - 1/3) / (p1^x (1-p1)^(n-x)).

    Valid for every true pd >= pd, because all that is mixed lies on the other side of p1:
    each of these ratios falls in x. (A mixture over the whole of [0, 1] would call 98 right
    of 98 "similar".)

    Args:
        correct: right answers, 0 to n.
        n: answers so far (one a judge), 1 or more.
        pd: the largest proportion of people allowed to perceive a difference, above 0 and
            below 1.

    Raises:
        ValueError: an argument outside its range.
    """
    x, n = check_counts(correct, n)
    p1 = CHANCE + 2 / 3 * check_open_unit("pd", pd)
    mass = _log_beta_mass(x + 1, n - x + 1, p1)
    if mass is None:
        return _e_value(_log_mean_ratio(x, n, p1))
    return _e_value(mass - math.log(n + 1) - math.log(p1 - CHANCE) - log_pmf(x, n, p1))


def confidence_sequence(correct: int, n: int, *, confidence: float) -> ConfidenceSequence:
    """Which pc and pd are compatible with the answers so far, however often one has looked?

    All p against which the bet was not won: B(1+x, 1+n-x) / (p^x (1-p)^(n-x)) < 1/(1 - confidence),
    the likelihood averaged over pc even on [0, 1] against the likelihood at p (Robbins
    1970). It covers the truth at all looks together with at least this confidence, from
    the counts alone, and is wider than an interval for a single look.

    Args:
        correct: right answers, 0 to n.
        n: answers so far (one a judge), 1 or more.
        confidence: above 0 and below 1.

    Returns:
        ``pc_lower``, ``pc_upper``: two-sided limits of pc, from 0 to 1.
        ``pd_lower_uncut``, ``pd_upper_uncut``: the same on the scale of pd;
        ``pd_lower``, ``pd_upper``: cut to [0, 1], None where the whole of it lies below
        chance, which ``below_chance`` says.

    Raises:
        ValueError: an argument outside its range.
    """
    x, n = check_counts(correct, n)
    confidence = check_open_unit("confidence", confidence)
    # log B(1+x, 1+n-x) lies log((n+1) pmf) below the maximum of the log-likelihood.
    drop = math.log(n + 1) + log_pmf(x, n, x / n) if 0 < x < n else math.log(n + 1)
    lower, upper = likelihood_interval(x, n, drop - math.log1p(-confidence))
    below = upper < CHANCE
    return ConfidenceSequence(
        correct=x,
        n=n,
        confidence=confidence,
        pc_lower=lower,
        pc_upper=upper,
        pd_lower=None if below else cut(uncut_pd(lower)),
        pd_upper=None if below else cut(uncut_pd(upper)),
        pd_lower_uncut=uncut_pd(lower),
        pd_upper_uncut=uncut_pd(upper),
        below_chance=below,
    )


def _wald_lines(alpha: float, beta: float, pd: float) -> _Lines:
    alpha, beta = check_open_unit("alpha", alpha), check_open_unit("beta", beta)
    if alpha + beta >= 1:
        raise ValueError(f"alpha + beta must be below 1, not {alpha + beta}")
    pd = check_open_unit("pd", pd)
    # log(p1/p0) and log((1 - p1)/(1 - p0)), which keep their digits in this form at any pd.
    right, wrong = math.log1p(2 * pd), math.log1p(-pd)
    return _Lines(
        slope=-wrong / (right - wrong),
        lower=max(-_FAR, math.log(beta / (1 - alpha)) / (right - wrong)),
        upper=min(_FAR, math.log((1 - beta) / alpha) / (right - wrong)),
    )


def _state(lines: _Lines, correct: int, n: int) -> State:
    if correct >= lines.upper_count(n):
        return State.DIFFERENCE
    return State.SIMILARITY if correct <= lines.lower_count(n) else State.GOING_ON


def _entries(outcomes: Iterable[object]) -> Iterator[object]:
    try:  # no list: of a sequence without an end no more is read than decides
        return iter(outcomes)
    except TypeError:
        raise ValueError(f"outcomes must be a sequence, not {outcomes!r}") from None


def _check_outcome(outcome: object) -> int:
    if isinstance(outcome, bool | np.bool_):
        return int(outcome)
    return check_integer("outcomes", outcome, least=0, most=1)


def _e_value(log_e: float) -> EValue:
    return EValue(math.exp(log_e) if log_e < 709 else math.inf, log_e)


def _log_beta_mass(a: int, b: int, p1: float) -> float | None:
    """log of P(1/3 < Beta(a, b) < p1), or None where the subtraction would lose digits.

    Of the two tails beyond 1/3 and p1 the smaller pair is subtracted; if the difference is
    less than half of what it is taken from, the interval is narrow against the spread of
    the distribution, and quadrature is exact instead.
    """
    below_low, below_high = log_beta_cdf(a, b, CHANCE), log_beta_cdf(a, b, p1)
    above_low, above_high = log_beta_sf(a, b, CHANCE), log_beta_sf(a, b, p1)
    whole, part = min((below_high, below_low), (above_low, above_high))
    if below_low < -math.log(4) and above_high < -math.log(4):
        return math.log1p(-math.exp(below_low) - math.exp(above_high))
    if whole - part < math.log(2):
        return None
    return whole + math.log1p(-math.exp(part - whole))


def _log_mean_ratio(x: int, n: int, p1: float) -> float:
    """log of the mean over [1/3, p1] of p^x (1-p)^(n-x) over its value at p1."""
    nodes, weights = _GAUSS_LEGENDRE
    p = CHANCE + (p1 - CHANCE) * (nodes + 1) / 2
    log_ratio = x * np.log1p((p - p1) / p1) + (n - x) * np.log1p((p1 - p) / (1 - p1))
    top = float(log_ratio.max())
    return top + math.log(float(np.sum(weights / 2 * np.exp(log_ratio - top))))


_GAUSS_LEGENDRE = np.polynomial.legendre.leggauss(40)
