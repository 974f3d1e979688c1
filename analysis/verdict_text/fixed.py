"""The sentences of a fixed-number plan with one answer a judge.

The goal's own test is the verdict. What the other test says is added as such: "not different" is
never called "similar", nor "not similar" different.
"""

from typing import Any

from analysis import number_format
from analysis.recomputation.exact_tests import Difference, ExactTests, Plan, Similarity


def fixed(plan: Plan, tests: ExactTests, correct: int, counted: int) -> str:
    """The verdict on so many right of so many."""
    if tests.similarity is None:
        raise ValueError("a plan with one answer a judge has a similarity test")
    difference, similarity = tests.difference, tests.similarity
    values = {
        "x": correct,
        "n": counted,
        "a": plan.subject_a,
        "b": plan.subject_b,
        "alpha": number_format.level(plan.alpha),
        "beta": number_format.level(plan.beta),
        "limit": number_format.percent(plan.pd),
        "p_difference": number_format.p_text(difference.p_value, level=plan.alpha),
        "p_similarity": number_format.p_text(similarity.p_value, level=plan.beta),
        "at_most": at_most(plan, similarity),
        "upper": number_format.upper_limit(similarity.pd_upper),
        "upper_confidence": number_format.confidence(plan.beta),
        "lower": number_format.lower_limit(difference.pd_lower),
        "lower_confidence": number_format.confidence(plan.alpha),
        "needed": difference.min_correct,
        "allowed": similarity.max_correct,
    }
    if plan.is_similarity:
        return _similarity_plan(difference, similarity, values)
    return _difference_plan(difference, similarity, values)


def _difference_plan(difference: Difference, similarity: Similarity, values: dict[str, Any]) -> str:
    if difference.significant:
        values["evidence"] = evidence(difference.evidence)
        text = (
            "Judges like these can tell these texts of %(a)s and %(b)s apart: %(x)s of %(n)s "
            "right, %(needed)s needed at alpha %(alpha)s (%(p_difference)s, %(evidence)s). At "
            "least %(lower)s of people perceive a difference (%(lower_confidence)s limit)."
        )
        return _with(text, _similar_too() if similarity.similar else "") % values
    text = (
        "No difference was shown at alpha %(alpha)s: %(x)s of %(n)s right, %(needed)s needed "
        "(%(p_difference)s)."
    )
    if similarity.similar:
        return _with(text, _similar_too()) % values
    return (
        _with(
            text,
            (
                "That does not show that the texts are similar: up to %(upper)s of people may "
                "perceive a difference (%(upper_confidence)s limit)."
            ),
        )
        % values
    )


def _similar_too() -> str:
    return (
        "The similarity test, which is not this plan's verdict, holds: with %(upper_confidence)s "
        "confidence %(at_most)s (limit %(limit)s)."
    )


def _similarity_plan(difference: Difference, similarity: Similarity, values: dict[str, Any]) -> str:
    if similarity.similar:
        values["evidence"] = evidence(similarity.evidence)
        text = (
            "These texts of %(a)s and %(b)s are similar in the sense of the plan: with "
            "%(upper_confidence)s confidence %(at_most)s (limit %(limit)s; %(x)s of %(n)s right, "
            "at most %(allowed)s allowed; %(p_similarity)s, %(evidence)s)."
        )
        also = (
            "A difference within that limit was found (%(p_difference)s; at least %(lower)s of "
            "people, %(lower_confidence)s limit)."
        )
        return _with(text, also if difference.significant else "") % values
    text = (
        "Similarity was not shown at beta %(beta)s: %(x)s of %(n)s right, at most %(allowed)s "
        "allowed; up to %(upper)s of people may perceive a difference (%(upper_confidence)s "
        "limit; the plan allows %(limit)s)."
    )
    if difference.significant:
        other = (
            "The difference test, which is not this plan's verdict, finds one (%(p_difference)s)."
        )
    else:
        other = (
            "That does not show that the texts differ (%(p_difference)s): these answers settle "
            "neither."
        )
    return _with(text, other) % values


def at_most(plan: Plan, similarity: Similarity) -> str:
    """The upper limit as part of a sentence. Below chance there is no percentage to give."""
    if similarity.below_chance:
        return "the share of people who perceive a difference lies below chance"
    return (
        f"at most {number_format.upper_limit(similarity.pd_upper)} of people perceive a difference"
    )


def evidence(grade: str) -> str:
    """A grade of evidence in words."""
    return {
        "very strong": "very strong evidence",
        "strong": "strong evidence",
        "moderate": "moderate evidence",
        "slight": "slight evidence",
    }.get(grade, "no evidence")


def _with(text: str, other: str) -> str:
    return f"{text} {other}" if other else text
