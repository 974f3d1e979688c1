"""Count a study's choices in the database: no row of an answer comes to Python.

These functions only read. The caller holds one snapshot over them (REPEATABLE READ).
"""

from dataclasses import replace
from typing import Any

from analysis.recomputation import order
from analysis.recomputation.counts import ORDERS, Inputs, JudgeResult, Share, StudyCounts
from analysis.recomputation.progress import progress_of
from analysis.recomputation.trial_groups import TrialGroup, groups_of, share, total
from analysis.sql import fetch_all
from studies.models import Amendment, Study
from studies.models.judging.trial import COUNTED_ANSWER_SQL, COUNTED_SQL

# To be raised when something else is computed from the same answers: all is computed anew.
METHOD_VERSION = 12
# The most points of a path; that of a larger study is thinned.
PATH_POINTS = 400

# The analysis sets, as in Study.PrimarySet.
ALL, KEPT = "all", "kept"

# The answers of a study that count.
COUNTED = f"FROM studies_answer a WHERE {COUNTED_ANSWER_SQL}"

# The path where judges repeat: by single answers, or by stretches of answers in a large study.
PATH = f"""
    SELECT count(*), count(*) FILTER (WHERE correct)
    FROM (
        SELECT a.correct, CASE WHEN %(counted)s <= %(points)s THEN a.id
            ELSE width_bucket(a.id, %(low)s, %(high)s, %(points)s) END AS part
        {COUNTED}
    ) answers GROUP BY part ORDER BY part
"""  # noqa: S608 - a constant
JUDGES = f"""
    SELECT correct, answers, count(*)
    FROM (
        SELECT count(*) FILTER (WHERE a.correct) AS correct, count(*) AS answers
        FROM studies_answer a JOIN studies_trial x ON x.id = a.trial_id
        WHERE x.study_id = %(study)s AND {COUNTED_SQL} GROUP BY x.judge_id
    ) judges
    GROUP BY correct, answers ORDER BY answers, correct
"""  # noqa: S608 - a constant
SURENESS = f"""
    SELECT a.sureness, count(*), count(*) FILTER (WHERE a.correct)
    {COUNTED} AND a.sureness <> '' GROUP BY 1
"""
# The answers of the verdict and those that came later. A verdict that was given when fewer triads
# were planned left out those with higher numbers.
SINCE = f"""
    SELECT count(*) FILTER (WHERE verdict), count(*) FILTER (WHERE verdict AND correct),
        count(*) FILTER (WHERE NOT verdict), count(*) FILTER (WHERE NOT verdict AND correct)
    FROM (
        SELECT a.correct, a.id <= %(last_answer)s AND a.number <= %(planned)s AS verdict {COUNTED}
    ) answers
"""  # noqa: S608 - a constant
ANSWER_AT = f"SELECT a.id {COUNTED} ORDER BY a.id OFFSET %(before)s LIMIT 1"
TEXTS = """
    SELECT count(DISTINCT sample) FROM studies_triad t
    CROSS JOIN LATERAL (VALUES (t.first_id), (t.second_id), (t.third_id)) texts(sample)
    WHERE t.study_id = %(study)s AND t.mode = 'live' AND t.kind = 'main'
      AND t.number <= %(last)s AND t.free_from = 'infinity'
"""
# The studies with other inputs than their result saw, and those with a sequential verdict that has
# not ended recruitment. Trials that were answered have an answer (a rule of the database), so that
# an index gives the number of answers; some withdrawn trials have none.
STALE = """
    SELECT s.id FROM studies_study s
    LEFT JOIN analysis_result r ON r.study_id = s.id AND r.analysis_set = s.primary_set
    LEFT JOIN (
        SELECT study_id, sum(answers) AS answers, sum(withdrawn) AS withdrawn FROM (
            SELECT study_id, count(*) AS answers, 0 AS withdrawn FROM studies_trial
            WHERE state IN ('answered', 'surplus', 'excluded') GROUP BY study_id
            UNION ALL
            SELECT x.study_id, count(a.id), count(*)
            FROM studies_trial x LEFT JOIN studies_answer a ON a.trial_id = x.id
            WHERE x.state = 'withdrawn' GROUP BY x.study_id
        ) trials GROUP BY study_id
    ) now ON now.study_id = s.id
    LEFT JOIN (
        SELECT study_id, count(*) AS amendments FROM studies_amendment GROUP BY study_id
    ) amended ON amended.study_id = s.id
    LEFT JOIN (
        SELECT study_id, count(*) AS judges FROM studies_judge
        WHERE excluded_at IS NOT NULL GROUP BY study_id
    ) excluded ON excluded.study_id = s.id
    LEFT JOIN analysis_verdict v ON v.study_id = s.id
    WHERE s.opened_at IS NOT NULL AND (
        (coalesce(r.answers_stored, 0), coalesce(r.trials_withdrawn, 0), coalesce(r.amendments, 0),
            coalesce(r.judges_excluded, 0))
        IS DISTINCT FROM
        (coalesce(now.answers, 0), coalesce(now.withdrawn, 0), coalesce(amended.amendments, 0),
            coalesce(excluded.judges, 0))
        OR r.method_version < %(version)s
        OR (s.completed_at IS NULL AND s.method = 'sequential'
            AND v.outcome IN ('difference', 'similarity'))
        -- A judge who was counted as reading has left.
        OR EXISTS (SELECT 1 FROM studies_triad t WHERE t.study_id = s.id AND t.mode = 'live'
            AND t.free_from > r.computed_at AND t.free_from <= now())
        OR EXISTS (SELECT 1 FROM studies_sheet t WHERE t.study_id = s.id AND t.mode = 'live'
            AND t.free_from > r.computed_at AND t.free_from <= now())
    )
    ORDER BY s.id
"""


def stale_studies() -> list[int]:
    """Return the studies with results that do not cover all that is stored."""
    return [study for (study,) in fetch_all(STALE, {"version": METHOD_VERSION})]


def count(study: Study) -> tuple[Inputs, dict[str, StudyCounts]]:
    """Return what was counted and the counts by analysis set, the plan's set first.

    A study without an exclusion rule has one set.
    """
    groups = groups_of(study)
    primary = _primary_set(study, groups)
    sets = {study.primary_set: primary}
    if has_other_set(study):
        sets[other_set(study)] = _other_set(study, groups)
    return inputs_of(study, groups, primary), sets


def inputs_of(study: Study, groups: list[TrialGroup], counts: StudyCounts) -> Inputs:
    """Return what these counts were made from."""
    return Inputs(
        answers_stored=total(group for group in groups if group.is_answered),
        trials_withdrawn=total(group for group in groups if group.state == "withdrawn"),
        amendments=Amendment.objects.filter(study=study).count(),
        judges_excluded=counts.excluded,
        method_version=METHOD_VERSION,
    )


def has_other_set(study: Study) -> bool:
    """Whether the plan has an exclusion rule, so that answers may be counted without it."""
    return study.least_seconds is not None or study.most_failed_attention is not None


def other_set(study: Study) -> str:
    """Return the analysis set that the plan does not name."""
    return ALL if study.primary_set == KEPT else KEPT


def _primary_set(study: Study, groups: list[TrialGroup]) -> StudyCounts:
    counted = [group for group in groups if group.counts]
    choices = _about_choices(counted)
    counts = replace(
        progress_of(study, groups),
        correct=choices.correct,
        orders=choices.orders,
        positions=choices.positions,
    )
    return _with_answers(study, counts, counted) if counted else counts


def _about_choices(counted: list[TrialGroup]) -> StudyCounts:
    return StudyCounts(
        counted=total(counted),
        correct=total(group for group in counted if group.correct),
        orders={order: share(g for g in counted if g.order == order) for order in ORDERS},
        positions=(
            total(group for group in counted if group.chosen == 1),
            total(group for group in counted if group.chosen == 2),
            total(group for group in counted if group.chosen == 3),
        ),
    )


def _other_set(study: Study, groups: list[TrialGroup]) -> StudyCounts:
    """Count the set that is not the plan's: for comparison, it never decides."""
    if study.primary_set == KEPT:
        taken_out = [group for group in groups if group.is_live and group.state == "excluded"]
        return _about_choices([*(group for group in groups if group.counts), *taken_out])
    return _about_choices([group for group in groups if group.counts and not group.judge_excluded])


def _with_answers(study: Study, counts: StudyCounts, counted: list[TrialGroup]) -> StudyCounts:
    """Add what needs a pass over the answers: the path and the results of judges."""
    values = {
        **_values(study),
        "counted": counts.counted,
        "points": PATH_POINTS,
        "low": min(group.first_answer or 0 for group in counted),
        "high": max(group.last_answer or 0 for group in counted) + 1,
    }
    sureness = {level: Share(*found) for level, *found in fetch_all(SURENESS, values)}
    counts = replace(counts, sureness=sureness)
    if study.evaluations_per_judge == 1:
        in_order, path = order.settled(study, counted=counts.counted, points=PATH_POINTS)
        return replace(counts, in_order=in_order, path=path)
    judges = tuple(JudgeResult(*row) for row in fetch_all(JUDGES, values))
    return replace(
        counts,
        path=order.path_of(fetch_all(PATH, values)),
        judge_results=judges,
        judges=sum(row.judges for row in judges),
    )


def since_verdict(study: Study, *, last_answer: int, planned: int) -> tuple[Share, Share]:
    """Return what is left of the verdict's answers, and the other counted answers."""
    values = {**_values(study), "last_answer": last_answer, "planned": planned}
    [(left, left_right, later, later_right)] = fetch_all(SINCE, values)
    return Share(left, left_right), Share(later, later_right)


def answer_at(study: Study, number: int) -> int:
    """Return the id of the counted answer that was stored as the `number`-th."""
    [(pk,)] = fetch_all(ANSWER_AT, {**_values(study), "before": number - 1})
    return int(pk)


def texts_used(study: Study) -> int:
    """Count the different texts in the triads that have been answered."""
    [(number,)] = fetch_all(TEXTS, _values(study))
    return int(number)


def _values(study: Study) -> dict[str, Any]:
    return {"study": study.pk, "last": study.evaluations}
