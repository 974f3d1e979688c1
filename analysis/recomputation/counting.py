"""Count a study's answers in the database: no row of an answer comes to Python.

These functions only read. The caller holds one snapshot over them (REPEATABLE READ).
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime
from itertools import accumulate
from typing import Any, NamedTuple

from analysis.recomputation import conduct, order
from analysis.recomputation.counts import (
    FAST_SECONDS,
    ORDERS,
    SECONDS,
    Inputs,
    JudgeResult,
    Panel,
    Share,
    StudyCounts,
)
from analysis.sql import fetch_all
from studies.models import Amendment, Study
from studies.models.trial import COUNTED_ANSWER_SQL, COUNTED_SQL

# To be raised when something else is computed from the same answers: all is computed anew.
METHOD_VERSION = 6
# The most points of a path; that of a larger study is thinned.
PATH_POINTS = 400

# The analysis sets, as in Study.PrimarySet.
ALL, KEPT = "all", "kept"

# The answers of a study that count.
COUNTED = f"FROM studies_answer a WHERE {COUNTED_ANSWER_SQL}"

# All answers of the study in one pass, in a few hundred groups. Of their trials only those are
# looked at that are not "answered", or whose judges are excluded.
ANSWERED = """
    SELECT g.state, g.mode, l.panel, g."order", g.chosen_position, g.correct, g.kind, g.out, false,
        g.size, g.first_answer, g.last_answer, g.first_at
    FROM (
        SELECT coalesce(x.state, 'answered') AS state, a.mode, a.link_id, a."order",
            a.chosen_position, a.correct, a.kind, e.id IS NOT NULL AS out, count(*) AS size,
            min(a.id) AS first_answer, max(a.id) AS last_answer, min(a.answered_at) AS first_at
        FROM studies_answer a
        LEFT JOIN studies_trial x ON x.id = a.trial_id AND x.study_id = %(study)s
            AND x.state IN ('surplus', 'withdrawn', 'excluded')
        LEFT JOIN (
            SELECT x.id FROM studies_judge j JOIN studies_trial x ON x.judge_id = j.id
            WHERE j.study_id = %(study)s AND j.excluded_at IS NOT NULL
        ) e ON e.id = a.trial_id
        WHERE a.study_id = %(study)s GROUP BY 1, 2, 3, 4, 5, 6, 7, 8
    ) g JOIN studies_recruitmentlink l ON l.id = g.link_id
"""
# The trials without an answer, in the same columns.
UNANSWERED = """
    SELECT x.state, x.mode, l.panel, t."order", NULL, NULL, x.kind, j.excluded_at IS NOT NULL,
        x.state = 'held' AND t.free_from > statement_timestamp(), count(*), NULL, NULL, NULL
    FROM studies_trial x
    JOIN studies_triad t ON t.id = x.triad_id
    JOIN studies_judge j ON j.id = x.judge_id
    JOIN studies_recruitmentlink l ON l.id = j.link_id
    WHERE x.study_id = %(study)s AND x.state IN ('held', 'lapsed', 'withdrawn')
        AND NOT EXISTS (SELECT 1 FROM studies_answer a WHERE a.trial_id = x.id)
    GROUP BY 1, 2, 3, 4, 7, 8, 9
"""
# By tenth of a second.
TIMES = f"""
    SELECT least(floor(10 * date_part('epoch', a.answered_at - a.shown_at)), 36000), count(*)
    {COUNTED} GROUP BY 1 ORDER BY 1
"""
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
# How many live judges began, and how many made all their evaluations (if each makes more than one;
# else the trials tell it).
BEGAN = """
    SELECT count(*) FROM studies_judge
    WHERE study_id = %(study)s AND mode = 'live' AND withdrawn_at IS NULL
"""
FINISHED = """
    SELECT count(*) FROM (
        SELECT x.judge_id FROM studies_trial x JOIN studies_judge j ON j.id = x.judge_id
        WHERE x.study_id = %(study)s AND x.kind = 'main' AND x.mode = 'live'
            AND x.state IN ('answered', 'surplus', 'excluded') AND j.withdrawn_at IS NULL
        GROUP BY x.judge_id HAVING count(*) >= %(each)s
    ) judges
"""
EXCLUDED = """
    SELECT count(*) FROM studies_judge WHERE study_id = %(study)s AND excluded_at IS NOT NULL
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
    )
    ORDER BY s.id
"""


class TrialGroup(NamedTuple):
    """Trials that are alike: one row of ANSWERED or UNANSWERED."""

    state: str
    mode: str
    panel: str
    order: str
    chosen: int | None
    correct: bool | None
    kind: str
    judge_excluded: bool
    is_read_now: bool
    size: int
    first_answer: int | None
    last_answer: int | None
    first_answered_at: datetime | None

    @property
    def counts(self) -> bool:
        """These answers stand for the study (studies.models.trial)."""
        return self.state == "answered" and self.is_live

    @property
    def is_main(self) -> bool:
        """Neither for practice nor for attention."""
        return self.kind == "main"

    @property
    def is_live(self) -> bool:
        """Neither of a pilot nor for practice or attention."""
        return self.mode == "live" and self.is_main

    @property
    def has_lapsed(self) -> bool:
        """The hold ran out. The next claim marks it so; until then its time is past."""
        return self.state == "lapsed" or (self.state == "held" and not self.is_read_now)


def stale_studies() -> list[int]:
    """Return the studies whose results do not cover all that is stored."""
    return [study for (study,) in fetch_all(STALE, {"version": METHOD_VERSION})]


def count(study: Study) -> tuple[Inputs, dict[str, StudyCounts]]:
    """Return what was counted and the counts by analysis set, the plan's set first.

    A study without an exclusion rule has one set.
    """
    values = _values(study)
    rows = fetch_all(ANSWERED, values) + fetch_all(UNANSWERED, values)
    groups = [TrialGroup(*row) for row in rows]
    [(excluded,)] = fetch_all(EXCLUDED, values)
    inputs = Inputs(
        answers_stored=_total(group for group in groups if group.chosen is not None),
        trials_withdrawn=_total(group for group in groups if group.state == "withdrawn"),
        amendments=Amendment.objects.filter(study=study).count(),
        judges_excluded=excluded,
        method_version=METHOD_VERSION,
    )
    primary = replace(_primary_set(study, groups), excluded=excluded, **_conduct(study, groups))
    sets = {study.primary_set: primary}
    if study.least_seconds is not None or study.most_failed_attention is not None:
        sets[ALL if study.primary_set == KEPT else KEPT] = _other_set(study, groups)
    return inputs, sets


def _primary_set(study: Study, groups: list[TrialGroup]) -> StudyCounts:
    live = [group for group in groups if group.is_live]
    counted = [group for group in live if group.counts]
    [(began,)] = fetch_all(BEGAN, _values(study))
    reading = _total(group for group in live if group.is_read_now)
    counts = replace(
        _about_choices(counted),
        judges=_total(counted),
        last_answer=max((group.last_answer or 0 for group in groups), default=0),
        surplus=_total(group for group in live if group.state == "surplus"),
        pilot=_total(g for g in groups if g.is_main and g.mode == "pilot" and g.chosen),
        withdrawn=_total(group for group in live if group.state == "withdrawn"),
        lapsed=_total(group for group in live if group.has_lapsed),
        reading=reading,
        began=began,
        left=max(0, began - reading - _finished(study, live)),
        panels=_panels(live),
    )
    return _with_answers(study, counts, counted) if counted else counts


def _conduct(study: Study, groups: list[TrialGroup]) -> dict[str, Any]:
    """Return what is told beside a verdict of attention, withdrawals and pilot judges."""
    live = [group for group in groups if group.is_live]
    first = min((g.first_answered_at for g in live if g.first_answered_at), default=None)
    return {
        "first_answer_at": first.isoformat() if first else None,
        "attention": conduct.attention(study)
        if any(group.kind == "attention" for group in groups)
        else Share(),
        "withdrawn_in_sight": conduct.withdrawn_in_sight(study)
        if any(group.state == "withdrawn" and group.chosen for group in live)
        else 0,
        "back_from_pilot": conduct.back_from_pilot(study)
        if any(group.mode == "pilot" for group in groups)
        else 0,
    }


def _about_choices(counted: list[TrialGroup]) -> StudyCounts:
    return StudyCounts(
        counted=_total(counted),
        correct=_total(group for group in counted if group.correct),
        orders={order: _share(g for g in counted if g.order == order) for order in ORDERS},
        positions=(
            _total(group for group in counted if group.chosen == 1),
            _total(group for group in counted if group.chosen == 2),
            _total(group for group in counted if group.chosen == 3),
        ),
    )


def _other_set(study: Study, groups: list[TrialGroup]) -> StudyCounts:
    """Count the set that is not the plan's: for comparison, it never decides."""
    if study.primary_set == KEPT:
        taken_out = [group for group in groups if group.is_live and group.state == "excluded"]
        return _about_choices([*(group for group in groups if group.counts), *taken_out])
    return _about_choices([group for group in groups if group.counts and not group.judge_excluded])


def _finished(study: Study, live: list[TrialGroup]) -> int:
    """Count the judges who have made all their evaluations."""
    if study.evaluations_per_judge == 1:
        used = ("answered", "surplus", "excluded")
        return _total(group for group in live if group.state in used)
    values = {**_values(study), "each": study.evaluations_per_judge}
    [(finished,)] = fetch_all(FINISHED, values)
    return int(finished)


def _with_answers(study: Study, counts: StudyCounts, counted: list[TrialGroup]) -> StudyCounts:
    """Add what needs a pass over the answers: the path, the times, the results of judges."""
    values = {
        **_values(study),
        "counted": counts.counted,
        "points": PATH_POINTS,
        "low": min(group.first_answer or 0 for group in counted),
        "high": max(group.last_answer or 0 for group in counted) + 1,
    }
    times = [(int(tenth), size) for tenth, size in fetch_all(TIMES, values)]
    counts = replace(
        counts,
        median_seconds=_quantile(times, 2, 4) / 10,
        quartiles=(_quantile(times, 1, 4) / 10, _quantile(times, 3, 4) / 10),
        seconds=_by_seconds(times),
        fast=sum(size for tenth, size in times if tenth < 10 * FAST_SECONDS),
        sureness={level: Share(*share) for level, *share in fetch_all(SURENESS, values)},
    )
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


def _quantile(histogram: list[tuple[int, int]], part: int, of: int) -> int:
    """Return the lower quantile `part`/`of` of (value, frequency) pairs in rising order."""
    place_of = -(-part * sum(size for _, size in histogram) // of)
    places = accumulate(size for _, size in histogram)
    return next(v for (v, _), place in zip(histogram, places, strict=True) if place >= place_of)


def _by_seconds(histogram: list[tuple[int, int]]) -> tuple[int, ...]:
    """Count the answers in the classes that begin at SECONDS."""
    ends = [10 * second for second in (*SECONDS[1:], 10**6)]
    begins = [10 * second for second in SECONDS]
    return tuple(
        sum(size for tenth, size in histogram if begin <= tenth < end)
        for begin, end in zip(begins, ends, strict=True)
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


def _panels(groups: list[TrialGroup]) -> tuple[Panel, ...]:
    by_name = defaultdict(list)
    for group in groups:
        by_name[group.panel].append(group)
    return tuple(_panel(name, by_name[name]) for name in sorted(by_name))


def _panel(name: str, groups: list[TrialGroup]) -> Panel:
    share = _share(group for group in groups if group.counts)
    return Panel(
        name=name,
        counted=share.counted,
        correct=share.correct,
        reading=_total(group for group in groups if group.is_read_now),
        lapsed=_total(group for group in groups if group.has_lapsed),
        surplus=_total(group for group in groups if group.state == "surplus"),
    )


def _share(groups: Iterable[TrialGroup]) -> Share:
    groups = list(groups)
    return Share(_total(groups), _total(group for group in groups if group.correct))


def _total(groups: Iterable[TrialGroup]) -> int:
    return sum(group.size for group in groups)
