"""The sentences of a sequential plan."""

from analysis import number_format
from analysis.recomputation.exact_tests import Plan
from analysis.stats import pd_from_pc
from analysis.verdict_text.asked import in_the_plans_sense, judges_asked
from analysis.verdict_text.conduct import number_of
from analysis.verdict_text.snapshot import GivenVerdict, SequentialEstimate, WaldTest


def sequential(plan: Plan, verdict: GivenVerdict, wald: WaldTest) -> str:
    """Return the verdict of Wald's test, which has no p and no exact limit."""
    after = number_of(verdict.counted, "answer")
    decided = f"decided after {after}, {verdict.correct} right"
    pd = number_format.percent(plan.pd)
    if verdict.outcome == "difference":
        risk = number_format.probability(wald.risk_difference, level=plan.alpha)
        return (
            f"{judges_asked(plan)} can tell these texts of {plan.subject_a} and {plan.subject_b} "
            f"apart: {decided} (Wald's line: {wald.upper_line}; alpha "
            f"{number_format.level(plan.alpha)}, beta {number_format.level(plan.beta)}, pd {pd}; "
            f"exact risk of this plan {risk})."
        )
    if verdict.outcome == "similarity":
        risk = number_format.probability(wald.risk_similarity, level=plan.beta)
        return (
            f"These texts of {plan.subject_a} and {plan.subject_b} are {in_the_plans_sense(plan)}: "
            f"{decided} (Wald's line: {wald.lower_line}; exact risk at pd {pd}: {risk})."
        )
    return f"No verdict: the plan's largest number of {after} was reached between the lines."


def order_of_answers(verdict: GivenVerdict) -> str:
    """Return a warning of a verdict that took answers as they were completed; else empty."""
    if not verdict.by_completion:
        return ""
    return (
        "This verdict took answers in the order in which they were completed, not assigned. "
        "Judges who guess are quicker, so a false verdict was more likely than its stated "
        "risk."
    )


def after_wald(plan: Plan, found: SequentialEstimate | None) -> str:
    """Return estimate, limits and p after a sequential end; empty where there are none."""
    if found is None:
        return ""
    estimate, lower, upper = (pd_from_pc(pc) for pc in (found.pc, found.pc_lower, found.pc_upper))
    p = number_format.p_text(found.p_value, level=plan.alpha)
    limits = number_format.between(lower, upper)
    if not lower:
        limits = f"up to {number_format.limit_or_chance(upper, number_format.upper_limit)}"
    return (
        f"Estimate after a sequential end: {number_format.estimate(estimate)} of people perceive a "
        f"difference ({limits}, two-sided 95 % limits by stagewise ordering; "
        f"for a difference {p})."
    )
