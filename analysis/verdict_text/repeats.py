"""The sentences of a plan with several answers a judge."""

import math

from analysis import number_format
from analysis.recomputation.exact_tests import ExactTests, Plan, Repeats
from analysis.verdict_text.asked import judges_asked, with_question
from analysis.verdict_text.snapshot import GivenVerdict

# So few judges could hardly show that they differ.
FEW_JUDGES = 20
DIFFER_AT = 0.05
# The confidence of the limits that are stored with a verdict.
TWO_SIDED = "95 %, two-sided"


def repeats(plan: Plan, verdict: GivenVerdict, tests: ExactTests) -> str:
    """Return the verdict on the pooled answers, and the estimate; how it is made is a footnote."""
    difference = tests.difference
    judges = "1 judge" if verdict.judges == 1 else f"{verdict.judges} judges"
    right = f"{verdict.correct} of {verdict.counted} answers of {judges} right"
    p = number_format.p_text(difference.p_value, level=plan.alpha)
    needed = f"{difference.min_correct} needed at alpha {number_format.level(plan.alpha)}"
    if not difference.significant:
        return (
            f"No difference was shown{with_question(plan)} ({right}, {needed}; {p}). Repeats "
            "cannot show similarity."
        )
    asked = judges_asked(plan, "The judges of this panel")
    return (
        f"{asked} told these texts of {plan.subject_a} and {plan.subject_b} apart: {right}, "
        f"{needed} ({p}).{f' An {_estimate(verdict.repeats)}' if verdict.repeats else ''}"
    )


def pooled(plan: Plan, tests: ExactTests, correct: int, counted: int) -> str:
    """Return the pooled difference test alone, which stays exact with repeats."""
    test = tests.difference
    needed = "–" if test.min_correct is None else test.min_correct
    return (
        f"{correct} of {counted} right, {needed} needed at alpha {number_format.level(plan.alpha)} "
        f"({number_format.p_text(test.p_value, level=plan.alpha)})."
    )


def _estimate(fit: Repeats) -> str:
    limits = number_format.between(fit.pd_lower, fit.pd_upper)
    estimate = number_format.estimate(fit.pd)
    return f"estimated {estimate} of people perceive a difference ({limits}; {TWO_SIDED})."


def what_may_be_said(plan: Plan, verdict: GivenVerdict) -> str:
    """Return the estimate where repeats showed no difference, and what it does not show."""
    fit = verdict.repeats
    if fit is None or verdict.tests is None or verdict.tests.difference.significant:
        return ""
    below = ""
    if fit.pd_upper < plan.pd:
        below = (
            f" The limits lie below the plan's {number_format.percent(plan.pd)}, but they are "
            "those of a model and approximate, and this plan has no test of similarity."
        )
    return (
        f"What may be reported: an {_estimate(fit)} What may not: that the texts are "
        f"similar.{below}"
    )


def how_estimated(fit: Repeats | None) -> str:
    """Return the footnote of the estimate from judges with several answers."""
    if fit is None:
        return (
            "Answers of one judge are not independent: their count gives no limit for people, and "
            "one judge gives no estimate either."
        )
    return (
        "Answers of one judge are not independent, so their pooled count gives no limit for "
        "people. The estimate and its limits are those of a beta-binomial model (profile "
        "likelihood)."
    )


def judges_differ(fit: Repeats | None) -> str:
    """Return whether judges differ from one another; empty without repeats."""
    if fit is None or fit.p_overdispersion is None:
        return ""
    p = number_format.p_text(fit.p_overdispersion, level=DIFFER_AT)
    if fit.p_overdispersion <= DIFFER_AT:
        return f"Judges differ from one another ({p})."
    few = ""
    if fit.judges < FEW_JUDGES:
        few = f", which {fit.judges} judges could hardly show"
    return f"That judges differ was not shown ({p}){few}."


def gamma_limits(fit: Repeats) -> str:
    """Return the limits of gamma, rounded away from each other; a dash where there are none."""
    lower, upper = fit.gamma_lower, fit.gamma_upper
    if lower is None or upper is None:
        return "–"
    ends = (math.floor(100 * lower) / 100, math.ceil(100 * upper) / 100)
    return " to ".join(number_format.decimal(end) for end in ends)
