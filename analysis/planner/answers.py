"""Solve for the missing one of alpha, beta, pd and n, and make a plan of all four."""

from dataclasses import dataclass
from decimal import ROUND_CEILING, Context, Decimal
from enum import StrEnum
from itertools import count

from analysis.planner.question import (
    LEAST_PD,
    MOST_PD,
    UNKNOWNS,
    PlannerPlan,
    PlannerQuestion,
)
from analysis.planner.rules import judges_enough
from analysis.stats import max_correct, min_correct, sensitivity
from studies.workbench.forms.numbers import LEAST_RISK, RISKS_END_BEFORE

# A computed risk or pd is planned with, and shown, rounded up to so many digits: a plan holds for
# every larger one.
DIGITS = 4


class Trouble(StrEnum):
    """Why there is no plan."""

    UNREACHABLE = "unreachable"  # no result of so many judges can give the verdict
    HOPELESS = "hopeless"  # the best risk is 0.5 or more, the best pd above 0.99
    TOO_MANY = "too many"  # a million judges are not enough


@dataclass(frozen=True, slots=True)
class PlannerAnswer:
    """A question, and what fills its gap: either a plan or the trouble with it.

    `value` is the number as computed. `below_floor`: it is smaller than what this page plans with,
    so the plan has the smallest risk or pd allowed. `fewest`: where no result can give the verdict,
    the smallest number of answers at which one can.
    """

    question: PlannerQuestion
    value: float | None
    plan: PlannerPlan | None = None
    trouble: Trouble | None = None
    below_floor: bool = False
    fewest: int | None = None


def answer(question: PlannerQuestion) -> PlannerAnswer:
    """Return what fills the gap of a question."""
    return _number(question) if question.asked == "n" else _risk_or_pd(question)


def _number(question: PlannerQuestion) -> PlannerAnswer:
    enough = judges_enough(*_given(question, "alpha", "beta", "pd"))
    if enough.smallest is None:
        return PlannerAnswer(question, None, trouble=Trouble.TOO_MANY)
    return PlannerAnswer(question, enough.smallest, plan=_filled(question, enough.smallest))


def _risk_or_pd(question: PlannerQuestion) -> PlannerAnswer:
    asked = question.asked
    [n] = _given(question, "n")
    value = sensitivity(
        int(n), goal=question.goal, alpha=question.alpha, beta=question.beta, pd=question.pd
    )
    if value is None:
        return PlannerAnswer(
            question, None, trouble=Trouble.UNREACHABLE, fewest=_fewest_answers(question)
        )
    least = LEAST_PD if asked == "pd" else LEAST_RISK
    planned = max(rounded_up(value), least)
    if planned > MOST_PD if asked == "pd" else planned >= RISKS_END_BEFORE:
        return PlannerAnswer(question, value, trouble=Trouble.HOPELESS)
    plan = _filled(question, planned)
    return PlannerAnswer(question, value, plan=plan, below_floor=value < least)


def rounded_up(value: float) -> float:
    """Round up to four digits."""
    return float(Context(prec=DIGITS, rounding=ROUND_CEILING).create_decimal(Decimal(value)))


def _filled(question: PlannerQuestion, value: float) -> PlannerPlan:
    numbers = {name: getattr(question, name) for name in UNKNOWNS} | {question.asked: value}
    return PlannerPlan(goal=question.goal, **numbers)


def _given(question: PlannerQuestion, *names: str) -> list[float]:
    values = [getattr(question, name) for name in names]
    if None in values:
        raise ValueError(f"not all of {', '.join(names)} are given")
    return values


def _fewest_answers(question: PlannerQuestion) -> int:
    """Return the smallest number at which a result can give the verdict; here at most 23."""
    if question.alpha is not None:
        alpha = question.alpha
        return next(n for n in count(1) if min_correct(n, alpha=alpha) is not None)
    beta, pd = _given(question, "beta", "pd")
    return next(n for n in count(1) if max_correct(n, beta=beta, pd=pd) is not None)
