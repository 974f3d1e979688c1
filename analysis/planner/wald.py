"""What a sequential plan of the same risks costs: exactly, or about where that takes long."""

import math
from dataclasses import dataclass

from analysis.planner.cache import cached
from analysis.planner.question import MOST_JUDGES, PlannerPlan
from analysis.planner.rules import CHANCE
from analysis.stats import pc_from_pd, sprt_characteristics
from studies.models.study import RECOMMENDED_EVALUATIONS

# The largest number of a sequential plan, as the form of a study proposes it: twice what a plan
# with a fixed number needs.
FACTOR = 2
# Up to this number the three exact recursions of a page take some 60 ms. Longer plans get Wald's
# approximation.
MOST_EXACT = 20_000


@dataclass(frozen=True, slots=True)
class SequentialCase:
    """How a sequential plan ends if `true_pd` of people perceive a difference.

    The probabilities are None where only the mean length is known, by approximation.
    """

    true_pd: float
    expected: float
    difference: float | None = None
    similarity: float | None = None
    no_verdict: float | None = None


@dataclass(frozen=True, slots=True)
class SequentialCost:
    """What Wald's sequential test of a plan's risks comes to, with its largest number.

    The cases: no judge perceives a difference, half of pd do (exactly computed plans only), pd do.
    """

    plan: PlannerPlan
    maximum: int
    cases: tuple[SequentialCase, ...]

    @property
    def exact(self) -> bool:
        """The probabilities are known, not only the mean length."""
        return self.cases[0].difference is not None

    @property
    def false_alarm(self) -> float | None:
        """The real risk of claiming a difference that is not there."""
        return self.cases[0].difference

    @property
    def missed(self) -> float | None:
        """The real risk of claiming similarity if pd of people perceive a difference."""
        return self.cases[-1].similarity

    @property
    def false_alarm_exceeds(self) -> bool:
        return _exceeds(self.false_alarm, self.plan.alpha)

    @property
    def missed_exceeds(self) -> bool:
        return _exceeds(self.missed, self.plan.beta)


def sequential_cost(plan: PlannerPlan, smallest: int) -> SequentialCost:
    """Return what Wald's sequential test of these risks costs.

    `smallest` is the number that a plan with a fixed number needs.
    """
    maximum = largest_number(plan.goal, smallest)
    if maximum > MOST_EXACT:
        cases = tuple(_approximate(plan, at_pd=at_pd) for at_pd in (False, True))
    else:
        cases = tuple(_exact(plan, share * plan.pd, maximum) for share in (0.0, 0.5, 1.0))
    return SequentialCost(plan, maximum, cases)


def largest_number(goal: str, smallest: int) -> int:
    """Return the largest number of a sequential plan, by default."""
    return min(max(FACTOR * smallest, RECOMMENDED_EVALUATIONS[goal]), MOST_JUDGES)


def _exceeds(risk: float | None, nominal: float) -> bool:
    return risk is not None and risk > nominal * (1 + 1e-9)


def _exact(plan: PlannerPlan, true_pd: float, maximum: int) -> SequentialCase:
    def compute() -> tuple[float, ...]:
        end = sprt_characteristics(
            alpha=plan.alpha, beta=plan.beta, pd=plan.pd, true_pd=true_pd, maximum=maximum
        )
        return end.expected_answers, end.difference, end.similarity, end.no_verdict

    arguments = (plan.alpha, plan.beta, plan.pd, true_pd, maximum)
    expected, *ends = cached("wald", *arguments, compute=compute)
    return SequentialCase(true_pd, expected or 0.0, *ends)


def _approximate(plan: PlannerPlan, *, at_pd: bool) -> SequentialCase:
    """Return Wald's approximation of the mean length: as if no count ever jumped over a line."""
    p1 = pc_from_pd(plan.pd)
    right, wrong = math.log(p1 / CHANCE), math.log((1 - p1) / (1 - CHANCE))
    pc = p1 if at_pd else CHANCE
    upper = math.log((1 - plan.beta) / plan.alpha)
    lower = math.log(plan.beta / (1 - plan.alpha))
    share = 1 - plan.beta if at_pd else plan.alpha
    expected = (share * upper + (1 - share) * lower) / (pc * right + (1 - pc) * wrong)
    return SequentialCase(plan.pd if at_pd else 0.0, expected)
