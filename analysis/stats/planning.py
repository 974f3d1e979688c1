"""How many judges are needed, and what can this many show?

A plan with c = the smallest number correct that shows a difference at n and alpha keeps its
promise if P(X <= c - 1 | n, 1/3 + 2/3 pd) <= beta. Read from the other side the same two
inequalities say that the similarity test at beta and pd keeps its promise of alpha when
there is no difference. So with one answer a judge both goals need the same number of judges
(the paper's "twice as many" for similarity comes from repeats, allowed for difference only).

Power is a saw-tooth in n: it falls whenever the number needed rises by one. "Enough judges"
therefore has two meanings, the smallest n that is enough and the smallest from which every
larger n is enough as well.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from scipy.special import ndtri

from .binomial import (
    CHANCE,
    clopper_pearson_upper,
    cut,
    deviance,
    first_true,
    log_pmf,
    lower_tail,
    reaches,
    uncut_pd,
    upper_tail,
)
from .triangle import critical_number, reachable_max, reachable_min
from .validation import GOALS, check_choice, check_integer, check_number_of_answers, check_open_unit

RULES = ("smallest", "stable")
MOST_JUDGES = 1_000_000
"""Plans that need more answers than this are not planned: `judges_needed` gives None."""

_FARTHEST = 10**9
"""Bounds of the stable number are sought up to here. Only risks that add up to 1 or more, at
a pd below that of any plan, have none."""

_SHORT_STRETCH = 16
"""Numbers that are looked at together; fewer are looked at one by one."""

PAPER_PDS = (0.5, 0.4, 0.3, 0.2, 0.1)
PAPER_RISKS = (0.2, 0.1, 0.05, 0.01, 0.001)
"""The levels of the paper's Table 1 for alpha and for beta, 125 combinations with pd."""


@dataclass(frozen=True, slots=True)
class Option:
    """A combination of risks that a number of judges can afford, and its power there."""

    pd: float
    alpha: float
    beta: float
    power: float


@dataclass(frozen=True, slots=True)
class PowerPoint:
    """The power at n, and the count that decides there (None where none can)."""

    n: int
    power: float
    critical: int | None


def power(
    n: int, *, goal: str, pd: float, alpha: float | None = None, beta: float | None = None
) -> float:
    """How probable is it that n judges show what is true?

    Difference: P(X >= min_correct(n, alpha) | 1/3 + 2/3 pd), if pd of people perceive it.
    Similarity: P(X <= max_correct(n, beta, pd) | 1/3), if no judge does (ISO 4120:2021).

    Args:
        n: number of answers, 1 or more.
        goal: ``difference`` or ``similarity``.
        pd: proportion of people that must be found, or is allowed; above 0 and below 1.
        alpha: needed for the goal difference, above 0 and below 1; not used for similarity.
        beta: needed for the goal similarity, above 0 and below 1; not used for difference.
            One that is given but not used is checked all the same.

    Returns:
        A probability; 0.0 where no outcome can give the verdict.

    Raises:
        ValueError: an argument outside its range, or the one the goal needs missing.
    """
    n = check_number_of_answers(n)
    goal = check_choice("goal", goal, GOALS)
    return _power_point(n, goal, _level(goal, alpha, beta), _pc(pd)).power


def power_curve(
    first: int,
    last: int,
    *,
    goal: str,
    pd: float,
    alpha: float | None = None,
    beta: float | None = None,
) -> tuple[PowerPoint, ...]:
    """How does the power rise with the number of judges? (A saw-tooth, for a picture.)

    `power` at every n from first to last.

    Args:
        first, last: numbers of answers, 1 or more, last not below first.
        goal, pd, alpha, beta: as for `power`.

    Returns:
        For each n its ``power`` and the ``critical`` count: the smallest that shows a
        difference or the largest that shows similarity; None where none does.

    Raises:
        ValueError: an argument outside its range, or the one the goal needs missing.
    """
    first = check_number_of_answers(first, name="first")
    last = check_integer("last", last, least=first)
    goal = check_choice("goal", goal, GOALS)
    level, pc = _level(goal, alpha, beta), _pc(pd)
    return tuple(_power_point(n, goal, level, pc) for n in range(first, last + 1))


def judges_needed(
    *, goal: str, alpha: float, beta: float, pd: float, rule: str = "smallest"
) -> int | None:
    """How many judges (answers) does a plan need?

    Difference: power of at least 1 - beta at alpha and pd. Similarity: power of at least
    1 - alpha at beta and pd, if no judge perceives a difference. Both need the same number
    (see the head of this module).

    Rule ``smallest``: the smallest n that is enough (Table 1 of the paper). Below it no n
    is: the search begins at an n where even the most powerful test, randomised so that it
    uses alpha up, falls short; its power never falls with n, since it could ignore answers.

    Rule ``stable``: the smallest n from which no larger n falls short. The search comes down
    from a bound beyond which none can: take any t between 1/3 and pc = 1/3 + 2/3 pd, and
    for every n the count c = ceil(t n). By Chernoff's bound P(X >= c | 1/3) <=
    exp(-n K(t, 1/3)) and P(X <= c - 1 | pc) <= exp(-n K(t, pc)), with K the
    Kullback-Leibler divergence. So each n >= max(log(1/alpha) / K(t, 1/3),
    log(1/beta) / K(t, pc)) is enough; t is chosen to make the larger of the two small.
    Where alpha exceeds the largest binomial probability m(n) at 1/3, a second bound may be
    nearer: the test at n uses more than alpha - m(n) of its risk, so it is at least as
    powerful as the randomised test of that size; its power never falls with n (m never
    rises). Beyond the first n at which that one is enough, all are.

    Args:
        goal: ``difference`` or ``similarity``.
        alpha: risk of claiming a difference that is not there, above 0 and below 1.
        beta: risk of missing one that is there, above 0 and below 1.
        pd: proportion of people that must not be missed, above 0 and below 1.
        rule: ``smallest`` or ``stable``.

    Returns:
        The number of answers, one a judge; None above 1,000,000.

    Raises:
        ValueError: an argument outside its range.
    """
    check_choice("goal", goal, GOALS)
    rule = check_choice("rule", rule, RULES)
    alpha, beta, pc = check_open_unit("alpha", alpha), check_open_unit("beta", beta), _pc(pd)
    n = _smallest(alpha, beta, pc)
    if rule == "stable" and n is not None:
        n = _stable(alpha, beta, pc)
    return n if n is not None and n <= MOST_JUDGES else None


def sensitivity(
    n: int,
    *,
    goal: str,
    alpha: float | None = None,
    beta: float | None = None,
    pd: float | None = None,
) -> float | None:
    """Given two of alpha, beta and pd, what is the best third that n judges can afford?

    The smallest risk, or the smallest pd, for which the power at exactly this n is enough.
    It is computed from the tests at this n, not from "n is at least the smallest n", which
    the saw-tooth makes wrong. For missing beta: P(X <= c - 1 | pd) with c the number that
    shows a difference; for missing alpha: P(X >= m + 1 | 1/3) with m the number that shows
    similarity; for missing pd: the exact upper limit at c - 1 and beta.

    Args:
        n: number of answers, 1 or more.
        goal: ``difference`` or ``similarity`` (both have the same answer).
        alpha, beta, pd: exactly two of them, each above 0 and below 1.

    Returns:
        The third; None where no value of it is enough. A pd of 0.0 means that every pd is.

    Raises:
        ValueError: an argument outside its range, or not exactly two given.
    """
    n = check_number_of_answers(n)
    check_choice("goal", goal, GOALS)
    if sum(value is None for value in (alpha, beta, pd)) != 1:
        raise ValueError("exactly two of alpha, beta and pd must be given")
    if alpha is None:
        return _best_alpha(n, check_open_unit("beta", beta), _pc(pd))
    critical = reachable_min(n, check_open_unit("alpha", alpha))
    if beta is None:
        pc = _pc(pd)
        return None if critical is None else lower_tail(critical - 1, n, pc)
    beta = check_open_unit("beta", beta)
    if critical is None:
        return None
    return cut(uncut_pd(clopper_pearson_upper(critical - 1, n, beta)))


def options(n: int, *, goal: str) -> tuple[Option, ...]:
    """Which of the paper's 125 combinations of pd, alpha and beta can n judges afford?

    Those with enough power at exactly this n (Table 1 of the paper read backwards, but
    with the saw-tooth).

    Args:
        n: number of answers, 1 or more.
        goal: ``difference`` or ``similarity``.

    Returns:
        The combinations in the order of Table 1, each with its power for the goal.

    Raises:
        ValueError: an argument outside its range.
    """
    n = check_number_of_answers(n)
    goal = check_choice("goal", goal, GOALS)
    return tuple(_options(n, goal))


def _options(n: int, goal: str) -> Iterator[Option]:
    for pd, alpha, beta in product(PAPER_PDS, PAPER_RISKS, PAPER_RISKS):
        pc = _pc(pd)
        if _enough(n, alpha, beta, pc):
            risk = alpha if goal == "difference" else beta
            yield Option(pd, alpha, beta, _power_point(n, goal, risk, pc).power)


def _level(goal: str, alpha: float | None, beta: float | None) -> float:
    """The risk of the goal's own test."""
    levels = [("alpha", alpha), ("beta", beta)]
    (name, level), (other_name, other) = levels if goal == "difference" else reversed(levels)
    if other is not None:
        check_open_unit(other_name, other)
    return check_open_unit(name, level)


def _pc(pd: float | None) -> float:
    return CHANCE + 2 / 3 * check_open_unit("pd", pd)


def _power_point(n: int, goal: str, risk: float, pc: float) -> PowerPoint:
    if goal == "difference":
        critical = reachable_min(n, risk)
        return PowerPoint(n, 0.0 if critical is None else upper_tail(critical, n, pc), critical)
    critical = reachable_max(n, risk, pc)
    return PowerPoint(n, 0.0 if critical is None else lower_tail(critical, n, CHANCE), critical)


def _best_alpha(n: int, beta: float, pc: float) -> float | None:
    allowed = reachable_max(n, beta, pc)
    return None if allowed is None else upper_tail(allowed + 1, n, CHANCE)


def _enough(n: int, alpha: float, beta: float, pc: float) -> bool:
    return reaches(lower_tail(critical_number(n, alpha) - 1, n, pc), beta)


def _smallest(alpha: float, beta: float, pc: float) -> int | None:
    """The smallest n with a count c that shows a difference at alpha and is reached often enough.

    For each c the n that are long enough for beta begin at one number, and those short
    enough for alpha end at one; both grow with c. So the answer is where the first c that
    has both begins.
    """
    n = _too_few(alpha, beta, pc)
    if n >= MOST_JUDGES:
        return None
    c = critical_number(n, alpha)
    n = _long_enough(c, beta, pc, guess=n)
    while not reaches(upper_tail(c, n, CHANCE), alpha):
        c += 1
        n = _long_enough(c, beta, pc, guess=n + round(1 / pc))
        if n > MOST_JUDGES:
            return None
    return n


def _long_enough(c: int, beta: float, pc: float, *, guess: int) -> int:
    """The smallest n at which fewer than c right answers have probability beta or less."""

    def holds(n: int) -> bool:
        return reaches(lower_tail(c - 1, n, pc), beta)

    return first_true(holds, guess=max(c, guess), low=c, high=1 << 62)


def _too_few(alpha: float, beta: float, pc: float) -> int:
    """The largest n at which the randomised test falls short, and so every plan; 1 or more."""
    z_alpha, z_beta = -ndtri(alpha), -ndtri(beta)
    spread = z_alpha * math.sqrt(2 / 9) + z_beta * math.sqrt(pc * (1 - pc))
    # A pd so small that pc is 1/3 needs more judges than exist, unless the risks allow anything.
    guess = int(min(max(0.0, spread / max(pc - CHANCE, 1e-17)) ** 2, 2.0 * MOST_JUDGES))

    def may_do(n: int) -> bool:
        return _randomised_miss(n, alpha, pc) <= beta * (1 + 1e-9)

    return max(1, first_true(may_do, guess=guess, low=1, high=MOST_JUDGES) - 1)


def _randomised_miss(n: int, alpha: float, pc: float) -> float:
    """1 - power of the most powerful test of size exactly alpha (Neyman and Pearson).

    As a sum of lower tails, so that it keeps its digits beside a tiny beta.
    """
    c = critical_number(n, alpha)
    inner, outer = upper_tail(c, n, CHANCE), upper_tail(c - 1, n, CHANCE)
    share = cut((alpha - inner) / (outer - inner))
    return (1 - share) * lower_tail(c - 1, n, pc) + share * lower_tail(c - 2, n, pc)


def _stable(alpha: float, beta: float, pc: float) -> int | None:
    """Comes down from the bound in stretches and strides, each of them proved to hold no gap.

    With c the count that shows a difference at n, every smaller n that is long enough for c
    is enough as well, so the next n to look at lies just below those.
    """
    n = _always_enough(alpha, beta, pc)
    if n > MOST_JUDGES and (n > _FARTHEST or _falls_short_beyond(alpha, beta, pc)):
        return None
    stretch = _SHORT_STRETCH
    while stretch >= _SHORT_STRETCH and n > stretch:
        holds = _all_enough(n - stretch, n, alpha, beta, pc)
        n, stretch = (n - stretch - 1, 2 * stretch) if holds else (n, stretch // 4)
    while n > 0:
        c = critical_number(n, alpha)
        if not reaches(lower_tail(c - 1, n, pc), beta):
            break
        n = _stride(c, n, beta, pc) - 1
    return n + 1


def _all_enough(first: int, last: int, alpha: float, beta: float, pc: float) -> bool:
    """Whether every n from first to last is enough, proved at once; False leaves it open.

    None needs more right answers than `last`, and none has fewer chances of them than `first`.
    """
    return reaches(lower_tail(critical_number(last, alpha) - 1, first, pc), beta)


def _stride(c: int, n: int, beta: float, pc: float) -> int:
    guess = int((c - ndtri(beta) * math.sqrt(c * (1 - pc))) / pc)
    return _long_enough(c, beta, pc, guess=min(guess, n))


def _falls_short_beyond(alpha: float, beta: float, pc: float) -> bool:
    """Whether one of the next numbers above the most judges falls short (then none is stable)."""
    return not all(_enough(MOST_JUDGES + k, alpha, beta, pc) for k in range(1, 25))


def _always_enough(alpha: float, beta: float, pc: float) -> int:
    """The nearer of the two bounds of `judges_needed`: every n from here on is enough."""
    bound = _chernoff_bound(alpha, beta, pc) if pc > CHANCE else _FARTHEST + 1
    bound = min(bound, _FARTHEST + 1)

    def enough(n: int) -> bool:
        size = alpha - math.exp(log_pmf((n + 1) // 3, n, CHANCE))
        return size > 0 and _randomised_miss(n, size, pc) <= beta * (1 - 1e-9)

    return min(bound, first_true(enough, guess=bound, low=1, high=bound))


def _chernoff_bound(alpha: float, beta: float, pc: float) -> int:
    low, high = CHANCE, pc
    for _ in range(60):
        t = (low + high) / 2
        if math.log(alpha) * _divergence(t, pc) < math.log(beta) * _divergence(t, CHANCE):
            low = t
        else:
            high = t
    t = (low + high) / 2
    return math.ceil(
        max(-math.log(alpha) / _divergence(t, CHANCE), -math.log(beta) / _divergence(t, pc))
    )


def _divergence(t: float, p: float) -> float:
    """Kullback-Leibler divergence of two proportions."""
    return deviance(t, p) + deviance(1 - t, 1 - p)
