"""What a verdict says of other texts than those that were read, or why it says nothing."""

from analysis import number_format
from analysis.recomputation.exact_tests import NoLimits, OverTexts, Plan, TextLimits
from analysis.stats import pc_from_pd
from analysis.stats.crossed import LEAST_ITEMS
from analysis.verdict_text.snapshot import GivenVerdict

FOR_THESE = "The verdict is for these texts."
WHY = {
    NoLimits.SEQUENTIAL: (
        "a sequential plan ends where its answers cross a line, and the t test over items holds "
        "only for a number of answers fixed beforehand"
    ),
    NoLimits.NOT_ESTIMABLE: "how much texts differ cannot be estimated from these answers",
    NoLimits.EARLIER: "this verdict was given before it was computed",
    NoLimits.TOO_MANY: "to compute it from so many answers would take too long",
}


def other_texts(plan: Plan, verdict: GivenVerdict) -> str:
    """Return whether the plan's test holds over other texts, with the limits of pc.

    Empty where none were asked for. It is no verdict: where the exact test shows nothing, nor does
    this one, and where this one fails nothing is shown of other texts.
    """
    found = verdict.over_texts
    if found is None:
        return ""
    limits = found.limits
    if limits is None:
        return f"Nothing is said of other texts: {why_none(plan, found)}. {FOR_THESE}"
    return (
        f"Over other texts like these {verdict.texts} ({found.items} items) "
        f"{_what_holds(plan, verdict, limits)}. {_limits_of_pc(plan, limits)} {FOR_THESE}"
    )


def holds_over_texts(plan: Plan, verdict: GivenVerdict, limits: TextLimits) -> str:
    """Return `shown`, `lost` where only the exact test holds, or `none` where it does not."""
    if verdict.outcome != plan.goal:
        return "none"
    return "shown" if limits.p_value <= level_of(plan) else "lost"


def _what_holds(plan: Plan, verdict: GivenVerdict, limits: TextLimits) -> str:
    """Return what the t test over items says of the plan's goal."""
    goal = "similarity in the sense of the plan" if plan.is_similarity else "a difference"
    p = f"t test over items: {number_format.p_text(limits.p_value, level=level_of(plan))}"
    above = f"{p}, above {_risk(plan)}"
    holds = holds_over_texts(plan, verdict, limits)
    if holds == "shown":
        return f"{goal} is shown too ({p}, at most {_risk(plan)})"
    if holds == "lost":
        return f"{goal} is not shown ({above})"
    if limits.p_value > level_of(plan):
        return f"{goal} is not shown either ({above})"
    return f"{goal} is not shown either ({p}, which decides nothing without the exact test)"


def _limits_of_pc(plan: Plan, limits: TextLimits) -> str:
    """Return both one-sided limits of pc, each with its confidence, and what the plan asks."""
    most = pc_from_pd(plan.pd)
    asked = "guessing gives 33.3 %"
    if plan.is_similarity:
        allowed = number_format.estimate(most)
        asked = f"the plan allows {allowed}, which is pd {number_format.percent(plan.pd)}"
    return (
        "There the share of right answers (pc) is at least "
        f"{number_format.lower_limit(limits.pc_lower)} ({number_format.one_sided(plan.alpha)}) and "
        f"at most {number_format.upper_limit(limits.pc_upper, most=most)} "
        f"({number_format.one_sided(plan.beta)}); {asked}."
    )


def one_item_carries(plan: Plan, verdict: GivenVerdict | None) -> str:
    """Return that the verdict is lost without the triads of some item; else empty."""
    found = verdict.over_texts.limits if verdict and verdict.over_texts else None
    if verdict is None or found is None or verdict.outcome != plan.goal:
        return ""
    largest = found.leave_one_out_largest_p
    if largest <= level_of(plan):
        return ""
    p = number_format.p_text(largest, level=level_of(plan))
    return (
        "Leaving out one item loses the verdict: without its triads, and so with fewer answers, "
        f"the exact test gives {p}, above {_risk(plan)}."
    )


def _risk(plan: Plan) -> str:
    """Return the risk of the test of the plan's goal, by name."""
    return f"{'beta' if plan.is_similarity else 'alpha'} {number_format.level(level_of(plan))}"


def level_of(plan: Plan) -> float:
    """Return the risk of the test of the plan's goal."""
    return plan.beta if plan.is_similarity else plan.alpha


def why_none(plan: Plan, found: OverTexts) -> str:
    """Return why there are no limits over other texts; empty where there are."""
    because = found.none_because
    if because is None:
        return ""
    if because == NoLimits.FEW_ITEMS:
        return (
            f"fewer than {LEAST_ITEMS} items a subject were read ({found.items_a} of "
            f"{plan.subject_a}, {found.items_b} of {plan.subject_b})"
        )
    return WHY[because]


def confounded(plan: Plan, found: OverTexts | None) -> str:
    """Return a warning where no item has texts of both subjects; else empty."""
    if found is None or not found.confounded:
        return ""
    return (
        f"No item has texts of both {plan.subject_a} and {plan.subject_b}: what judges tell apart, "
        "or do not, may be the topics instead of the authors."
    )
