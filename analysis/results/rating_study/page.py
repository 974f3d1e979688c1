"""What the results page of a rating study shows beside its statement, in order of reading."""

from dataclasses import dataclass
from typing import Any

from analysis.charts.table import DataTable
from analysis.recomputation.rating_study.numbers import CriterionNumbers, RatingNumbers
from analysis.results.rating_study.agreement import agreement_table
from analysis.results.rating_study.cautions import rating_cautions
from analysis.results.rating_study.pairs import pairs_table
from analysis.results.rating_study.paper_ranking import in_words
from analysis.results.rating_study.people_and_items import (
    far_table,
    judges_table,
    standing_out_table,
)
from analysis.results.rating_study.picture import picture
from analysis.results.rating_study.sets import sets_table
from analysis.results.rating_study.tables import matrix, means_table, normalised_table, ticks_table
from analysis.results.study_results import StudyResults
from analysis.verdict_text import ResultSnapshot
from analysis.verdict_text.ratings import PaperRanking
from analysis.verdict_text.ratings.paper_ranking import SHARES_HEAD, SKILLS_HEAD
from analysis.verdict_text.ratings.statement import head_statement, to_the_reference, told
from analysis.verdict_text.snapshot import RatedPlan
from studies.models import Judge


@dataclass(frozen=True, slots=True)
class CriterionPart:
    """One criterion after the verdict: picture, pairs, agreement."""

    key: str
    label: str
    sentences: tuple[str, ...]
    reference: str
    picture: DataTable | None
    pairs: DataTable
    agreement: DataTable
    normalised: DataTable | None
    paper: PaperRanking | None
    paper_heads: tuple[tuple[str, ...], ...] = (SHARES_HEAD, SKILLS_HEAD)


def rating_context(results: StudyResults) -> dict[str, Any]:
    """Return what the live part shows; where results are hidden, nothing but the progress."""
    snapshot, context = results.snapshot, rating_head(results)
    ratings, plan = shown_ratings(snapshot), snapshot.rated
    if snapshot.hidden or ratings is None or plan is None:
        return context
    context["ticks"] = [ticks_table(one, plan) for one in ratings.ticks]
    if not ratings.tested:
        return {**context, "means": [means_table(one, plan) for one in ratings.criteria]}
    return {
        **context,
        "parts": [
            _part(one, results, plan, sentences=told(one, plan) if number else ())
            for number, one in enumerate(ratings.criteria)
        ],
        "matrix": matrix(ratings, plan),
        "sets": sets_table(snapshot),
        "details": _details(results, plan),
    }


def rating_head(results: StudyResults) -> dict[str, Any]:
    """Return what stands at the head: of the sentences those by the primary criterion."""
    snapshot = results.snapshot
    return {
        "statement": head_statement(snapshot),
        "cautions": rating_cautions(snapshot, is_test=results.study.is_test),
    }


def shown_ratings(snapshot: ResultSnapshot) -> RatingNumbers | None:
    """Return the verdict's numbers, which stay; before it, those of now."""
    if snapshot.verdict is not None:
        return snapshot.verdict.ratings
    return snapshot.counts.ratings


def pictures(snapshot: ResultSnapshot) -> list[DataTable]:
    """Return the charts of the page, each with its table."""
    ratings, plan = shown_ratings(snapshot), snapshot.rated
    if snapshot.hidden or ratings is None or plan is None or not ratings.tested:
        return []
    return [drawn for one in ratings.criteria if (drawn := picture(one, plan))]


def _part(
    found: CriterionNumbers,
    results: StudyResults,
    plan: RatedPlan,
    *,
    sentences: tuple[str, ...],
) -> CriterionPart:
    return CriterionPart(
        key=found.key,
        label=found.label,
        sentences=sentences,
        reference=to_the_reference(found, plan),
        picture=picture(found, plan),
        pairs=pairs_table(found, plan),
        agreement=agreement_table(found, plan),
        normalised=normalised_table(found, plan),
        paper=in_words(found.key, results, plan),
    )


def _details(results: StudyResults, plan: RatedPlan) -> list[DataTable]:
    """Return judges and texts as they are now: who withdrew is not among them."""
    now = results.snapshot.counts.ratings
    if now is None or not now.tested:
        return []
    keys = [judge.judge for judge in now.judges]
    rows = Judge.objects.filter(pk__in=keys) if results.stamp.may_edit else Judge.objects.none()
    codes = dict(rows.values_list("pk", "code"))
    tables = [judges_table(now, codes, plan)]
    for one in now.criteria:
        tables += filter(None, (standing_out_table(one, plan), far_table(one, plan)))
    return tables
