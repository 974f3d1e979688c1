"""The ranking of the RankME paper beside the results: its tables, and its numbers for files."""

from collections.abc import Iterator

from analysis.charts.table import DataTable
from analysis.recomputation.rating_study.numbers import CriterionNumbers
from analysis.recomputation.rating_study.paper import PaperNumbers
from analysis.results.study_results import StudyResults
from analysis.stats import BootstrapRanking, Davidson, SkillRanking
from analysis.verdict_text.ratings import PaperRanking, paper_ranking
from analysis.verdict_text.ratings.paper_ranking import SHARES_HEAD, SKILLS_HEAD
from analysis.verdict_text.snapshot import RatedPlan

# A criterion, what a number is about, one or two systems, its name and value, why it is undefined.
Row = tuple[str, str, str, str, str, float | int | None, str]
BOOTSTRAP, TRUESKILL, DAVIDSON = "paper bootstrap", "paper TrueSkill", "paper Davidson"
Clusters = tuple[tuple[object, ...], ...]


def ranked_by(key: str, results: StudyResults) -> PaperNumbers | None:
    """Return the ranking by a criterion; None while it is not there."""
    return next((ranked for ranked in results.paper_ranking if ranked.key == key), None)


def in_words(key: str, results: StudyResults, plan: RatedPlan) -> PaperRanking | None:
    """Return it as sentences and rows, and how often it errs."""
    found = ranked_by(key, results)
    if found is None:
        return None
    return paper_ranking(found.bootstrap, found.skills, found.davidson, plan.names)


def paper_tables(
    criterion: CriterionNumbers, results: StudyResults, plan: RatedPlan
) -> Iterator[DataTable]:
    """Yield the tables of the report: how often it errs stands below the first."""
    found = in_words(criterion.key, results, plan)
    if found is None:
        return
    title = "as the RankME paper would rank them"
    note = " ".join((found.warning, *found.sentences))
    yield DataTable(f"paper-shares-{criterion.key}", title, SHARES_HEAD, found.shares, note)
    if found.skills:
        name = f"paper-skills-{criterion.key}"
        yield DataTable(name, f"{title}, by TrueSkill and Davidson", SKILLS_HEAD, found.skills)


def paper_rows(found: PaperNumbers) -> Iterator[Row]:
    """Yield the numbers of the three rankings as rows of rating_results.csv."""
    yield from _of_bootstrap(found.key, found.bootstrap)
    yield from _of_trueskill(found.key, found.skills)
    yield from _of_davidson(found.key, found.davidson)


def _of_bootstrap(key: str, found: BootstrapRanking) -> Iterator[Row]:
    for pair in found.pairs:
        for name, share in (("draws_above", pair.above), ("draws_below", pair.below)):
            reason = pair.reason if share is None else ""
            yield (key, BOOTSTRAP, str(pair.first), str(pair.second), name, share, reason)
    yield from _clusters(key, BOOTSTRAP, found.clusters)


def _of_trueskill(key: str, found: SkillRanking) -> Iterator[Row]:
    yield (key, TRUESKILL, "", "", "comparisons", found.comparisons, "")
    for skill in found.skills:
        for name in ("mean", "best_rank", "worst_rank"):
            yield (key, TRUESKILL, str(skill.system), "", name, getattr(skill, name), "")
    if found.clusters is None:
        yield (key, TRUESKILL, "", "", "cluster", None, found.reason)
    else:
        yield from _clusters(key, TRUESKILL, found.clusters)


def _clusters(key: str, about: str, clusters: Clusters) -> Iterator[Row]:
    for number, part in enumerate(clusters, start=1):
        for system in part:
            yield (key, about, str(system), "", "cluster", number, "")


def _of_davidson(key: str, found: Davidson) -> Iterator[Row]:
    yield (key, DAVIDSON, "", "", "log_nu", found.log_nu, found.reason)
    for worth in found.worths:
        yield (key, DAVIDSON, str(worth.system), "", "log_worth", worth.log_worth, "")
