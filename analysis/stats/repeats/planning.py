"""How many judges are needed where each answers several triads?

Under no difference every answer is a guess, so the pooled count is binomial at 1/3 and the exact
difference test holds. Where people perceive a difference, judges differ: judge j is right with
probability 1/3 + 2/3 D_j, the D_j drawn from a Beta distribution with mean pd and spread gamma
(`BetaBinomialFit`; Brockhoff 2003). The answers of one judge then go together, so that power is
lost; here it is computed exactly, by convolving the distributions of the judges' counts.
"""

import math
from functools import lru_cache

import numpy as np
from scipy.fft import irfft, next_fast_len, rfft

from ..binomial import first_true
from ..triangle import reachable_min
from ..validation import (
    check_closed_unit,
    check_integer,
    check_open_unit,
)
from .beta_binomial import Array, BetaBinomial

MOST_ANSWERS = 100_000
"""More answers than this are not planned for: `judges_needed_with_repeats` gives None."""


def power_with_repeats(
    judges: int, each: int, *, alpha: float, pd: float, gamma: float, rest: int = 0
) -> float:
    """How probable is it that the pooled difference test shows what is true?

    Args:
        judges: number of judges, 1 or more.
        each: answers of each judge, 1 or more; at most 100,000 answers in all.
        alpha: risk of claiming a difference that is not there, above 0 and below 1.
        pd: mean proportion of perceived differences, 0 to 1.
        gamma: how much judges differ, 0 (not at all) to 1 (each always perceives or never).
        rest: answers of one further judge, 0 to each: 98 answers of 6 each are those of 16 judges
            and a rest of 2.

    Returns:
        A probability; 0.0 where no number of right answers can show a difference.

    Raises:
        ValueError: an argument outside its range.
    """
    judges = check_integer("judges", judges, least=1)
    each = check_integer("each", each, least=1, most=MOST_ANSWERS // judges or 1)
    answers = judges * each + check_integer("rest", rest, least=0, most=each)
    critical = reachable_min(answers, check_open_unit("alpha", alpha))
    if critical is None:
        return 0.0
    pd, gamma = check_closed_unit("pd", pd), check_closed_unit("gamma", gamma)
    # The sum of the judges' counts: a power of the transform of one judge's distribution.
    size = next_fast_len(answers + 1, real=True)
    transform = rfft(_one_judge(each, pd, gamma), size) ** judges
    if rest:
        transform = transform * rfft(_one_judge(rest, pd, gamma), size)
    total = irfft(transform, size)
    return min(1.0, max(0.0, float(total[critical : answers + 1].sum())))


@lru_cache(maxsize=32)
def _one_judge(each: int, pd: float, gamma: float) -> Array:
    """How probable each number of right answers of one judge is."""
    outcomes = [(right, each) for right in range(each + 1)]
    model = BetaBinomial(outcomes, chance_corrected=True)
    shares: Array = np.exp(model.table(np.array([pd]), np.array([gamma]))[0])
    return shares


def judges_needed_with_repeats(
    each: int, *, alpha: float, beta: float, pd: float, gamma: float
) -> int | None:
    """How many judges, each with so many answers, does a difference test need?

    The smallest number of judges with a power of at least 1 - beta. Power is a saw-tooth in the
    number of answers, so the numbers below the one that bisection finds are tried too, down to
    where the teeth no longer reach.

    Args:
        each: answers of each judge, 1 or more.
        alpha: risk of claiming a difference that is not there, above 0 and below 1.
        beta: risk of missing one that is there, above 0 and below 1.
        pd: mean proportion of perceived differences, above 0 and below 1.
        gamma: how much judges differ, 0 to 1.

    Returns:
        The number of judges; None where more than 100,000 answers would be needed.

    Raises:
        ValueError: an argument outside its range.
    """
    each = check_integer("each", each, least=1, most=MOST_ANSWERS)
    check_open_unit("pd", pd)
    wanted = 1 - check_open_unit("beta", beta)

    def enough(judges: int) -> bool:
        return power_with_repeats(judges, each, alpha=alpha, pd=pd, gamma=gamma) >= wanted

    most = MOST_ANSWERS // each
    found = first_true(enough, guess=max(1, 100 // each), low=1, high=most)
    if found > most:
        return None
    # One tooth is as high as one binomial probability, about 1/sqrt(answers).
    teeth = 2 + math.ceil(4 * math.sqrt(found * each) / each)
    return next(judges for judges in range(max(1, found - teeth), found + 1) if enough(judges))
