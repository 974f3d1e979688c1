"""Charts and tables of the report of a rating study."""

from collections.abc import Iterator
from dataclasses import replace

from analysis.charts.table import DataTable
from analysis.recomputation.rating_study.numbers import CriterionNumbers
from analysis.results.rating_study.agreement import agreement_table
from analysis.results.rating_study.export import stored_ratings
from analysis.results.rating_study.pairs import pairs_table
from analysis.results.rating_study.paper_ranking import paper_tables
from analysis.results.rating_study.picture import picture
from analysis.results.rating_study.sets import sets_table
from analysis.results.rating_study.tables import matrix, means_table, normalised_table, ticks_table
from analysis.results.study_results import StudyResults
from analysis.verdict_text.snapshot import RatedPlan
from studies.ratings.criteria import in_sentence


def rating_tables(results: StudyResults) -> list[DataTable]:
    """Return them in their order; none where results are hidden."""
    found, plan = stored_ratings(results.snapshot), results.snapshot.rated
    if found is None or plan is None:
        return []
    ticks = [ticks_table(one, plan) for one in found.ticks]
    if not found.tested:
        return [*(means_table(one, plan) for one in found.criteria), *ticks]
    parts = [table for one in found.criteria for table in _of_criterion(one, results, plan)]
    beside = (matrix(found, plan), sets_table(results.snapshot))
    return [*parts, *ticks, *(table for table in beside if table is not None)]


def _of_criterion(
    found: CriterionNumbers, results: StudyResults, plan: RatedPlan
) -> Iterator[DataTable]:
    drawn = picture(found, plan)
    if drawn is not None:
        yield drawn
    tables = (
        pairs_table(found, plan),
        agreement_table(found, plan),
        normalised_table(found, plan),
        *paper_tables(found, results, plan),
    )
    for table in tables:
        if table is not None:
            title = table.title.removesuffix(f": {in_sentence(found.label)}")
            title = f"{found.label}: {title[0].lower()}{title[1:]}"
            yield replace(table, title=title)
