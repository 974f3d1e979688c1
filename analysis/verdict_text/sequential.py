"""The sentences of a sequential plan."""

from analysis import number_format
from analysis.recomputation.exact_tests import Plan
from analysis.verdict_text.snapshot import GivenVerdict, WaldTest


def sequential(plan: Plan, verdict: GivenVerdict, wald: WaldTest) -> str:
    """Return the verdict of Wald's test, which has no p and no exact limit."""
    decided = f"decided after {verdict.counted} answers, {verdict.correct} right"
    pd = number_format.percent(plan.pd)
    if verdict.outcome == "difference":
        risk = number_format.probability(wald.risk_difference)
        return (
            f"Judges like these can tell these texts of {plan.subject_a} and {plan.subject_b} "
            f"apart: {decided} (Wald's line: {wald.upper_line}; alpha "
            f"{number_format.level(plan.alpha)}, beta {number_format.level(plan.beta)}, pd {pd}; "
            f"exact risk of this plan {risk})."
        )
    if verdict.outcome == "similarity":
        risk = number_format.probability(wald.risk_similarity)
        return (
            f"These texts of {plan.subject_a} and {plan.subject_b} are similar in the sense of the "
            f"plan: {decided} (Wald's line: {wald.lower_line}; exact risk at pd {pd}: {risk})."
        )
    return (
        f"No verdict: the plan's largest number of {verdict.counted} answers was reached between "
        "the lines."
    )
