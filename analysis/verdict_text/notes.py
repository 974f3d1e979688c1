"""The notes above and below a verdict: warnings, the limits of its meaning, footnotes."""

from analysis import number_format
from analysis.recomputation.exact_tests import ExactTests, Plan
from analysis.stats import below_chance, max_correct, min_correct
from analysis.verdict_text.snapshot import GivenVerdict

FAR_BELOW_CHANCE = 0.01
# ISO 4120 recommends at least so many judges.
RECOMMENDED = {"difference": 18, "similarity": 30}
# Of a plan that needs more answers no number is told.
MOST_NEEDED = 10_000
APPROXIMATION = "By the normal approximation printed in González-Corbelle et al. (2020)"
# What the tables printed in the paper hold: numbers of answers, risks, and pd.
TABLE_2 = (range(6, 25), (0.2, 0.1, 0.05, 0.01, 0.001))
TABLE_3 = ((18, 24, 30, 36), (0.2, 0.1, 0.05, 0.01, 0.001), (0.1, 0.2, 0.3, 0.4, 0.5))


def caveat(texts: int) -> str:
    """Return for whom a verdict holds; it stands under every one."""
    return (
        f"Limits are for people like this panel and for the {texts} "
        f"{'text' if texts == 1 else 'texts'} used; other texts of the same authors may differ. "
        "Percentages assume that people who perceive the difference are always right and that the "
        "others guess."
    )


def far_below_chance(plan: Plan, correct: int, counted: int) -> str:
    """Return a warning where so few right answers are hardly chance; else empty.

    A sequential plan gives no probability for a count at which it stopped.
    """
    probability = below_chance(correct, counted)
    if probability > FAR_BELOW_CHANCE:
        return ""
    found = f"{correct} of {counted}"
    if not plan.is_sequential:
        printed = number_format.p_text(probability, level=FAR_BELOW_CHANCE, name="probability")
        found = f"{found}; {printed.replace(' = ', ' ')}"
    return (
        f"Fewer right answers than guessing gives ({found}). Check the key, the orders and what "
        f"the page gives away before using this result.{the_other_way_round(plan)}"
    )


def the_other_way_round(plan: Plan) -> str:
    """Return what else few right answers may mean where the question names what to look for."""
    if not plan.is_directed:
        return ""
    return (
        f" They may also mean that texts of {plan.subject_a}, not of {plan.subject_b}, look like "
        "what the question asks for."
    )


def too_few(plan: Plan, judges: int) -> str:
    """Return that there are fewer judges than the standard recommends; else empty.

    Sequential plans follow another standard, and are meant to end early.
    """
    recommended = RECOMMENDED[plan.goal]
    if plan.is_sequential or judges >= recommended:
        return ""
    triangle = " for the triangle test" if plan.is_directed else ""
    return f"Fewer than the {recommended} judges that ISO 4120 recommends{triangle}."


def not_reachable(plan: Plan, counted: int) -> str:
    """Return that so few answers cannot reach the plan's goal, and how many could."""
    if plan.is_similarity:
        text = (
            f"With {counted} answers no result can show similarity at beta "
            f"{number_format.level(plan.beta)}, pd {number_format.percent(plan.pd)}."
        )
    else:
        text = (
            f"With {counted} answers no result can show a difference at alpha "
            f"{number_format.level(plan.alpha)}."
        )
    needed = _needed(plan)
    return f"{text} At least {needed} are needed." if needed else text


def _needed(plan: Plan) -> int | None:
    """Return the smallest number of answers that can reach the goal; None above the most tried."""
    for n in range(1, MOST_NEEDED):
        if plan.is_similarity:
            reached = max_correct(n, beta=plan.beta, pd=plan.pd)
        else:
            reached = min_correct(n, alpha=plan.alpha)
        if reached is not None:
            return n
    return None


def footnotes(plan: Plan, verdict: GivenVerdict) -> tuple[str, ...]:
    """Return where the approximation printed in the paper says otherwise than the exact test."""
    if verdict.tests is None:
        return ()
    if plan.is_similarity:
        note = paper_similarity(plan, verdict.tests, verdict.counted)
    else:
        note = paper_difference(plan, verdict.tests, verdict.counted)
    return (note,) if note else ()


def paper_difference(plan: Plan, tests: ExactTests, counted: int) -> str:
    """Return the footnote on the number of right answers that show a difference; else empty."""
    test = tests.difference
    if plan.is_directed or test.min_correct is None or test.paper_min_correct == test.min_correct:
        return ""
    in_table = counted in TABLE_2[0] and plan.alpha in TABLE_2[1]
    needs = ", and the paper's own table, need" if in_table else " needs"
    return (
        f"{APPROXIMATION} {test.paper_min_correct} right answers would be enough; the exact "
        f"test{needs} {test.min_correct}."
    )


def paper_similarity(plan: Plan, tests: ExactTests, counted: int) -> str:
    """Return the footnote on the number of right answers that similarity allows; else empty."""
    test = tests.similarity
    if plan.is_directed or test is None or test.max_correct is None:
        return ""  # the paper's tables are of the triangle test
    if test.paper_max_correct == test.max_correct:
        return ""
    in_table = counted in TABLE_3[0] and plan.beta in TABLE_3[1] and plan.pd in TABLE_3[2]
    allows = ", and the paper's own table, allow" if in_table else " allows"
    return (
        f"{APPROXIMATION} at most {test.paper_max_correct} right answers would be allowed; the "
        f"exact test{allows} {test.max_correct}."
    )
