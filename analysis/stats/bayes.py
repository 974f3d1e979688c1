"""What is to be believed about pd after the answers, from a stated prior?

The prior of pc is a Beta(a, b) cut to [1/3, 1], where the triangle test lives; with
a = b = 1, the default, every pd from 0 to 1 is equally credible beforehand. The posterior is
Beta(a + correct, b + wrong) cut to the same range.
"""

import math
from dataclasses import dataclass

from scipy.optimize import brentq

from .binomial import CHANCE, cut, log_beta_cdf, log_beta_sf, log_pmf, uncut_pd
from .validation import check_counts, check_open_unit, check_real

LEAST_PRIOR, MOST_PRIOR = 0.01, 1_000_000
"""The parameters of a prior that are taken."""


@dataclass(frozen=True, slots=True)
class Posterior:
    """The result of `posterior`; its fields are explained there."""

    correct: int
    n: int
    confidence: float
    limit: float
    pd_mean: float
    pd_lower: float
    pd_upper: float
    probability_below: float


def posterior(
    correct: int,
    n: int,
    *,
    limit: float,
    confidence: float = 0.95,
    a: float = 1.0,
    b: float = 1.0,
) -> Posterior:
    """What is to be believed about pd after the answers?

    Args:
        correct: right answers, 0 to n.
        n: answers (one a judge), 1 or more.
        limit: a pd, above 0 and below 1, to be told the probability of lying below.
        confidence: of the credible interval, above 0 and below 1.
        a, b: of the Beta prior of pc before it is cut to [1/3, 1]; from 0.01 to 1,000,000,
            beyond which a prior leaves the answers nothing to say.

    Returns:
        ``pd_mean``: posterior mean of pd. ``pd_lower``, ``pd_upper``: equal-tailed limits,
        each passed with probability (1 - confidence)/2. ``probability_below``: posterior
        P(pd < limit). All are proportions of people, or probabilities.

    Raises:
        ValueError: an argument outside its range.
    """
    correct, n = check_counts(correct, n)
    limit, confidence = check_open_unit("limit", limit), check_open_unit("confidence", confidence)
    a, b = _check_prior("a", a) + correct, _check_prior("b", b) + n - correct
    tail = (1 - confidence) / 2
    return Posterior(
        correct=correct,
        n=n,
        confidence=confidence,
        limit=limit,
        pd_mean=_mean(a, b),
        pd_lower=_quantile(a, b, math.log1p(-tail)),
        pd_upper=_quantile(a, b, math.log(tail)),
        probability_below=_below(a, b, CHANCE + 2 / 3 * limit),
    )


def _check_prior(name: str, value: object) -> float:
    allowed = f"from {LEAST_PRIOR} to {MOST_PRIOR:,}"
    number = check_real(name, value, allowed=allowed)
    if not LEAST_PRIOR <= number <= MOST_PRIOR:
        raise ValueError(f"{name} must be a number {allowed}, not {number}")
    return number


def _mean(a: float, b: float) -> float:
    """Posterior mean of pd.

    The mean of a Beta cut to [c, 1] is (a + c^a (1-c)^b / (B(a, b) P(Beta > c))) / (a + b):
    the recurrence DLMF 8.17.20 between the tails at a + 1 and a.
    """
    # c^a (1-c)^b / B(a, b) is the binomial term of a right in a + b, times a b/(a + b).
    term = log_pmf(a, a + b, CHANCE) + math.log(a * b / (a + b))
    edge = math.exp(term - log_beta_sf(a, b, CHANCE))
    return cut(uncut_pd((a + edge) / (a + b)))


def _quantile(a: float, b: float, log_above: float) -> float:
    """The pd above which a share of the posterior lies, from the logarithm of the share.

    On the scale of logarithms, so that it is right also where nearly all of the uncut
    posterior lies below chance.
    """
    target = log_above + log_beta_sf(a, b, CHANCE)

    def excess(log_wrong: float) -> float:
        return log_beta_cdf(b, a, math.exp(log_wrong)) - target

    # pc is sought as log(1 - pc): close to pc = 1 that is where the digits are.
    low = math.log(1 - CHANCE) - 1.0
    while excess(low) > 0:
        low *= 2
    log_wrong = float(brentq(excess, low, math.log(1 - CHANCE), xtol=1e-14, rtol=1e-14))
    return cut(uncut_pd(1 - math.exp(log_wrong)))


def _below(a: float, b: float, pc: float) -> float:
    """Posterior probability that the proportion correct lies below pc.

    From whichever tail is small, so that a tiny probability keeps its digits.
    """
    log_whole = log_beta_sf(a, b, CHANCE)
    share_above = math.exp(log_beta_sf(a, b, pc) - log_whole)
    if share_above < 0.5:
        return 1 - share_above
    log_up_to_pc, log_cut_off = log_beta_cdf(a, b, pc), log_beta_cdf(a, b, CHANCE)
    inside = -math.exp(log_up_to_pc - log_whole) * math.expm1(log_cut_off - log_up_to_pc)
    return max(0.0, inside)
