"""The two analysis sets side by side: the plan's decides, the other is a sensitivity check."""

from analysis import number_format
from analysis.charts.tables import Table
from analysis.recomputation.exact_tests import ExactTests, Plan
from analysis.verdict_text import ResultSnapshot

NONE = "–"


def sets_table(snapshot: ResultSnapshot) -> Table | None:
    """Both sets, where the plan has an exclusion rule; of the other no verdict is ever given.

    Tests and limits stand in it only once the plan's own have been given.
    """
    other, verdict = snapshot.other_set, snapshot.verdict
    if other is None or snapshot.hidden:
        return None
    numbers = snapshot.numbers
    correct, counted = numbers.correct, numbers.counted
    decided = verdict is not None and verdict.tests is not None
    if verdict is not None and decided:
        correct, counted = verdict.correct, verdict.counted
    names = {"all": "all counted answers", "kept": "answers left by the exclusion rule"}
    first, second = sorted(names, key=lambda name: name != snapshot.primary_set)
    return Table(
        "sets",
        "Analysis sets",
        ("answers", "what they are for", "right", *heads(snapshot.plan, decided=decided)),
        (
            (names[first], "decide", *row(snapshot.plan, correct, counted, decided=decided)),
            (
                names[second],
                "sensitivity",
                *row(snapshot.plan, other.correct, other.counted, decided=decided),
            ),
        ),
        (
            "The plan named beforehand which answers decide. The others show how much that choice "
            "matters; they have no verdict."
        ),
    )


def heads(plan: Plan, *, decided: bool) -> tuple[str, ...]:
    """The heads of the columns of `row` after the first."""
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
    """Right of n; with `decided` also both exact tests and their one-sided limits, in no words."""
    right = f"{correct} of {counted}"
    more = len(heads(plan, decided=decided))
    if not more or not counted:
        return (right, *[NONE] * more)
    tests = ExactTests.of(plan, correct, counted)
    difference, similarity = tests.difference, tests.similarity
    p_difference = number_format.p_cell(difference.p_value, level=plan.alpha)
    if similarity is None:
        return right, p_difference
    below = "below chance"
    return (
        right,
        p_difference,
        below if difference.pd_lower_uncut < 0 else number_format.lower_limit(difference.pd_lower),
        number_format.p_cell(similarity.p_value, level=plan.beta),
        below if similarity.below_chance else number_format.upper_limit(similarity.pd_upper),
    )
