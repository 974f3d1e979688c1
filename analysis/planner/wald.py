"""What a sequential plan of the same risks costs, exactly where that can be had while one waits."""

import math
from dataclasses import dataclass

from analysis.planner.cache import remembered
from analysis.planner.question import MOST_JUDGES, Plan
from analysis.planner.rules import CHANCE
from analysis.stats import pc_from_pd, sprt_characteristics
from studies.models.study import RECOMMENDED_EVALUATIONS

# The largest number of a sequential plan, as the form of a study proposes it: twice what a plan
# with a fixed number needs.
FACTOR = 2
# The exact recursion takes as long as the plan is long times the distance of its lines: up to
# this number the three of a page take some 80 ms. Longer plans get Wald's approximation.
MOST_EXACT = 4000


@dataclass(frozen=True, slots=True)
class Case:
    """How a sequential plan ends if `true_pd` of people perceive a difference.

    The probabilities are None where only the length is known, by approximation.
    """

    true_pd: float
    expected: float
    difference: float | None = None
    similarity: float | None = None
    no_verdict: float | None = None


@dataclass(frozen=True, slots=True)
class Cost:
    """A sequential plan: its largest number, and what it comes to if nobody perceives a
    difference, if half of pd do, and if pd do (the approximation: the first and the last).

    `false_alarm` and `missed` are its real risks; None where they are not computed.
    """

    maximum: int
    exact: bool
    cases: tuple[Case, ...]
    false_alarm: float | None
    missed: float | None
    false_alarm_exceeds: bool
    missed_exceeds: bool


def cost_of(plan: Plan, smallest: int) -> Cost:
    """What does Wald's sequential test of these risks cost?

    `smallest` is the number that a plan with a fixed number needs.
    """
    maximum = largest_number(plan.goal, smallest)
    if maximum > MOST_EXACT:
        return _too_long(plan, maximum)
    cases = tuple(_exact(plan, share * plan.pd, maximum) for share in (0.0, 0.5, 1.0))
    false_alarm, missed = cases[0].difference, cases[-1].similarity
    return Cost(
        maximum=maximum,
        exact=True,
        cases=cases,
        false_alarm=false_alarm,
        missed=missed,
        false_alarm_exceeds=_exceeds(false_alarm, plan.alpha),
        missed_exceeds=_exceeds(missed, plan.beta),
    )


def _too_long(plan: Plan, maximum: int) -> Cost:
    return Cost(
        maximum=maximum,
        exact=False,
        cases=(_approximate(plan, at_pd=False), _approximate(plan, at_pd=True)),
        false_alarm=None,
        missed=None,
        false_alarm_exceeds=False,
        missed_exceeds=False,
    )


def largest_number(goal: str, smallest: int) -> int:
    """The largest number of a sequential plan, by default."""
    return min(max(FACTOR * smallest, RECOMMENDED_EVALUATIONS[goal]), MOST_JUDGES)


def _exceeds(risk: float | None, nominal: float) -> bool:
    return risk is not None and risk > nominal * (1 + 1e-9)


def _exact(plan: Plan, true_pd: float, maximum: int) -> Case:
    def compute() -> tuple[float, ...]:
        end = sprt_characteristics(
            alpha=plan.alpha, beta=plan.beta, pd=plan.pd, true_pd=true_pd, maximum=maximum
        )
        return end.expected_answers, end.difference, end.similarity, end.no_verdict

    arguments = (plan.alpha, plan.beta, plan.pd, true_pd, maximum)
    expected, *ends = remembered("wald", *arguments, compute=compute)
    return Case(true_pd, expected or 0.0, *ends)


def _approximate(plan: Plan, *, at_pd: bool) -> Case:
    """Wald's approximation of the mean length: as if no count ever jumped over a line."""
    p1 = pc_from_pd(plan.pd)
    right, wrong = math.log(p1 / CHANCE), math.log((1 - p1) / (1 - CHANCE))
    pc = p1 if at_pd else CHANCE
    upper = math.log((1 - plan.beta) / plan.alpha)
    lower = math.log(plan.beta / (1 - plan.alpha))
    share = 1 - plan.beta if at_pd else plan.alpha
    expected = (share * upper + (1 - share) * lower) / (pc * right + (1 - pc) * wrong)
    return Case(plan.pd if at_pd else 0.0, expected)
