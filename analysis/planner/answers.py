"""The missing one of alpha, beta, pd and n, and the plan that it makes."""

from dataclasses import dataclass
from decimal import ROUND_CEILING, Context, Decimal
from enum import StrEnum
from itertools import count

from analysis.planner.question import (
    LEAST_PD,
    LEAST_RISK,
    MOST_PD,
    RISKS_END_BEFORE,
    UNKNOWNS,
    Plan,
    Question,
)
from analysis.planner.rules import judges_enough
from analysis.stats import max_correct, min_correct, sensitivity

# A computed risk or pd is planned with, and shown, rounded up to so many digits: the plan holds
# for every larger one.
DIGITS = 4


class Trouble(StrEnum):
    """Why there is no plan."""

    UNREACHABLE = "unreachable"  # no result of so many judges can give the verdict
    HOPELESS = "hopeless"  # the best risk is 0.5 or more, the best pd above 0.99
    TOO_MANY = "too many"  # a million judges are not enough


@dataclass(frozen=True, slots=True)
class Answer:
    """A question, and what fills its gap: either a plan or the trouble with it.

    `value` is the number as computed. `below_floor`: it was smaller than what this page plans
    with, so that the plan has the smallest risk or pd allowed. `fewest`: where no result can
    give the verdict, the smallest number of answers at which one can.
    """

    question: Question
    value: float | None
    plan: Plan | None = None
    trouble: Trouble | None = None
    below_floor: bool = False
    fewest: int | None = None


def answer(question: Question) -> Answer:
    """Fill the gap of a question."""
    return _judges(question) if question.asked == "n" else _third(question)


def _judges(question: Question) -> Answer:
    enough = judges_enough(*_given(question, "alpha", "beta", "pd"))
    if enough.smallest is None:
        return Answer(question, None, trouble=Trouble.TOO_MANY)
    return Answer(question, enough.smallest, plan=_filled(question, enough.smallest))


def _third(question: Question) -> Answer:
    asked = question.asked
    [n] = _given(question, "n")
    value = sensitivity(
        int(n), goal=question.goal, alpha=question.alpha, beta=question.beta, pd=question.pd
    )
    if value is None:
        return Answer(question, None, trouble=Trouble.UNREACHABLE, fewest=_fewest_answers(question))
    least = LEAST_PD if asked == "pd" else LEAST_RISK
    planned = max(rounded_up(value), least)
    if planned > MOST_PD if asked == "pd" else planned >= RISKS_END_BEFORE:
        return Answer(question, value, trouble=Trouble.HOPELESS)
    plan = _filled(question, planned)
    return Answer(question, value, plan=plan, below_floor=value < least)


def rounded_up(value: float) -> float:
    """The value to four digits, rounded up."""
    return float(Context(prec=DIGITS, rounding=ROUND_CEILING).create_decimal(Decimal(value)))


def _filled(question: Question, value: float) -> Plan:
    numbers = {name: getattr(question, name) for name in UNKNOWNS} | {question.asked: value}
    return Plan(goal=question.goal, **numbers)


def _given(question: Question, *names: str) -> list[float]:
    values = [getattr(question, name) for name in names]
    if None in values:
        raise ValueError(f"not all of {', '.join(names)} are given")
    return values


def _fewest_answers(question: Question) -> int:
    """The smallest number at which a result can give the verdict; at most 23 on this page."""
    if question.alpha is not None:
        alpha = question.alpha
        return next(n for n in count(1) if min_correct(n, alpha=alpha) is not None)
    beta, pd = _given(question, "beta", "pd")
    return next(n for n in count(1) if max_correct(n, beta=beta, pd=pd) is not None)
