"""What a verdict says of other texts than those that were read, or why it says nothing."""

from analysis import number_format
from analysis.recomputation.exact_tests import NoLimits, OverTexts, Plan
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
    """Return p and the limits of pc over other texts; empty where none were asked for."""
    found = verdict.over_texts
    if found is None:
        return ""
    limits = found.limits
    if limits is None:
        return f"Nothing is said of other texts: {why_none(plan, found)}. {FOR_THESE}"
    p = number_format.p_text(limits.p_value, level=level_of(plan))
    return (
        f"Over other texts like these {verdict.texts} ({found.items} items): {p}, share of "
        f"right answers (pc) between {number_format.lower_limit(limits.pc_lower)} and "
        f"{number_format.upper_limit(limits.pc_upper)}. {FOR_THESE}"
    )


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
