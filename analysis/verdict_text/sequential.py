"""The sentences of the other kinds of plan: sequential, and with repeats."""

from analysis import number_format
from analysis.recomputation.exact_tests import ExactTests, Plan, Repeats
from analysis.verdict_text.snapshot import GivenVerdict, Wald

# So few judges could hardly show that they differ.
FEW_JUDGES = 20
DIFFER_AT = 0.05


def sequential(plan: Plan, verdict: GivenVerdict, wald: Wald) -> str:
    """The verdict of Wald's test: no p, no exact limit."""
    values = {
        "a": plan.subject_a,
        "b": plan.subject_b,
        "n": verdict.counted,
        "x": verdict.correct,
        "upper": wald.upper_line,
        "lower": wald.lower_line,
        "alpha": number_format.level(plan.alpha),
        "beta": number_format.level(plan.beta),
        "pd": number_format.percent(plan.pd),
        "risk_difference": number_format.probability(wald.risk_difference),
        "risk_similarity": number_format.probability(wald.risk_similarity),
    }
    if verdict.outcome == "difference":
        text = (
            "Judges like these can tell these texts of %(a)s and %(b)s apart: decided after %(n)s "
            "answers, %(x)s right (Wald's line: %(upper)s; alpha %(alpha)s, beta %(beta)s, "
            "pd %(pd)s; exact risk of this plan %(risk_difference)s)."
        )
    elif verdict.outcome == "similarity":
        text = (
            "These texts of %(a)s and %(b)s are similar in the sense of the plan: decided after "
            "%(n)s answers, %(x)s right (Wald's line: %(lower)s; exact risk at pd %(pd)s: "
            "%(risk_similarity)s)."
        )
    else:
        text = (
            "No verdict: the plan's largest number of %(n)s answers was reached between the lines."
        )
    return text % values


def repeats(plan: Plan, verdict: GivenVerdict, tests: ExactTests) -> str:
    """The verdict on the pooled answers of judges who repeat: exact, but without limits."""
    difference = tests.difference
    values = {
        "x": verdict.correct,
        "n": verdict.counted,
        "judges": ("%(number)s judge" if verdict.judges == 1 else "%(number)s judges")
        % {"number": verdict.judges},
        "needed": difference.min_correct,
        "alpha": number_format.level(plan.alpha),
        "p": number_format.p_text(difference.p_value, level=plan.alpha),
    }
    if not difference.significant:
        return (
            "No difference was shown ({x} of {n} answers of {judges} right, {needed} "
            "needed at alpha {alpha}; {p}). Repeats cannot show similarity."
        ).format(**values)
    shown = (
        "The judges of this panel told these texts apart: %(x)s of %(n)s answers of %(judges)s "
        "right, %(needed)s needed at alpha %(alpha)s (%(p)s). Answers of one judge are not "
        "independent, so the pooled count gives no limit for people; %(estimate)s."
    )
    return shown % {**values, "estimate": _estimate(verdict.repeats)}


def pooled(plan: Plan, tests: ExactTests, correct: int, counted: int) -> str:
    """The pooled difference test alone, which stays exact with repeats."""
    return "{x} of {n} right, {needed} needed at alpha {alpha} ({p}).".format(
        x=correct,
        n=counted,
        needed="–" if tests.difference.min_correct is None else tests.difference.min_correct,
        alpha=number_format.level(plan.alpha),
        p=number_format.p_text(tests.difference.p_value, level=plan.alpha),
    )


def _estimate(estimate: Repeats | None) -> str:
    if estimate is None:
        return "one judge gives no estimate for people either"
    return (
        f"the beta-binomial estimate is {number_format.estimate(estimate.pd)} "
        f"({number_format.between(estimate.pd_lower, estimate.pd_upper)}, profile likelihood)"
    )


def judges_differ(estimate: Repeats | None) -> str:
    """Whether judges who repeat differ from one another; empty where nobody repeated."""
    if estimate is None or estimate.p_overdispersion is None:
        return ""
    if estimate.p_overdispersion <= DIFFER_AT:
        return (
            "Judges differ from one another "
            f"({number_format.p_text(estimate.p_overdispersion, level=DIFFER_AT)})."
        )
    if estimate.judges < FEW_JUDGES:
        return f"No sign that judges differ, which {estimate.judges} judges could hardly show."
    return "No sign that judges differ."
