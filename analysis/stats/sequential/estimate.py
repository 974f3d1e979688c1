"""What is estimated, and with which limits, once Wald's sequential test has ended?

A test that stops where the answers let it stop biases the share of right answers away from the
middle, and limits for a fixed number of answers do not hold. The stagewise ordering repairs both
(Siegmund 1978, "Estimation following sequential tests"; Armitage 1957): all ends of the test are
put into one order, from the most to the least evidence of a difference,

1. crossings of the upper line, the earlier the larger;
2. counts at the plan's largest number of answers, the more right answers the larger;
3. crossings of the lower line, the later the larger.

All probabilities of ends at least as large as the observed one rise with pc. The p-value is
P(end >= observed) at pc = 1/3. The lower limit solves P(end >= observed) = (1 - confidence)/2, the
upper one P(end <= observed) = (1 - confidence)/2, so both hold for a discrete end too. The
median-unbiased estimate counts the observed end half: P(end > observed) + P(end = observed)/2 =
1/2. The probabilities are exact: each end is reached by a number of paths, each of probability
pc^x (1 - pc)^(n - x).
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt
from scipy.optimize import brentq

from ..binomial import CHANCE
from ..validation import (
    check_choice,
    check_counts,
    check_integer,
    check_open_unit,
)
from .wald import (
    State,
    sprt_wald_lines,
)

Array = npt.NDArray[np.float64]

ENDS = (State.DIFFERENCE, State.SIMILARITY, State.NO_VERDICT)
MOST_ANSWERS = 20_000
"""Plans with a larger number of answers are refused: their paths are too many to count."""


@dataclass(frozen=True, slots=True)
class SprtEstimate:
    """The result of `sprt_estimate`; its fields are explained there."""

    correct: int
    n: int
    end: str
    confidence: float
    pc: float
    pc_lower: float
    pc_upper: float
    p_value: float


def sprt_estimate(
    correct: int,
    n: int,
    *,
    end: str,
    alpha: float,
    beta: float,
    pd: float,
    maximum: int,
    confidence: float = 0.95,
) -> SprtEstimate:
    """What do the answers say of pc, after Wald's sequential test has ended?

    Args:
        correct: right answers at the end, 0 to n.
        n: answers at the end, 1 to maximum.
        end: ``difference``, ``similarity`` or ``no verdict``, as `sprt` says.
        alpha, beta, pd: the plan, as for `sprt_lines`.
        maximum: the plan's largest number of answers, 1 to 20,000.
        confidence: of the two-sided limits, above 0 and below 1.

    Returns:
        ``pc``: the median-unbiased estimate, a proportion; ``pc_lower``, ``pc_upper``: limits
        for pc, not cut at 1/3. ``p_value``: of no difference, one-sided.

    Raises:
        ValueError: an argument outside its range, or an end that this plan cannot have.
    """
    correct, n = check_counts(correct, n)
    end = check_choice("end", end, ENDS)
    maximum = check_integer("maximum", maximum, least=1, most=MOST_ANSWERS)
    confidence = check_open_unit("confidence", confidence)
    # Checked before they are looked up among the plans that are kept.
    alpha, beta = check_open_unit("alpha", alpha), check_open_unit("beta", beta)
    ends = _ends(alpha, beta, check_open_unit("pd", pd), maximum)
    place = ends.place_of(State(end), correct, n)
    tail = (1 - confidence) / 2

    def at_least(pc: float) -> float:
        return ends.at_least(place, pc)

    def above(pc: float) -> float:
        return ends.at_least(place - 1, pc)

    return SprtEstimate(
        correct=correct,
        n=n,
        end=end,
        confidence=confidence,
        pc=_solve(lambda pc: (at_least(pc) + above(pc)) / 2, 0.5),
        pc_lower=_solve(at_least, tail),
        pc_upper=_solve(above, 1 - tail),
        p_value=at_least(CHANCE),
    )


@dataclass(frozen=True, slots=True)
class _Ends:
    """All ends of a plan in the stagewise order, the largest first."""

    places: dict[tuple[State, int, int], int]
    n: Array
    correct: Array
    log_paths: Array

    def place_of(self, end: State, correct: int, n: int) -> int:
        try:
            return self.places[end, n, correct]
        except KeyError:
            raise ValueError(
                f"correct and n must be an end of this plan: {end} at {correct} of {n} is none"
            ) from None

    def at_least(self, place: int, pc: float) -> float:
        """The probability of this end or a larger one, 0 < pc < 1."""
        x, n = self.correct[: place + 1], self.n[: place + 1]
        logs = self.log_paths[: place + 1] + x * math.log(pc) + (n - x) * math.log1p(-pc)
        return min(1.0, float(np.exp(logs).sum()))


def _solve(probability: Callable[[float], float], target: float) -> float:
    """The pc at which a probability that rises with pc reaches the target."""
    low, high = 1e-12, 1 - 1e-12
    if probability(low) >= target:
        return 0.0
    if probability(high) <= target:
        return 1.0
    return float(brentq(lambda pc: probability(pc) - target, low, high, xtol=1e-13, rtol=1e-13))


@lru_cache(maxsize=32)
def _ends(alpha: float, beta: float, pd: float, maximum: int) -> _Ends:
    lines = sprt_wald_lines(alpha, beta, pd)
    different: list[tuple[int, int, float]] = []
    similar: list[tuple[int, int, float]] = []
    # Logarithms of numbers of paths: log_paths[i] of those to the count lowest + i, undecided.
    log_paths, lowest = np.zeros(1), 0
    for n in range(1, maximum + 1):
        grown = np.logaddexp(np.append(log_paths, -np.inf), np.append(-np.inf, log_paths))
        low = max(0, lines.lower_count(n) + 1 - lowest)
        high = max(low, min(len(grown), lines.upper_count(n) - lowest))
        counted = [(n, lowest + i, float(paths)) for i, paths in enumerate(grown)]
        different += reversed(counted[high:])
        similar += counted[:low]
        log_paths, lowest = grown[low:high], lowest + low
        if not len(log_paths):
            break
    undecided = [(maximum, lowest + i, float(paths)) for i, paths in enumerate(log_paths)]
    ordered = [
        *((State.DIFFERENCE, *end) for end in different),
        *((State.NO_VERDICT, *end) for end in reversed(undecided)),
        *((State.SIMILARITY, *end) for end in reversed(similar)),
    ]
    return _Ends(
        places={(end, n, x): place for place, (end, n, x, _) in enumerate(ordered)},
        n=np.array([n for _, n, _, _ in ordered], dtype=np.float64),
        correct=np.array([x for _, _, x, _ in ordered], dtype=np.float64),
        log_paths=np.array([paths for _, _, _, paths in ordered]),
    )
