"""Are judges right where they say that they are sure? An exact test that weights answers by it.

How sure a judge was is asked after the choice, without feedback. So where judges only guess, an
answer is right with probability 1/3 at each level of sureness, and of n_k answers with weight w_k
the x_k right ones are binomial. T = sum w_k x_k is then a sum of independent binomials times
their weights, and its distribution is their convolution: exact for any numbers of answers.
Weights are fixed beforehand. It is a sensitivity analysis: the plain count decides.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from .binomial import CHANCE, log_pmf, upper_tail
from .validation import check_count_lists, check_integer, check_list

WEIGHTS = (0, 1, 2, 3)
"""Of a guess, not sure, fairly sure and certain."""


@dataclass(frozen=True, slots=True)
class SurenessTest:
    """The result of `sureness_test`; its fields are explained there."""

    statistic: int
    expected: float
    most: int
    p_value: float
    plain_p_value: float


def sureness_test(
    correct: Sequence[int], n: Sequence[int], *, weights: Sequence[int] = WEIGHTS
) -> SurenessTest | None:
    """Do answers show a difference if those of which judges were surer weigh more?

    Args:
        correct: right answers of each level of sureness.
        n: answers of each level, 0 or more.
        weights: of each level, whole numbers of 0 or more, fixed before the answers.

    Returns:
        None where no answer has a weight above 0: T is then always 0. Else
        ``statistic``: T = sum w_k x_k; ``expected``: T of guessing, on average; ``most``: T where
        every answer is right; ``p_value``: P(T >= statistic) where all guess; ``plain_p_value``:
        that of the plain count of the same answers.

    Raises:
        ValueError: an argument outside its range, or lists of different lengths.
    """
    levels = _levels(correct, n, weights)
    most = sum(w * total for w, _, total in levels)
    if not most:
        return None
    statistic = sum(w * x for w, x, _ in levels)
    right, answers = sum(x for _, x, _ in levels), sum(total for *_, total in levels)
    return SurenessTest(
        statistic=statistic,
        expected=most * CHANCE,
        most=most,
        p_value=_upper_tail(statistic, [(w, total) for w, _, total in levels if w and total]),
        plain_p_value=upper_tail(right, answers, CHANCE),
    )


def _levels(
    correct: Sequence[int], n: Sequence[int], weights: Sequence[int]
) -> list[tuple[int, int, int]]:
    """Return (weight, right, answers) of each level that has answers."""
    right, totals = check_list("correct", correct), check_list("n", n)
    factors = [check_integer("weights", w, least=0) for w in check_list("weights", weights)]
    if not len(right) == len(totals) == len(factors):
        raise ValueError("correct, n and weights must have the same length")
    said = [at for at, total in enumerate(totals) if check_integer("n", total, least=0)]
    for at in set(range(len(totals))) - set(said):
        check_integer("correct", right[at], least=0, most=0)
    if not said:
        return []
    xs, ns = check_count_lists(
        [right[at] for at in said], [totals[at] for at in said], least=1, of="levels"
    )
    return list(zip([factors[at] for at in said], xs, ns, strict=True))


def _upper_tail(statistic: int, levels: list[tuple[int, int]]) -> float:
    """P(T >= statistic) where each of a level's answers adds its weight with probability 1/3."""
    low, total = 0, np.ones(1)
    for weight, answers in levels:
        first, terms = _terms(weight, answers)
        low, total = low + first, np.convolve(total, terms)
    return min(1.0, float(total[max(0, statistic - low) :][::-1].sum()))


def _terms(weight: int, answers: int) -> tuple[int, npt.NDArray[np.float64]]:
    """Return a level's least sum of weights and the probabilities of it and those above.

    Numbers of right answers more than 40 standard deviations from the mean have no probability that
    a double could hold: without them 100,000 answers take a blink.
    """
    mean, reach = answers * CHANCE, 40 * math.sqrt(answers * 2 / 9)
    first, last = max(0, math.floor(mean - reach)), min(answers, math.ceil(mean + reach))
    terms = np.zeros(weight * (last - first) + 1)
    terms[::weight] = [math.exp(log_pmf(x, answers, CHANCE)) for x in range(first, last + 1)]
    return weight * first, terms
