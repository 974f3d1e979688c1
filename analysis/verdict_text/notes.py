"""What is said above and below a verdict: warnings, limits of its meaning, footnotes."""

from analysis import number_format
from analysis.recomputation.exact_tests import ExactTests, Plan
from analysis.stats import below_chance, max_correct, min_correct
from analysis.verdict_text.snapshot import GivenVerdict

FAR_BELOW_CHANCE = 0.01
# ISO 4120 recommends at least so many judges.
RECOMMENDED = {"difference": 18, "similarity": 30}
# A plan that needs more than this is told no number.
MOST_NEEDED = 10_000
# What the tables printed in the paper hold: numbers of answers, risks, and pd.
TABLE_2 = (range(6, 25), (0.2, 0.1, 0.05, 0.01, 0.001))
TABLE_3 = ((18, 24, 30, 36), (0.2, 0.1, 0.05, 0.01, 0.001), (0.1, 0.2, 0.3, 0.4, 0.5))


def caveat(texts: int) -> str:
    """For whom a verdict holds: stands under every one."""
    return (
        "Limits are for people like this panel and for the %(texts)s text used; other texts of the "
        "same authors may differ. Percentages assume that whoever perceives the difference is "
        "always right and everybody else guesses."
        if texts == 1
        else (
            "Limits are for people like this panel and for the %(texts)s texts used; other texts "
            "of the same authors may differ. Percentages assume that whoever perceives the "
            "difference is always right and everybody else guesses."
        )
    ) % {"texts": texts}


def far_below_chance(plan: Plan, correct: int, counted: int) -> str:
    """A warning above the verdict where so few right answers are hardly chance; else empty.

    A sequential plan gives no probability for a count at which it stopped.
    """
    probability = below_chance(correct, counted)
    if probability > FAR_BELOW_CHANCE:
        return ""
    values = {
        "x": correct,
        "n": counted,
        "probability": number_format.p_text(
            probability, level=FAR_BELOW_CHANCE, name="probability"
        ).replace(" = ", " "),
    }
    if plan.is_sequential:
        text = (
            "Fewer right answers than guessing gives (%(x)s of %(n)s). Check the key, the orders "
            "and what the page gives away before using this result."
        )
    else:
        text = (
            "Fewer right answers than guessing gives (%(x)s of %(n)s; %(probability)s). Check the "
            "key, the orders and what the page gives away before using this result."
        )
    return text % values


def too_few(plan: Plan, judges: int) -> str:
    """Fewer judges than the standard recommends; else empty.

    Sequential plans follow another standard, and are meant to end early.
    """
    recommended = RECOMMENDED[plan.goal]
    if plan.is_sequential or judges >= recommended:
        return ""
    return f"Fewer than the {recommended} judges that ISO 4120 recommends."


def not_reachable(plan: Plan, counted: int, *, goal: str) -> str:
    """No result with so few answers could show what was asked."""
    values = {
        "n": counted,
        "alpha": number_format.level(plan.alpha),
        "beta": number_format.level(plan.beta),
        "pd": number_format.percent(plan.pd),
    }
    if goal == "similarity":
        text = "With %(n)s answers no result can show similarity at beta %(beta)s, pd %(pd)s."
    else:
        text = "With %(n)s answers no result can show a difference at alpha %(alpha)s."
    needed = _needed(plan, goal)
    more = f"At least {needed} are needed." if needed else ""
    return f"{text % values} {more}".strip()


def _needed(plan: Plan, goal: str) -> int | None:
    if goal == "similarity":
        return next(
            (
                n
                for n in range(1, MOST_NEEDED)
                if max_correct(n, beta=plan.beta, pd=plan.pd) is not None
            ),
            None,
        )
    return next(
        (n for n in range(1, MOST_NEEDED) if min_correct(n, alpha=plan.alpha) is not None), None
    )


def footnotes(plan: Plan, verdict: GivenVerdict) -> tuple[str, ...]:
    """Where the approximation printed in the paper says otherwise than the exact test."""
    if verdict.tests is None:
        return ()
    if plan.is_similarity:
        note = paper_similarity(plan, verdict.tests, verdict.counted)
    else:
        note = paper_difference(plan, verdict.tests, verdict.counted)
    return (note,) if note else ()


def paper_difference(plan: Plan, tests: ExactTests, counted: int) -> str:
    """The footnote on the number of right answers that show a difference; else empty."""
    test = tests.difference
    if test.min_correct is None or test.paper_min_correct == test.min_correct:
        return ""
    values = {"paper": test.paper_min_correct, "exact": test.min_correct}
    if counted in TABLE_2[0] and plan.alpha in TABLE_2[1]:
        text = (
            "By the normal approximation printed in González-Corbelle et al. (2020) %(paper)s "
            "right answers would be enough; the exact test, and the paper's own table, need "
            "%(exact)s."
        )
    else:
        text = (
            "By the normal approximation printed in González-Corbelle et al. (2020) %(paper)s "
            "right answers would be enough; the exact test needs %(exact)s."
        )
    return text % values


def paper_similarity(plan: Plan, tests: ExactTests, counted: int) -> str:
    """The footnote on the number of right answers that similarity allows; else empty."""
    test = tests.similarity
    if test is None or test.max_correct is None or test.paper_max_correct == test.max_correct:
        return ""
    values = {"paper": test.paper_max_correct, "exact": test.max_correct}
    if counted in TABLE_3[0] and plan.beta in TABLE_3[1] and plan.pd in TABLE_3[2]:
        text = (
            "By the normal approximation printed in González-Corbelle et al. (2020) at most "
            "%(paper)s right answers would be allowed; the exact test, and the paper's own table, "
            "allow %(exact)s."
        )
    else:
        text = (
            "By the normal approximation printed in González-Corbelle et al. (2020) at most "
            "%(paper)s right answers would be allowed; the exact test allows %(exact)s."
        )
    return text % values
