"""Can people tell the texts apart, and are they similar? The two exact one-sided tests.

In a triangle test a judge who only guesses is right with probability 1/3; if a
proportion pd of people perceive the difference, an answer is right with probability
pc = 1/3 + 2/3 pd (ISO 4120:2021). With X right answers among n:

- difference: p = P(X >= correct | n, 1/3), small where guessing hardly explains the count;
- similarity: p = P(X <= correct | n, 1/3 + 2/3 pd), small where a proportion pd of
  perceivers hardly explains it.

Both are exact. The approximations printed in the paper (González-Corbelle, Alonso-Moral and
Bugarín-Diz 2020, "A proof of concept on triangular test evaluation for Natural Language
Generation", 1st Workshop on Evaluating NLG Evaluation) stand beside them, in the fields that
begin with ``paper_``, so that a page can say where they disagree.
"""

import math
from dataclasses import dataclass

from scipy.special import ndtri

from .binomial import (
    CHANCE,
    ROUNDING,
    clopper_pearson_lower,
    clopper_pearson_upper,
    cut,
    first_true,
    log_lower_tail,
    log_upper_tail,
    lower_tail,
    reaches,
    uncut_pd,
    upper_tail,
)
from .validation import check_closed_unit, check_counts, check_number_of_answers, check_open_unit

PRINTED_Z = {0.2: 0.84, 0.1: 1.28, 0.05: 1.64, 0.01: 2.33, 0.001: 3.09}
"""Normal quantiles to two decimals, as the paper (after ISO 4120) prints them."""


@dataclass(frozen=True, slots=True)
class DifferenceTest:
    """The result of `difference_test`; its fields are explained there."""

    correct: int
    n: int
    alpha: float
    p_value: float
    log_p_value: float
    min_correct: int | None
    significant: bool
    evidence: str
    pd_lower: float
    pd_lower_uncut: float
    paper_min_correct: int
    paper_pd_lower: float


@dataclass(frozen=True, slots=True)
class SimilarityTest:
    """The result of `similarity_test`; its fields are explained there."""

    correct: int
    n: int
    beta: float
    pd: float
    p_value: float
    log_p_value: float
    max_correct: int | None
    similar: bool
    evidence: str
    pd_upper: float
    pd_upper_uncut: float
    paper_max_correct: int
    paper_pd_upper: float


def min_correct(n: int, *, alpha: float) -> int | None:
    """How many right answers of n show a difference at risk alpha?

    The smallest x with P(X >= x | n, 1/3) <= alpha (ISO 4120:2021; Table 2 of the paper).

    Args:
        n: number of answers, 1 or more.
        alpha: risk of claiming a difference that is not there, above 0 and below 1.

    Returns:
        The number of right answers, or None where even n right of n show nothing.

    Raises:
        ValueError: an argument outside its range.
    """
    number = check_number_of_answers(n)
    return reachable_min(number, check_open_unit("alpha", alpha))


def reachable_min(n: int, alpha: float) -> int | None:
    """`min_correct` for arguments already checked."""
    critical = critical_number(n, alpha)
    return critical if critical <= n else None


def critical_number(n: int, alpha: float) -> int:
    """The smallest x with P(X >= x | n, 1/3) <= alpha; n + 1 where there is none."""

    def shows_difference(x: int) -> bool:
        return reaches(upper_tail(x, n, CHANCE), alpha)

    guess = n * CHANCE - ndtri(alpha) * math.sqrt(n * 2 / 9) + 0.5
    return first_true(shows_difference, guess=math.ceil(cut(guess, 1, n)), low=1, high=n)


def max_correct(n: int, *, beta: float, pd: float) -> int | None:
    """At most how many right answers of n show similarity at risk beta?

    The largest x with P(X <= x | n, 1/3 + 2/3 pd) <= beta (ISO 4120:2021; Table 3 of the
    paper).

    Args:
        n: number of answers, 1 or more.
        beta: risk of missing a difference that is there, above 0 and below 1.
        pd: the largest proportion of people allowed to perceive a difference, above 0 and
            below 1.

    Returns:
        The number of right answers, or None where even 0 of n do not show similarity.

    Raises:
        ValueError: an argument outside its range.
    """
    number = check_number_of_answers(n)
    pc = CHANCE + 2 / 3 * check_open_unit("pd", pd)
    return reachable_max(number, check_open_unit("beta", beta), pc)


def reachable_max(n: int, beta: float, pc: float) -> int | None:
    """`max_correct` for arguments already checked, at a proportion correct."""

    def too_many(x: int) -> bool:
        return not reaches(lower_tail(x, n, pc), beta)

    guess = n * pc + ndtri(beta) * math.sqrt(n * pc * (1 - pc))
    allowed = first_true(too_many, guess=round(cut(guess, 0, n)), low=0, high=n) - 1
    return allowed if allowed >= 0 else None


def difference_test(correct: int, n: int, *, alpha: float) -> DifferenceTest:
    """Can people tell the texts apart?

    The exact one-sided binomial test of pc = 1/3 against pc > 1/3 (ISO 4120:2021).

    Args:
        correct: right answers, 0 to n.
        n: answers, 1 or more.
        alpha: risk of claiming a difference that is not there, above 0 and below 1.

    Returns:
        ``p_value``: P(X >= correct | n, 1/3), and ``log_p_value``, its natural logarithm,
        right also where p is too small for a double.
        ``min_correct``: right answers needed at alpha; None where no number is enough.
        ``significant``: whether p <= alpha (from p, never from a limit).
        ``evidence``: very strong (p < 0.001), strong (< 0.01), moderate (< 0.05), slight
        (<= 0.2) or none; it depends on p alone.
        ``pd_lower``: with confidence 1 - alpha at least this proportion of people perceive
        a difference (Clopper and Pearson 1934, one-sided), cut to [0, 1];
        ``pd_lower_uncut`` is the same before the cut, below 0 where nothing was shown.
        ``paper_min_correct``, ``paper_pd_lower``: what the paper's normal approximations
        give (n/3 + z sqrt(2n/9), rounded down, plus 1; and the limit of ISO 4120 with z to
        two decimals), uncut.

    Raises:
        ValueError: an argument outside its range.
    """
    correct, n = check_counts(correct, n)
    alpha = check_open_unit("alpha", alpha)
    p_value = upper_tail(correct, n, CHANCE)
    limit = uncut_pd(clopper_pearson_lower(correct, n, alpha))
    z = _printed_z(alpha)
    return DifferenceTest(
        correct=correct,
        n=n,
        alpha=alpha,
        p_value=p_value,
        log_p_value=log_upper_tail(correct, n, CHANCE),
        min_correct=reachable_min(n, alpha),
        significant=reaches(p_value, alpha),
        evidence=evidence(p_value),
        pd_lower=cut(limit),
        pd_lower_uncut=limit,
        paper_min_correct=math.floor(n / 3 + z * math.sqrt(2 * n / 9)) + 1,
        paper_pd_lower=_paper_limit(correct, n, -z),
    )


def similarity_test(correct: int, n: int, *, beta: float, pd: float) -> SimilarityTest:
    """Are the texts similar: do fewer than a proportion pd of people tell them apart?

    The exact one-sided binomial test of pc = 1/3 + 2/3 pd against a smaller pc (ISO
    4120:2021). Only for one answer a judge: with repeats the answers are not independent.

    Args:
        correct: right answers, 0 to n.
        n: answers, 1 or more.
        beta: risk of calling similar what is not, above 0 and below 1.
        pd: the largest proportion of people allowed to perceive a difference, above 0 and
            below 1.

    Returns:
        ``p_value``: P(X <= correct | n, 1/3 + 2/3 pd), and ``log_p_value``, its natural
        logarithm, right also where p is too small for a double.
        ``max_correct``: right answers allowed at beta; None where even 0 are too many.
        ``similar``: whether p <= beta (from p, never from a limit).
        ``evidence``: graded by p alone, as in `difference_test`.
        ``pd_upper``: with confidence 1 - beta at most this proportion of people perceive a
        difference (Clopper and Pearson 1934, one-sided), cut to [0, 1]; ``pd_upper_uncut``
        is the same before the cut, below 0 where even guessing hardly explains so few.
        ``paper_max_correct``, ``paper_pd_upper``: what the paper's normal approximation of
        the limit gives (ISO 4120, z to two decimals), uncut.

    Raises:
        ValueError: an argument outside its range.
    """
    correct, n = check_counts(correct, n)
    beta = check_open_unit("beta", beta)
    pd = check_open_unit("pd", pd)
    pc = CHANCE + 2 / 3 * pd
    p_value = lower_tail(correct, n, pc)
    limit = uncut_pd(clopper_pearson_upper(correct, n, beta))
    z = _printed_z(beta)
    return SimilarityTest(
        correct=correct,
        n=n,
        beta=beta,
        pd=pd,
        p_value=p_value,
        log_p_value=log_lower_tail(correct, n, pc),
        max_correct=reachable_max(n, beta, pc),
        similar=reaches(p_value, beta),
        evidence=evidence(p_value),
        pd_upper=cut(limit),
        pd_upper_uncut=limit,
        paper_max_correct=_paper_max_correct(n, z, pd),
        paper_pd_upper=_paper_limit(correct, n, z),
    )


def below_chance(correct: int, n: int) -> float:
    """How probable are so few right answers, or fewer, if all judges guess?

    P(X <= correct | n, 1/3). A small value is a warning (a wrong key, orders that are not
    what they seem, a page that gives the answer away), never evidence of similarity.

    Args:
        correct: right answers, 0 to n.
        n: answers, 1 or more.

    Raises:
        ValueError: an argument outside its range.
    """
    correct, n = check_counts(correct, n)
    return lower_tail(correct, n, CHANCE)


def evidence(p_value: float) -> str:
    """How strong is the evidence, in a word?

    Very strong for p < 0.001, strong < 0.01, moderate < 0.05, slight <= 0.2, else none,
    after the grades of ISO 4120 (with slight up to 0.2). The grade depends on p alone.

    Args:
        p_value: from 0 to 1.

    Raises:
        ValueError: p_value outside [0, 1].
    """
    p_value = check_closed_unit("p_value", p_value)
    for limit, grade in ((0.001, "very strong"), (0.01, "strong"), (0.05, "moderate")):
        # A p that equals the limit in exact arithmetic may come out 1e-16 below it.
        if p_value < limit * (1 - ROUNDING):
            return grade
    return "slight" if reaches(p_value, 0.2) else "none"


def _printed_z(risk: float) -> float:
    return PRINTED_Z[risk] if risk in PRINTED_Z else -float(ndtri(risk))


def _paper_limit(correct: int, n: int, z: float) -> float:
    """1.5 x/n - 0.5 + 1.5 z sqrt((n x - x^2) / n^3): upper for z > 0, lower for z < 0."""
    share = correct / n
    return uncut_pd(share) + 1.5 * z * math.sqrt(share * (1 - share) / n)


def _paper_max_correct(n: int, z: float, pd: float) -> int:
    """The largest x, counting up from 0, for which the printed limit lies below pd.

    In x/n the limit is first below pd and then, up to its end of 1 at x = n, never again
    (it is concave for z > 0 and convex for z < 0), so the first x that is not below can be
    searched for. At x = 0 the limit is -0.5: at least 0 is always allowed.
    """

    def not_below(x: int) -> bool:
        return _paper_limit(x, n, z) >= pd

    pc = CHANCE + 2 / 3 * pd
    guess = round(n * pc - z * math.sqrt(n * pc * (1 - pc)))
    return first_true(not_below, guess=guess, low=0, high=n) - 1
