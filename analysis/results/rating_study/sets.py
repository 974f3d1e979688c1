"""The two analysis sets side by side: the plan's decides, the other is a sensitivity check."""

from analysis import number_format
from analysis.charts.table import DataTable
from analysis.recomputation.rating_study.numbers import RatingNumbers
from analysis.results.analysis_sets import NAMES
from analysis.results.rating_study.pairs import NONE, says
from analysis.stats import Pair
from analysis.verdict_text import ResultSnapshot
from analysis.verdict_text.ratings.result import CriterionResult
from analysis.verdict_text.ratings.statement import result_of
from analysis.verdict_text.roles import CONFIRMATORY, EXPLORATORY
from analysis.verdict_text.snapshot import RatedPlan
from studies.ratings.criteria import in_sentence


def sets_table(snapshot: ResultSnapshot) -> DataTable | None:
    """Return the pairs of the primary criterion in both sets, where the plan has a rule."""
    plan, other, verdict = snapshot.rated, snapshot.other_set, snapshot.verdict
    ratings = verdict.ratings if verdict else snapshot.counts.ratings
    if plan is None or other is None or ratings is None or not ratings.criteria:
        return None
    [other_name] = NAMES.keys() - {snapshot.primary_set}
    rows = [
        *_rows(NAMES[snapshot.primary_set], f"decide: {CONFIRMATORY}", ratings, plan),
        *_rows(NAMES[other_name], f"sensitivity: {EXPLORATORY}", other.ratings, plan),
    ]
    size = "times as high" if ratings.criteria[0].log else "points higher"
    return DataTable(
        "sets",
        f"Analysis sets: {in_sentence(ratings.criteria[0].label)}",
        ("ratings", "what they are for", "higher", "lower", size, "p adjusted", "says"),
        tuple(rows),
        "The plan named beforehand which ratings decide. The others show how much that choice "
        "matters; they have no verdict.",
    )


def _rows(
    name: str, role: str, ratings: RatingNumbers | None, plan: RatedPlan
) -> list[tuple[str, ...]]:
    if ratings is None or not ratings.criteria or not ratings.tested:
        return [(name, role, NONE, NONE, NONE, NONE, NONE)]
    result = result_of(ratings.criteria[0], plan)
    return [(name, role, *_cells(pair, result, plan)) for pair in result.upward]


def _cells(pair: Pair, result: CriterionResult, plan: RatedPlan) -> tuple[str, ...]:
    p = NONE
    if pair.adjusted is not None:
        p = number_format.p_cell(pair.adjusted, level=plan.rules.alpha)
    names = plan.names[str(pair.first)], plan.names[str(pair.second)]
    return (*names, number_format.decimal(pair.estimate), p, says(pair, result))
