"""A plan of the same risks in which each judge answers several triads."""

from dataclasses import dataclass

from analysis import number_format
from analysis.planner.cache import cached
from analysis.planner.question import PlannerPlan
from analysis.planner.summary import judges, power_text, typed, unbroken
from analysis.stats import judges_needed_with_repeats, power_with_repeats

# Up to so many answers with one a judge, the numbers with repeats are worked out at once.
MOST_ANSWERS = 20_000

ONE_ANSWER = (
    "A plan for similarity takes one answer a judge: with repeats its answers are not independent, "
    "and few judges say little about people. Repeats are for showing a difference."
)
TOO_LONG = "This plan is too long to work out its power with repeats while you wait."
IN_WORDS = {0.0: "do not differ", 0.1: "differ a little", 0.3: "clearly differ", 0.6: "differ much"}


@dataclass(frozen=True, slots=True)
class RepeatedPlan:
    """How many judges with so many answers each are needed, and their power.

    `judges` and `power` are None where more than 100,000 answers are needed.
    """

    each: int
    gamma: float
    judges: int | None
    power: float | None

    @property
    def answers(self) -> int | None:
        return None if self.judges is None else self.judges * self.each


def repeated(alpha: float, beta: float, pd: float, *, each: int, gamma: float) -> RepeatedPlan:
    """Return how many judges who repeat, and differ by gamma, keep the risks of a plan."""

    def compute() -> tuple[float | None, ...]:
        number = judges_needed_with_repeats(each, alpha=alpha, beta=beta, pd=pd, gamma=gamma)
        if number is None:
            return None, None
        return number, power_with_repeats(number, each, alpha=alpha, pd=pd, gamma=gamma)

    number, power = cached("repeats", alpha, beta, pd, each, gamma, compute=compute)
    return RepeatedPlan(each, gamma, None if number is None else int(number), power)


def repeats_of(plan: PlannerPlan, *, each: int, gamma: float) -> list[RepeatedPlan]:
    """Return the plan with repeats if judges do not differ, differ by gamma, differ entirely."""
    if not can_repeat(plan) or each == 1:
        return []
    risks = plan.alpha, plan.beta, plan.pd
    return [repeated(*risks, each=each, gamma=value) for value in sorted({0.0, gamma, 1.0})]


def can_repeat(plan: PlannerPlan) -> bool:
    """Return whether the plan may take repeats, and is short enough to work them out at once."""
    return plan.goal == "difference" and plan.n <= MOST_ANSWERS


def sentences(plan: PlannerPlan, *, each: int, gamma: float) -> list[str]:
    """Return what repeats come to."""
    if plan.goal != "difference":
        return [ONE_ANSWER]
    if not can_repeat(plan):
        return [TOO_LONG]
    if each == 1:
        return ["With one answer each it makes no difference how much judges differ."]
    chosen = repeated(plan.alpha, plan.beta, plan.pd, each=each, gamma=gamma)
    found = [_needed(chosen)]
    if plan.n > each:
        found.append(_same_answers(plan, each, gamma))
    found.append(
        "If no one perceives a difference, all answers are guesses, so alpha holds however judges "
        "differ. If some do, the answers of one judge go together: the more judges differ, the "
        "less a further answer of the same judge tells."
    )
    return found


def _needed(plan: RepeatedPlan) -> str:
    supposed = f"With {plan.each} answers each, and if judges {differ(plan.gamma)},"
    if plan.judges is None or plan.answers is None:
        return f"{supposed} more than 100,000 answers would be needed."
    enough = "is enough" if plan.judges == 1 else "are enough"
    return f"{supposed} {judges(plan.judges)} {enough}, with {plan.answers:,} answers."


def _same_answers(plan: PlannerPlan, each: int, gamma: float) -> str:
    """Say what the plan's number of answers shows if fewer judges give them."""
    number, rest = divmod(plan.n, each)
    plain = power_with_repeats(plan.n, 1, alpha=plan.alpha, pd=plan.pd, gamma=0.0)
    power = power_with_repeats(number, each, alpha=plan.alpha, pd=plan.pd, gamma=gamma, rest=rest)
    further = f" and one with {rest}" if rest else ""
    return (
        f"The {plan.n:,} answers of this plan from {judges(number)} with {each} each{further} show "
        f"a pd of {typed('pd', plan.pd)} in {power_text(power)} of cases, instead of "
        f"{power_text(plain)} from {judges(plan.n)}."
    )


def differ(gamma: float) -> str:
    """Return how much judges differ, as a verb."""
    if gamma == 1:
        return "differ entirely"
    return IN_WORDS.get(gamma, f"differ by gamma {number_format.level(gamma)}")


def rows(plans: list[RepeatedPlan]) -> list[tuple[str, ...]]:
    """Return the table: how much judges differ, judges, answers, power."""
    return [
        (
            unbroken(f"{differ(plan.gamma)} ({number_format.level(plan.gamma)})"),
            "–" if plan.judges is None else f"{plan.judges:,}",
            "–" if plan.answers is None else f"{plan.answers:,}",
            "–" if plan.power is None else power_text(plan.power),
        )
        for plan in plans
    ]
