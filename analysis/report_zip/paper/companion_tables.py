"""What of the texts could tell them apart, as tables of the report; companions.json has it all."""

from collections.abc import Iterator

from analysis import number_format
from analysis.charts.table import DataTable
from analysis.companions import stored as companions
from analysis.companions import words
from analysis.companions.answers import answers_by_triad
from analysis.companions.stored import Companions, Pool
from analysis.machine_judge import job as machine_judge
from analysis.machine_judge.job import MachineJudgeResult
from analysis.results.study_results import StudyResults
from studies.kinds.pair import Pair
from studies.models import Study

NONE = "–"
OF_LOOKS = (
    "Counted in {triads} triads of the study; where several texts are as odd, a rule is right in "
    "part. Guessing is right in 33 %; {others} other rules that were tried do no better. These are "
    "properties of the triads and texts, counted and not estimated: no p, no limits. Exploratory: "
    "nothing here decides, and judges who were right where a rule is may have gone by something "
    "that goes with it."
)
OF_MACHINE_JUDGE = (
    "The machine judge, a classifier by letters, learned from texts about other items; guessing is "
    "right in 50 %, and its p comes from exchanging the {authors} within items."
)
OF_PROGRAMS = (
    f"{OF_MACHINE_JUDGE.format(authors='subjects')} A text fits by letters: of all items, its own "
    "is the nearest; that p is McNemar's, exact, over items of both. Exploratory: nothing here "
    "decides. Judges had learned from no text."
)


def companion_tables(results: StudyResults) -> list[DataTable]:
    """Return the tables of what was found in these texts; none where results are hidden."""
    if results.snapshot.hidden:
        return []
    found = _found(results.study)
    looks = _of_looks(results, found) if found and found.rules else ()
    return [*looks, *_of_programs(results.study, found)]


def _found(study: Study) -> Companions | None:
    """Return what was found in the texts and by the plan as they are now."""
    found = companions.latest(study)
    return None if found is None or found.is_stale(study) else found


def _of_looks(results: StudyResults, found: Companions) -> Iterator[DataTable]:
    answers = answers_by_triad(results.study) if results.snapshot.counts.counted else None
    heads = ["a judge who looks only at", "right", "as pd"]
    rows = [
        (row.looks_at, row.share, row.pd, row.where_right, row.where_wrong)
        for row in words.rows(words.strongest(found), answers)
    ]
    of_others = OF_LOOKS.format(triads=f"{found.triads:,}", others=len(found.rules) - len(rows))
    if answers is not None:
        heads += ["judges right where it is right", "judges right where it is wrong"]
    yield DataTable(
        "one_look",
        "What besides the difference asked for could tell the texts apart: one rule for all triads",
        tuple(heads),
        tuple(row[: len(heads)] for row in rows or [("none", NONE, NONE, NONE, NONE)]),
        of_others,
    )


def _of_programs(study: Study, found: Companions | None) -> Iterator[DataTable]:
    judged = judged_now(Pair(study))
    rows = [("the machine judge tells right", *judged_cells(judged))] if judged else []
    pools = (("fit their context", "contexts"), ("fit what the other wrote", "others"))
    rows += [
        _pool_row(name, pool)
        for name, part in pools
        if found and (pool := getattr(found, part)) is not None
    ]
    if rows:
        heads = ("share of texts that", study.subject_a, study.subject_b, "both", "p")
        title = "What besides the difference asked for could tell the texts apart: programs"
        yield DataTable("programs", title, heads, tuple(rows), OF_PROGRAMS)


def judged_now(pair: Pair) -> MachineJudgeResult | None:
    """Return what the machine judge found in the texts as they are now, if it tells anything."""
    judged = machine_judge.latest(pair)
    if judged is None or judged.found.accuracy is None or judged.is_stale(pair):
        return None
    return judged


def judged_cells(judged: MachineJudgeResult) -> tuple[str, ...]:
    """Return which share it tells right: of the first, of the second, of both; and its p."""
    found = judged.found
    shares = (found.right_a, found.right_b, found.accuracy)
    return (*map(_share, shares), _p(found.p_value))


def _pool_row(name: str, pool: Pool) -> tuple[str, ...]:
    return (name, _share(pool.share_a), _share(pool.share_b), NONE, _p(pool.p_value))


def _share(share: float | None) -> str:
    return NONE if share is None else number_format.estimate(share)


def _p(p_value: float | None) -> str:
    return NONE if p_value is None else number_format.p_cell(p_value)
