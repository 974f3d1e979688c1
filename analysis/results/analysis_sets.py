"""The two analysis sets side by side: the plan's decides, the other is a sensitivity check."""

from functools import partial

from analysis import number_format
from analysis.charts.table import DataTable
from analysis.number_format import limit_or_chance, lower_limit, upper_limit
from analysis.recomputation.exact_tests import ExactTests, Plan
from analysis.verdict_text import ResultSnapshot
from analysis.verdict_text.roles import CONFIRMATORY, EXPLORATORY

NONE = "–"
NAMES = {"all": "all counted answers", "kept": "answers left by the exclusion rule"}


def sets_table(snapshot: ResultSnapshot) -> DataTable | None:
    """Return both sets where the plan has an exclusion rule; the other never has a verdict.

    Tests and limits stand in it only once the plan's own have been given.
    """
    other, verdict, plan = snapshot.other_set, snapshot.verdict, snapshot.plan
    if other is None or snapshot.hidden:
        return None
    counts = snapshot.counts
    correct, counted, decided = counts.correct, counts.counted, False
    if verdict is not None and verdict.tests is not None:
        correct, counted, decided = verdict.correct, verdict.counted, True
    [other_name] = NAMES.keys() - {snapshot.primary_set}
    return DataTable(
        "sets",
        "Analysis sets",
        ("answers", "what they are for", "right", *heads(plan, decided=decided)),
        (
            (
                *(NAMES[snapshot.primary_set], f"decide: {CONFIRMATORY}"),
                *row(plan, correct, counted, decided=decided),
            ),
            (
                *(NAMES[other_name], f"sensitivity: {EXPLORATORY}"),
                *row(plan, other.correct, other.counted, decided=decided),
            ),
        ),
        (
            "The plan named beforehand which answers decide. The others show how much that choice "
            "matters; they have no verdict."
        ),
    )


def heads(plan: Plan, *, decided: bool) -> tuple[str, ...]:
    """Return the heads of the cells of `row` after the first."""
    if not decided or plan.is_sequential:
        return ()
    p = "p, difference"
    if plan.has_repeats:
        return (p,)
    return (
        p,
        f"lower limit of pd, {number_format.confidence(plan.alpha)}",
        "p, similarity",
        f"upper limit of pd, {number_format.confidence(plan.beta)}",
    )


def row(plan: Plan, correct: int, counted: int, *, decided: bool) -> tuple[str, ...]:
    """Return right of n; with `decided` also both exact tests and their one-sided limits."""
    right = f"{correct} of {counted}"
    more = len(heads(plan, decided=decided))
    if not more or not counted:
        return (right, *[NONE] * more)
    tests = ExactTests.of(plan, correct, counted)
    difference, similarity = tests.difference, tests.similarity
    p_difference = number_format.p_cell(difference.p_value, level=plan.alpha)
    if similarity is None:
        return right, p_difference
    return (
        right,
        p_difference,
        limit_or_chance(difference.pd_lower_uncut, lower_limit),
        number_format.p_cell(similarity.p_value, level=plan.beta),
        limit_or_chance(similarity.pd_upper_uncut, partial(upper_limit, most=plan.pd)),
    )
