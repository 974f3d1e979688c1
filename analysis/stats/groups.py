"""Are answers right as often in one group as in another: one table of right and wrong.

R. A. Fisher's exact test, extended to several groups by Freeman and Halton (1951): given how many
answers were right in all and how many each group gave, the right ones are a draw without
replacement.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod

import numpy as np
from scipy.special import chdtrc, comb

from .validation import check_integer, check_list

# So many tables are looked at one by one, and of so many answers: a float holds their numbers
# of ways. Beyond, Pearson's chi-square is close.
MOST_TABLES = 2_000_000
MOST_ANSWERS = 1000


@dataclass(frozen=True, slots=True)
class GroupsTest:
    """A test of equal shares of right answers; `exact` tells Fisher's from Pearson's."""

    p_value: float
    exact: bool


def right_by_group(correct: Sequence[int], n: Sequence[int]) -> GroupsTest | None:
    """Were some groups of judges right more often than others?

    Returns:
        The two-sided p, exact up to 1,000 answers and two million possible tables, Pearson's
        chi-square above; None with fewer than two groups that answered.

    Args:
        correct: right answers of each group, 0 to n of that group; one answer a judge.
        n: answers of each group, 0 or more.

    Raises:
        ValueError: counts outside their range, or lists of different lengths.
    """
    totals = [check_integer("n", count, least=0) for count in check_list("n", n)]
    counts = check_list("correct", correct)
    if len(counts) != len(totals):
        raise ValueError("correct and n must hold a count of each group")
    right = [
        check_integer("correct", x, least=0, most=total)
        for x, total in zip(counts, totals, strict=True)
    ]
    if sum(total > 0 for total in totals) < 2:
        return None
    tables = prod(total + 1 for total in totals)
    if tables <= MOST_TABLES and sum(totals) <= MOST_ANSWERS:
        return GroupsTest(hypergeometric_p(right, totals), exact=True)
    return GroupsTest(chi_square_tail(*pearson_of_shares(right, totals)), exact=False)


def pearson_of_shares(right: Sequence[int], totals: Sequence[int]) -> tuple[float, int]:
    """Return Pearson's statistic of equal shares of right answers, and its degrees of freedom."""
    share = sum(right) / sum(totals)
    used = [(x, n) for x, n in zip(right, totals, strict=True) if n]
    if share in (0.0, 1.0):
        return 0.0, len(used) - 1
    squares = ((x - n * share) ** 2 / (n * share * (1 - share)) for x, n in used)
    return sum(squares), len(used) - 1


def hypergeometric_p(right: Sequence[int], totals: Sequence[int]) -> float:
    """Return the total probability of all tables no more probable than this one."""
    left, answers = sum(right), sum(totals)
    sums, weights = np.zeros(1, dtype=np.int64), np.ones(1)
    observed = 1.0
    for x, n in zip(right, totals, strict=True):
        answers -= n
        counts = np.arange(n + 1)
        ways = comb(n, counts)
        observed *= float(ways[x])
        sums, weights = np.add.outer(sums, counts).ravel(), np.outer(weights, ways).ravel()
        possible = (sums <= left) & (sums + answers >= left)
        sums, weights = sums[possible], weights[possible]
    # Products of exact factors in the same order: equal tables differ by rounding alone.
    extreme = float(weights[weights <= observed * (1 + 1e-9)].sum())
    return min(1.0, extreme / float(weights.sum()))


def chi_square_tail(statistic: float, df: int) -> float:
    """Return the probability of a larger statistic; 1 without a degree of freedom."""
    return float(chdtrc(df, statistic)) if df else 1.0
