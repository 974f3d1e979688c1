"""May I stop as soon as the answers allow it? Wald's sequential test.

A plan with a verdict (Wald 1947; ISO 16820): two lines for the number of right answers, and the
first crossing decides. It takes one answer a judge, in the order in which triads were assigned: in
the order of completion judges who guess come first, since guessing is quicker, and the risks no
longer hold."""

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from ..binomial import (
    CHANCE,
    first_true,
)
from ..validation import (
    check_closed_unit,
    check_integer,
    check_number_of_answers,
    check_open_unit,
    check_outcome,
)
from .band import LONGEST, Band, Rises

ON_THE_LINE = 1e-9
"""A count this close to a line of Wald's test lies on it, and decides."""

MOST_FOLLOWED = 1_000_000  # answers, in a plan without an end
_NOTHING = 1e-15  # so little is undecided that nothing more is followed
_WIDEST = 100_000  # counts of a band that is carried in blocks
_BLOCKS = 64  # with lines worked out at once
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
class SprtFewest:
    """The result of `sprt_fewest`: the fewest answers for each verdict."""

    difference: int
    similarity: int


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

    def rises(self, first: int, last: int) -> Rises:
        """At which of the answers after `first`, up to `last`, the two counts rise."""
        n = np.arange(first, last + 1)
        lower = np.floor(self.slope * n + self.lower + ON_THE_LINE)
        upper = np.ceil(self.slope * n + self.upper - ON_THE_LINE)
        return Rises(
            np.diff(lower).astype(np.int8).tobytes(), (1 - np.diff(upper)).astype(np.int8).tobytes()
        )

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
    return sprt_wald_lines(alpha, beta, pd).at(check_number_of_answers(n))


def sprt_fewest(*, alpha: float, beta: float, pd: float) -> SprtFewest:
    """After how many answers can Wald's sequential test decide at the earliest?

    The first n at which all answers right lie on or above the upper line, and the first at which
    all wrong lie on or below the lower one. A plan with a largest number below both can never
    decide.

    Args:
        alpha, beta, pd: as for `sprt_lines`.

    Returns:
        ``difference`` and ``similarity``: numbers of answers, 1 or more.

    Raises:
        ValueError: an argument outside its range.
    """
    lines = sprt_wald_lines(alpha, beta, pd)

    def different(n: int) -> bool:
        return lines.upper_count(n) <= n

    def similar(n: int) -> bool:
        return lines.lower_count(n) >= 0

    return SprtFewest(
        difference=first_true(different, guess=20, low=1, high=1 << 62),
        similarity=first_true(similar, guess=20, low=1, high=1 << 62),
    )


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
    lines = sprt_wald_lines(alpha, beta, pd)
    last = math.inf if maximum is None else check_integer("maximum", maximum, least=1)
    correct = n = 0
    state = State.GOING_ON
    for outcome in _entries(outcomes):
        correct += check_outcome(outcome)
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
    lines = sprt_wald_lines(alpha, beta, pd)
    pc = CHANCE + 2 / 3 * check_closed_unit("true_pd", true_pd)
    last = MOST_FOLLOWED if maximum is None else check_integer("maximum", maximum, least=1)
    band, n = _followed_in_blocks(lines, pc, last)
    while n < last and band.left > _NOTHING:
        n += 1
        band.answer(lines.lower_count(n), lines.upper_count(n))
    ends = band.decided
    return SprtCharacteristics(ends.difference, ends.similarity, band.left, ends.expected_answers)


def _followed_in_blocks(lines: _Lines, pc: float, last: int) -> tuple[Band, int]:
    """The band before the first answer, or carried on as far as whole blocks go; and how far."""
    lowest, above = lines.lower_count(0) + 1, lines.upper_count(0)
    width = above - lowest
    if not (lowest <= 0 < above and 4 <= width - 2 <= _WIDEST):
        return Band(np.ones(1), 0, pc), 0
    length = min(LONGEST, 1 << ((width - 2) // 2).bit_length() - 1)
    undecided = np.zeros(width)
    undecided[-lowest] = 1.0
    band, n = Band(undecided, lowest, pc), 0
    while n + length <= last and band.left > _NOTHING:
        followed = length * min(_BLOCKS, (last - n) // length)
        rises = lines.rises(n, n + followed)
        for first in range(0, followed, length):
            n += length
            here = rises[first : first + length]
            band.answers(here, lines.lower_count(n), lines.upper_count(n))
            if band.left <= _NOTHING:
                break
    return band, n


def sprt_wald_lines(alpha: float, beta: float, pd: float) -> _Lines:
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
