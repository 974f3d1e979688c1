"""The two charts at the head of the results page, each with the table that says the same.

Those of the folded details are in `conduct_tables`.
"""

from functools import partial

from analysis import number_format
from analysis.charts.interval import interval_chart
from analysis.charts.path import path_chart, table_rows
from analysis.charts.table import DataTable
from analysis.recomputation.exact_tests import ExactTests, Plan, Repeats
from analysis.results.headline import CONFIDENCE
from analysis.stats import confidence_sequence, estimate, max_correct, min_correct, pc_from_pd
from analysis.verdict_text import GivenVerdict, ResultSnapshot
from analysis.verdict_text.repeats import TWO_SIDED

Rows = tuple[tuple[str, str], ...]


def interval_table(snapshot: ResultSnapshot) -> DataTable | None:
    """Return the interval of pd: of the verdict, else the confidence sequence."""
    counts, plan, verdict = snapshot.counts, snapshot.plan, snapshot.verdict
    if snapshot.hidden or not counts.counted:
        return None
    if verdict is None or verdict.tests is None:
        watched = counts.watched
        if plan.has_repeats or not watched.counted:
            return None
        return _of_sequence(plan, watched.correct, watched.counted)
    if plan.has_repeats:
        return _of_repeats(plan, verdict.repeats) if verdict.repeats else None
    return _of_tests(plan, verdict, verdict.tests)


def _of_tests(plan: Plan, verdict: GivenVerdict, tests: ExactTests) -> DataTable | None:
    """Return the interval from the one-sided lower limit to the one-sided upper one."""
    difference, similarity = tests.difference, tests.similarity
    if similarity is None:
        return None
    pd = estimate(verdict.correct, verdict.counted).pd.value
    rows = (
        (
            f"Lower limit of pd ({number_format.confidence(plan.alpha)}, one-sided)",
            number_format.limit_or_chance(difference.pd_lower_uncut, number_format.lower_limit),
        ),
        ("Estimate of pd", number_format.estimate(pd)),
        (
            f"Upper limit of pd ({number_format.confidence(plan.beta)}, one-sided)",
            number_format.limit_or_chance(
                similarity.pd_upper_uncut, partial(number_format.upper_limit, most=plan.pd)
            ),
        ),
    )
    title = "People who perceive a difference (pd), with one-sided limits"
    return _interval(plan, title, (difference.pd_lower, similarity.pd_upper), pd, rows)


def _of_repeats(plan: Plan, fit: Repeats) -> DataTable:
    rows = (
        (f"Lower limit of pd ({TWO_SIDED})", number_format.lower_limit(fit.pd_lower)),
        ("Estimate of pd (beta-binomial)", number_format.estimate(fit.pd)),
        (f"Upper limit of pd ({TWO_SIDED})", number_format.upper_limit(fit.pd_upper)),
    )
    title = "People who perceive a difference (pd), beta-binomial, with two-sided 95 % limits"
    return _interval(plan, title, (fit.pd_lower, fit.pd_upper), fit.pd, rows)


def _of_sequence(plan: Plan, correct: int, counted: int) -> DataTable:
    """Return the confidence sequence: no estimate stands in it before a verdict."""
    found = confidence_sequence(correct, counted, confidence=CONFIDENCE)
    rows = (
        (
            "Lower end of the confidence sequence",
            number_format.limit_or_chance(found.pd_lower_uncut, number_format.lower_limit),
        ),
        (
            "Upper end of the confidence sequence",
            number_format.limit_or_chance(found.pd_upper_uncut, number_format.upper_limit),
        ),
    )
    confidence = number_format.percent(CONFIDENCE)
    title = f"People who perceive a difference (pd): {confidence} confidence sequence"
    return _interval(plan, title, (found.pd_lower or 0.0, found.pd_upper or 0.0), None, rows)


def _interval(
    plan: Plan, title: str, limits: tuple[float, float], point: float | None, rows: Rows
) -> DataTable:
    limit = number_format.percent(plan.pd)
    chart = interval_chart(*limits, limit=plan.pd, label=f"plan's limit {limit}", point=point)
    every = (*rows, ("The plan's limit", limit))
    return DataTable("interval", title, ("quantity", "value"), every, chart=chart)


def path_table(snapshot: ResultSnapshot) -> DataTable | None:
    """Return right answers against answers, with the lines that decide."""
    walk, plan = snapshot.counts.path, snapshot.plan
    if snapshot.hidden or not walk:
        return None
    mark, meaning = _mark(snapshot)
    legend = _legend_of_lines(plan)
    return DataTable(
        "path",
        "Right answers against answers",
        ("answers", "right"),
        tuple((str(answers), str(right)) for answers, right in table_rows(walk)),
        chart=path_chart(plan, walk, mark=mark),
        legend=(*legend, ("target", meaning)) if mark else legend,
    )


def _legend_of_lines(plan: Plan) -> Rows:
    if plan.is_sequential:
        return (("upper", "shows a difference"), ("lower", "shows similarity"))
    chance = ("chance", "guessing: one in three")
    if not plan.is_similarity:
        return (chance,)
    expected = number_format.estimate(pc_from_pd(plan.pd))
    return (chance, ("limit", f"expected at pd {number_format.percent(plan.pd)}: {expected} right"))


def _mark(snapshot: ResultSnapshot) -> tuple[tuple[int, int, str] | None, str]:
    """Return what decides, or where a sequential plan was decided; and its words in the legend."""
    plan, verdict = snapshot.plan, snapshot.verdict
    if plan.is_sequential:
        if verdict is None or verdict.outcome == "none":
            return None, ""
        return (verdict.counted, verdict.correct, "verdict"), "verdict"
    if verdict is None and snapshot.raised_from is not None:
        return None, ""  # there is no number that decides any more
    planned = verdict.counted if verdict else plan.evaluations
    if plan.is_similarity:
        number = max_correct(planned, beta=plan.beta, pd=plan.pd)
        meaning = f"at most {number} at {planned}"
    else:
        number = min_correct(planned, alpha=plan.alpha)
        meaning = f"{number} needed at {planned}"
    return (None, "") if number is None else ((planned, number, str(number)), meaning)
