"""rating_results.csv: every number of the results of a rating study, a row each.

Of a study with a verdict they are the verdict's, which stay as they were given.
"""

from collections.abc import Iterator, Sequence

from analysis.recomputation.rating_study.numbers import CriterionNumbers, RatingNumbers
from analysis.results.rating_study.page import shown_ratings
from analysis.results.rating_study.paper_ranking import paper_rows
from analysis.results.study_results import StudyResults
from analysis.verdict_text import ResultSnapshot
from studies.exports import Export
from studies.exports.columns import Cell, Column
from studies.models import Study

COLUMNS = (
    Column(
        "criterion",
        meaning="By which criterion; for a correlation, the first",
        values="see rating.criteria in plan.csv",
    ),
    Column(
        "about",
        meaning="What the number is about",
        values="criterion, system, pair, equal texts (of two systems, rated once), page outcomes, "
        "agreement, agreement within the page, "
        "alpha, identical texts, ticks, ticks test, correlation; how the RankME paper would rank "
        "the systems, which decides nothing: paper bootstrap, paper TrueSkill, paper Davidson",
    ),
    Column("first", meaning="System by letter; empty for a correlation", values="A to H or empty"),
    Column(
        "second",
        meaning="The other system of a pair, or the second criterion of a correlation",
        values="letter, key or empty",
    ),
    Column("quantity", meaning="Name of the quantity; each is explained below", values="text"),
    Column(
        "value",
        meaning="Its value",
        values="number; empty where undefined",
        unit="by quantity",
        kind=float,
        null=True,
    ),
    Column("reason", meaning="Why it is undefined", values="text or empty"),
)
# Of each kind of row the quantities that it has, as the stored result calls them.
SYSTEM = ("ratings", "arithmetic", "geometric", "relative", "limits")
PAIR = (
    *(
        "judges",
        "items",
        "differences",
        "estimate",
        "limits",
        "resampled_limits",
        "p_judges",
        "p_items",
        "p_value",
    ),
    *("adjusted", "separated", "similar"),
)
AGREEMENT = (
    *("cells", "ratings", "left_out", "k", "single", "single_limits", "average"),
    *("average_limits", "f", "df_between", "df_within", "p_value"),
)
Row = tuple[str, str, str, str, str, Cell, str]


def stored_ratings(snapshot: ResultSnapshot) -> RatingNumbers | None:
    """Return the numbers that stand: the verdict's, else those of what came in so far."""
    return None if snapshot.hidden else shown_ratings(snapshot)


def rating_results_export(results: StudyResults) -> Export:
    """Return the file, for a person who may read the results."""
    rows = list(rating_result_rows(results))
    return Export(COLUMNS, len(rows), (row for row in rows))


def rating_result_rows(results: StudyResults) -> Iterator[Row]:
    """Yield the numbers as rows of `COLUMNS`; those that the paper would rank by come last."""
    found = stored_ratings(results.snapshot)
    if found is None:
        return
    yield from _of_numbers(found)
    if found.tested:
        for ranked in results.paper_ranking:
            yield from paper_rows(ranked)


def _of_numbers(found: RatingNumbers) -> Iterator[Row]:
    for criterion in found.criteria:
        yield from _of_criterion(criterion)
    for ticked in found.ticks:
        for system in ticked.systems:
            names = ("ratings", "added", "missing")
            yield from _rows((ticked.key, "ticks", str(system.system), ""), system, names)
        if ticked.test:
            test = ("statistic", "degrees_of_freedom", "p_value")
            yield from _rows((ticked.key, "ticks test", "", ""), ticked.test, test)
    for pair in found.correlations:
        head = (pair.first, "correlation", "", pair.second)
        yield from _rows(head, pair, ("n", "rho", "p_value", "p_by_t"))


def quantity_names(results: StudyResults) -> list[str]:
    """Return the quantities that the file has."""
    return [row[4] for row in rating_result_rows(results)]


def _of_criterion(found: CriterionNumbers) -> Iterator[Row]:
    key = found.key
    yield from _rows((key, "criterion", "", ""), found, ("sheets", "judges", "items", "ratings"))
    yield from _rows((key, "criterion", "", ""), found.busiest, ("share",))
    for system in found.systems:
        yield from _rows((key, "system", system.system, ""), system, SYSTEM)
    for pair in found.pairs:
        yield from _rows((key, "pair", str(pair.first), str(pair.second)), pair, PAIR)
    for shared in found.equal:
        head = (key, "equal texts", shared.first, shared.second)
        yield from _rows(head, shared, ("items", "of_items", "others"))
    for each in found.outcomes:
        head = (key, "page outcomes", str(each.first), str(each.second))
        yield from _rows(head, each, ("wins", "ties", "losses"))
    for about, part, names in (
        ("agreement", found.agreement, AGREEMENT),
        ("agreement within the page", found.within, AGREEMENT),
        ("alpha", found.alpha, ("cells", "ratings", "alpha")),
        ("identical texts", found.identical, ("pairs", "differ")),
    ):
        if part is not None:
            yield from _rows((key, about, "", ""), part, names)


def _rows(head: tuple[str, str, str, str], values: object, names: Sequence[str]) -> Iterator[Row]:
    reason = str(getattr(values, "reason", ""))
    for name in names:
        value = getattr(values, name)
        if name.endswith("limits"):
            begin = name.removesuffix("limits")
            for end, limit in zip(("lower", "upper"), value or (None, None), strict=True):
                yield (*head, f"{begin}{end}", limit, "" if value else reason)
        else:
            cell = int(value) if isinstance(value, bool) else value
            yield (*head, name, cell, reason if value is None else "")


def rating_plan_quantities(study: Study) -> Iterator[tuple[str, Cell]]:
    """Yield what only a rating study plans, as quantities of results.csv."""
    plan = study.rating_plan
    yield "rating_method", plan.method
    for name in ("setup", "judges_per_item", "primary_criterion", "margin", "resamples"):
        yield name, getattr(plan, name)
    yield "seed", study.seed
