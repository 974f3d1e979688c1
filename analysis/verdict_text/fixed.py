"""The sentences of a fixed-number plan with one answer a judge.

The goal's own test is the verdict. What the other test says is added as such: "not different" is
never called "similar", nor "not similar" different.
"""

from analysis import number_format
from analysis.recomputation.exact_tests import Difference, ExactTests, Plan, Similarity
from analysis.verdict_text.asked import in_the_plans_sense, judges_asked, with_question

EVIDENCE = ("very strong", "strong", "moderate", "slight")


def fixed(plan: Plan, tests: ExactTests, correct: int, counted: int) -> str:
    """Return the verdict on so many right of so many counted."""
    difference, similarity = tests.difference, tests.similarity
    if similarity is None:
        raise ValueError("a plan with one answer a judge has a similarity test")
    right = f"{correct} of {counted} right"
    if plan.is_similarity:
        return _of_similarity_plan(plan, difference, similarity, right)
    return _of_difference_plan(plan, difference, similarity, right)


def _of_difference_plan(
    plan: Plan, difference: Difference, similarity: Similarity, right: str
) -> str:
    p = number_format.p_text(difference.p_value, level=plan.alpha)
    alpha = number_format.level(plan.alpha)
    confidence = number_format.confidence(plan.beta)
    limit = number_format.percent(plan.pd)
    similar_too = (
        " The similarity test, which is not this plan's verdict, holds: with "
        f"{confidence} confidence {at_most(plan, similarity)} (limit {limit})."
    )
    if difference.significant:
        return (
            f"{judges_asked(plan)} can tell these texts of {plan.subject_a} and {plan.subject_b} "
            f"apart: {right}, {difference.min_correct} needed at alpha {alpha} ({p}, "
            f"{evidence(difference.evidence)}). At least "
            f"{number_format.lower_limit(difference.pd_lower)} of people perceive a difference "
            f"({number_format.confidence(plan.alpha)} limit)."
        ) + (similar_too if similarity.similar else "")
    text = (
        f"No difference was shown at alpha {alpha}{with_question(plan)}: {right}, "
        f"{difference.min_correct} needed ({p})."
    )
    if similarity.similar:
        return text + similar_too
    return (
        f"{text} That does not show that the texts are similar: up to "
        f"{number_format.upper_limit(similarity.pd_upper)} of people may perceive a difference "
        f"({confidence} limit)."
    )


def _of_similarity_plan(
    plan: Plan, difference: Difference, similarity: Similarity, right: str
) -> str:
    p_difference = number_format.p_text(difference.p_value, level=plan.alpha)
    p_similarity = number_format.p_text(similarity.p_value, level=plan.beta)
    confidence, limit = number_format.confidence(plan.beta), number_format.percent(plan.pd)
    if similarity.similar:
        text = (
            f"These texts of {plan.subject_a} and {plan.subject_b} are {in_the_plans_sense(plan)}: "
            f"with {confidence} confidence {at_most(plan, similarity)} (limit {limit}; {right}, at "
            f"most {similarity.max_correct} allowed; {p_similarity}, "
            f"{evidence(similarity.evidence)})."
        )
        if not difference.significant:
            return text
        return (
            f"{text} A difference within that limit was found ({p_difference}; at least "
            f"{number_format.lower_limit(difference.pd_lower)} of people, "
            f"{number_format.confidence(plan.alpha)} limit)."
        )
    text = (
        f"Similarity was not shown at beta {number_format.level(plan.beta)}"
        f"{with_question(plan)}: {right}, at most "
        f"{similarity.max_correct} allowed; up to {number_format.upper_limit(similarity.pd_upper)} "
        f"of people may perceive a difference ({confidence} limit; the plan allows {limit})."
    )
    if difference.significant:
        return (
            f"{text} The difference test, which is not this plan's verdict, finds one "
            f"({p_difference})."
        )
    return (
        f"{text} That does not show that the texts differ ({p_difference}): these answers settle "
        "neither."
    )


def at_most(plan: Plan, similarity: Similarity) -> str:
    """Return the upper limit as part of a sentence; below chance there is no percentage."""
    if similarity.below_chance:
        return "the share of people who perceive a difference lies below chance"
    limit = number_format.upper_limit(similarity.pd_upper, most=plan.pd)
    return f"at most {limit} of people perceive a difference"


def evidence(grade: str) -> str:
    """Return a grade of evidence in words."""
    return f"{grade} evidence" if grade in EVIDENCE else "no evidence"
