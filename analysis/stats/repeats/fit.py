"""What do repeated answers of the same judges say, and do judges differ?

With repeats the pooled difference test stays exact (without a difference every answer is a
guess), but pooled limits of pd do not hold, since answers of one judge belong together. The
beta-binomial model (`beta_binomial`) takes their place.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np
from scipy.special import chdtrc, chdtri

from ..binomial import CHANCE
from ..psychometric import (
    PROTOCOLS,
    Protocol,
    d_prime_from_pc,
    pc_from_pd,
    pd_from_pc,
)
from ..validation import (
    check_choice,
    check_count_lists,
    check_flag,
    check_integer,
    check_open_unit,
)
from .simulated import Simulation
from .surface import FLAT, Surface

FEW_JUDGES = 10
"""With fewer judges chi-square is too coarse for overdispersion, and a bootstrap is made."""


@dataclass(frozen=True, slots=True)
class ProfileEstimate:
    """A maximum-likelihood estimate with its profile-likelihood limits (two-sided)."""

    value: float
    lower: float
    upper: float


@dataclass(frozen=True, slots=True)
class BetaBinomialFit:
    """The result of `fit_beta_binomial`; its fields are explained there."""

    judges: int
    answers: int
    chance_corrected: bool
    confidence: float
    mu: ProfileEstimate
    gamma: ProfileEstimate | None
    log_likelihood: float
    lr_overdispersion: float | None
    p_overdispersion: float | None
    lr_no_difference: float
    p_no_difference: float
    p_no_difference_chi2: float
    pd: ProfileEstimate
    d_prime: ProfileEstimate


def fit_beta_binomial(
    correct: Iterable[int],
    n: Iterable[int],
    *,
    chance_corrected: bool,
    confidence: float = 0.95,
    seed: int = 2020,
    protocol: str = Protocol.TRIANGLE,
) -> BetaBinomialFit:
    """How large is the difference for judges who repeat, and do judges differ?

    Maximum likelihood in the beta-binomial model (Ennis and Bi 1998; Brockhoff 2003; as in
    sensR's betabin); limits are those of the profile likelihood.

    Args:
        correct: right answers of each judge, 0 to that judge's n.
        n: answers of each judge, 1 or more, not necessarily equal; two judges or more.
        chance_corrected: whether pd (True) or pc (False) of judges is Beta distributed.
        confidence: of the two-sided limits, above 0 and below 1.
        seed: of the Monte Carlo tests, 0 or more; the same seed gives the same p-values.
        protocol: what judges were asked, ``triangle`` or ``directed``; only d-prime depends on it.

    Returns:
        ``mu``: mean over people of pd (corrected) or of pc (uncorrected, never below 1/3).
        ``gamma``: how much judges differ, from 0 (not at all) to 1; None where no judge has
        two answers. Both with ``value``, ``lower``, ``upper``; so are ``pd`` (a proportion
        of people) and ``d_prime`` (standard deviations), which are mu on other scales.
        ``log_likelihood``: natural, with the binomial coefficients.
        ``lr_overdispersion``: twice the gain of log-likelihood over one binomial with
        pc = max(1/3, all right/all answers), never negative; ``p_overdispersion``: chi-square
        half with 0 and half with 1 degree of freedom, since gamma lies at the edge of its
        range (Self and Liang 1987), and by parametric bootstrap for fewer than 10 judges;
        both None where gamma is.
        ``lr_no_difference``: twice the gain over guessing, pc = 1/3 for all judges;
        ``p_no_difference`` by Monte Carlo, valid for any number of judges, at least 1/5000;
        ``p_no_difference_chi2``: chi-square with 2 degrees of freedom (1 where gamma is
        None), conservative.
        The two simulated p-values compare the likelihood on a grid of mu and gamma, with
        parabolas between its points, for the data and for the simulated data alike.

    Raises:
        ValueError: a count outside its range, lists of different length, fewer than two
            judges, an unknown protocol.
    """
    check_choice("protocol", protocol, PROTOCOLS)
    right, totals = check_count_lists(correct, n, least=2, of="judges")
    confidence = check_open_unit("confidence", confidence)
    rng = np.random.default_rng(check_integer("seed", seed, least=0))
    surface = Surface(right, totals, corrected=check_flag("chance_corrected", chance_corrected))
    return _fit(surface, confidence, rng, protocol)


def _fit(
    surface: Surface, confidence: float, rng: np.random.Generator, protocol: str
) -> BetaBinomialFit:
    best = surface.maximum()
    drop = float(chdtri(1, 1 - confidence)) / 2
    mu_estimate = ProfileEstimate(best.mu, *surface.limits_of_mu(best, drop))
    gamma_estimate = None
    if surface.repeats:
        gamma_estimate = ProfileEstimate(best.gamma, *surface.limits_of_gamma(best, drop))
    lr_overdispersion, p_overdispersion = _overdispersion(surface, best.value, rng)
    lr_no_difference = max(0.0, 2 * (best.value - surface.binomial(CHANCE)))
    pd_of, pc_of = _SCALES[surface.corrected]
    return BetaBinomialFit(
        judges=len(surface.totals),
        answers=sum(surface.totals),
        chance_corrected=surface.corrected,
        confidence=confidence,
        mu=mu_estimate,
        gamma=gamma_estimate,
        log_likelihood=best.value,
        lr_overdispersion=lr_overdispersion,
        p_overdispersion=p_overdispersion,
        lr_no_difference=lr_no_difference,
        p_no_difference=Simulation(surface, CHANCE, rng).p_no_difference(),
        p_no_difference_chi2=float(chdtrc(2 if surface.repeats else 1, lr_no_difference)),
        pd=_rescaled(mu_estimate, pd_of),
        d_prime=_rescaled(mu_estimate, lambda mu: d_prime_from_pc(pc_of(mu), protocol=protocol)),
    )


def _identity(value: float) -> float:
    return value


def _rescaled(estimate: ProfileEstimate, scale: Callable[[float], float]) -> ProfileEstimate:
    return ProfileEstimate(scale(estimate.value), scale(estimate.lower), scale(estimate.upper))


# What pd and pc are of mu: of a mean pc (uncorrected), of a mean pd (corrected).
_SCALES: tuple[tuple[Callable[[float], float], Callable[[float], float]], ...] = (
    (pd_from_pc, _identity),
    (_identity, pc_from_pd),
)


def _overdispersion(
    surface: Surface, top: float, rng: np.random.Generator
) -> tuple[float | None, float | None]:
    if not surface.repeats:
        return None, None
    statistic = max(0.0, 2 * (top - surface.binomial(surface.null_pc)))
    if statistic <= 2 * FLAT:
        return 0.0, 1.0
    if len(surface.totals) >= FEW_JUDGES:
        return statistic, float(chdtrc(1, statistic)) / 2
    return statistic, Simulation(surface, surface.null_pc, rng).p_overdispersion()
