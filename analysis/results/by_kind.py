"""What the pages of results show, by the kind of the study (docs/adr/0026)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from analysis.charts.table import DataTable
from analysis.results.analysis_sets import sets_table
from analysis.results.cautions import cautions
from analysis.results.charts import interval_table, path_table
from analysis.results.detail_tables import detail_tables
from analysis.results.headline import four_numbers
from analysis.results.program import program_beside_judges
from analysis.results.rated_triads.result import rated_result
from analysis.results.rating_study.page import pictures, rating_context, rating_head
from analysis.results.study_results import StudyResults
from analysis.verdict_text import ResultSnapshot
from studies.kinds import RATING, TRIANGLE
from studies.models import Study
from studies.services.lifecycle.opening_warnings import ACCEPTED, ONE_RULE, TEXTS_STAND_OUT

# Accepted before opening: what gives texts away.
OF_TEXTS = (TEXTS_STAND_OUT, ONE_RULE)


@dataclass(frozen=True, slots=True)
class ResultPages:
    """The pages of one kind.

    `live` is the template of the part of the page that renews itself, `context` what it shows
    beside the statement; `head` is what the first page of the study shows; `charts` are those that
    are files of their own.
    """

    live: str
    context: Callable[[StudyResults], dict[str, Any]]
    head: Callable[[StudyResults], dict[str, Any]]
    charts: Callable[[ResultSnapshot], Sequence[DataTable | None]]


def _of_triads(results: StudyResults) -> dict[str, Any]:
    study, snapshot = results.study, results.snapshot
    return {
        **_head_of_triads(results),
        "tables": detail_tables(snapshot),
        "program": program_beside_judges(study, snapshot) if results.stamp.may_edit else "",
        "rated": rated_result(results),
        "sets": sets_table(snapshot),
        "path": path_table(snapshot),
    }


def cautions_of_triads(results: StudyResults) -> tuple[str, ...]:
    """Return what to be careful about when reading the results of triads."""
    study = results.study
    known = [ACCEPTED[code] for code in OF_TEXTS if code in study.accepted_warnings]
    return cautions(results.snapshot, is_test=study.is_test, known=known)


def _head_of_triads(results: StudyResults) -> dict[str, Any]:
    snapshot = results.snapshot
    return {
        "four_numbers": four_numbers(snapshot),
        "cautions": cautions_of_triads(results),
        "interval": interval_table(snapshot),
    }


def _charts_of_triads(snapshot: ResultSnapshot) -> list[DataTable | None]:
    return [interval_table(snapshot), path_table(snapshot), *detail_tables(snapshot)]


RESULT_PAGES = {
    TRIANGLE.key: ResultPages(
        "analysis/results/_live.html", _of_triads, _head_of_triads, _charts_of_triads
    ),
    RATING.key: ResultPages(
        "analysis/results/rating_study/_live.html", rating_context, rating_head, pictures
    ),
}


def pages_of(study: Study) -> ResultPages:
    """Return the pages of the study's kind."""
    return RESULT_PAGES[study.kind]
