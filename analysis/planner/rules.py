"""Which counts decide a plan, how many judges are enough, and what a number can afford."""

from dataclasses import dataclass
from functools import cache
from itertools import product

from analysis.planner.cache import cached
from analysis.planner.question import PlannerPlan
from analysis.stats import (
    difference_test,
    judges_needed,
    max_correct,
    min_correct,
    options,
    pc_from_pd,
    power,
    similarity_test,
)
from analysis.stats.planning import PAPER_PDS, PAPER_RISKS

CHANCE = 1 / 3


@dataclass(frozen=True, slots=True)
class EnoughJudges:
    """The smallest number that is enough, and the one from which all are; None above a million."""

    smallest: int | None
    stable: int | None


@dataclass(frozen=True, slots=True)
class DecidingCounts:
    """The counts that decide at a plan's number, and the exact probabilities of its ends.

    `false_alarm`: to show a difference if no judge perceives one. `missed`: to show similarity if
    pd of people perceive a difference. `power`: to reach the goal.
    """

    min_correct: int
    max_correct: int
    false_alarm: float
    missed: float
    power: float
    right_by_guessing: float
    right_at_pd: float


@dataclass(frozen=True, slots=True)
class GridCell:
    """A cell of the paper's Table 1, by the exact test."""

    pd: float
    alpha: float
    beta: float
    judges: int | None


def judges_enough(alpha: float, beta: float, pd: float) -> EnoughJudges:
    """Return how many judges keep both risks: the same for either goal."""

    def compute() -> tuple[float | None, ...]:
        return tuple(
            judges_needed(goal="difference", alpha=alpha, beta=beta, pd=pd, rule=rule)
            for rule in ("smallest", "stable")
        )

    smallest, stable = cached("enough", alpha, beta, pd, compute=compute)
    return EnoughJudges(_whole(smallest), _whole(stable))


def _whole(number: float | None) -> int | None:
    return None if number is None else int(number)


def deciding_counts(plan: PlannerPlan) -> DecidingCounts:
    """Return which counts decide, and how probable the ends are."""
    n, alpha, beta, pd = plan.n, plan.alpha, plan.beta, plan.pd
    least, most = min_correct(n, alpha=alpha), max_correct(n, beta=beta, pd=pd)
    if least is None or most is None:
        raise ValueError(f"{plan} cannot be decided")
    return DecidingCounts(
        min_correct=least,
        max_correct=most,
        false_alarm=difference_test(least, n, alpha=alpha).p_value,
        missed=similarity_test(most, n, beta=beta, pd=pd).p_value,
        power=power(n, goal=plan.goal, alpha=alpha, beta=beta, pd=pd),
        right_by_guessing=n * CHANCE,
        right_at_pd=n * pc_from_pd(pd),
    )


@cache
def paper_grid() -> tuple[GridCell, ...]:
    """Return Table 1 of the paper by the exact test: 125 cells, computed once a process."""
    return tuple(
        GridCell(pd, alpha, beta, judges_needed(goal="difference", alpha=alpha, beta=beta, pd=pd))
        for pd, alpha, beta in product(PAPER_PDS, PAPER_RISKS, PAPER_RISKS)
    )


def affordable(n: int, goal: str) -> frozenset[tuple[float, float, float]]:
    """Return the cells of Table 1 (pd, alpha, beta) with risks that exactly n judges keep."""
    return frozenset((cell.pd, cell.alpha, cell.beta) for cell in options(n, goal=goal))
