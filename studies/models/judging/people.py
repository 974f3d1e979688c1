"""People are counted here and nowhere else: what the numbers mean stands at `People`."""

from collections.abc import Iterable
from typing import Any

from django.db import connection
from django.db.models import Case, Count, F, Max, Q, Value, When
from django.db.models.fields import CharField
from django.db.models.functions import Greatest
from django.db.models.lookups import GreaterThan, GreaterThanOrEqual, IsNull

from studies.models.judging.trial import Trial, runs
from studies.models.recruitment import RecruitmentLink
from studies.models.sample import Kind
from studies.models.study import Study
from studies.values.people import People

# In larger studies people are counted with the results alone: it takes longer than a page should.
COUNTED_EVALUATIONS = 50_000


def _people(*, judges: str, trials: str) -> str:
    """Return a subquery: the numbers of these judges `j`, who have these trials `x`.

    Of a judge who withdrew all trials are withdrawn. Where each judge makes one evaluation there
    is nothing to be summed up: `s` is the study.
    """
    stored = "d.kind = 'main' AND d.state IN ('answered', 'surplus', 'excluded')"
    done = f"""
        SELECT x.judge_id, x.state = 'answered' AS counts FROM studies_trial x
        WHERE {trials} AND {stored.replace("d.", "x.")}
    """  # noqa: S608 - of constants
    return f"""
        SELECT came.began, done.completed, reading.judges, came.away - came.no_place, came.no_place,
            came.withdrawn, done.answered, done.counted
        FROM (
            SELECT count(*) AS began, count(j.withdrawn_at) AS withdrawn, count(away.*) AS away,
                count(away.*) FILTER (WHERE j.found_no_place) AS no_place
            FROM studies_judge j LEFT JOIN LATERAL (
                SELECT 1 WHERE j.turned_away_at IS NOT NULL AND j.withdrawn_at IS NULL
                    AND NOT EXISTS (SELECT FROM studies_trial x
                        LEFT JOIN studies_answer a ON a.trial_id = x.id
                        WHERE x.judge_id = j.id
                            AND greatest(x.held_at, a.answered_at) > j.turned_away_at)
            ) away ON true
            WHERE {judges}
        ) came, (
            SELECT count(*) AS answered, count(*) FILTER (WHERE counts) AS counted,
                count(*) FILTER (WHERE evaluations >= s.evaluations_per_judge) AS completed
            FROM (
                SELECT 1 AS evaluations, d.counts FROM ({done}) d
                WHERE s.evaluations_per_judge = 1
                UNION ALL
                SELECT count(*), bool_or(d.counts) FROM ({done}) d
                WHERE s.evaluations_per_judge > 1 GROUP BY d.judge_id
            ) each
        ) done, (
            SELECT count(*) AS judges FROM studies_trial x
            LEFT JOIN studies_triad t ON t.id = x.triad_id
            LEFT JOIN studies_sheet h ON h.id = x.sheet_id
            WHERE {trials} AND x.state = 'held' AND CASE WHEN x.kind = 'main'
                THEN coalesce(t.free_from, h.free_from)
                ELSE x.held_at + (x.renewals + 1) * s.hold_minutes * interval '1 minute'
                END > statement_timestamp()
                -- A late answer to an earlier page may have been the last one.
                AND s.evaluations_per_judge > (
                    SELECT count(*) FROM studies_trial d WHERE d.judge_id = x.judge_id AND {stored}
                )
        ) reading
    """  # noqa: S608 - of constants


_OF_STUDY = f"""
    SELECT p.* FROM studies_study s CROSS JOIN LATERAL ({
    _people(
        judges="j.study_id = s.id AND j.mode = 'live'",
        trials="x.study_id = s.id AND x.mode = 'live'",
    )
}) p WHERE s.id = %(study)s
"""  # noqa: S608 - of constants
_OF_LINKS = f"""
    SELECT l.id, p.* FROM studies_recruitmentlink l JOIN studies_study s ON s.id = l.study_id
    CROSS JOIN LATERAL ({
    _people(
        judges="j.link_id = l.id",
        trials="x.judge_id IN (SELECT j.id FROM studies_judge j WHERE j.link_id = l.id)",
    )
}) p WHERE l.id = ANY(%(links)s)
"""  # noqa: S608 - of constants


def outcome(study: Study) -> Case:
    """Return the expression for judges of a study: which of the numbers of `People` each is in.

    Of aggregates over their trials alone: a subquery for each judge takes five times as long.
    """
    is_used = Q(trials__kind=Kind.MAIN, trials__state__in=Trial.USED_STATES)
    used = Count("trials", filter=is_used)
    reads = Count("trials", filter=runs("trials__") & Q(trials__state=Trial.State.HELD))
    since = Max(Greatest("trials__held_at", "trials__answer__answered_at"))
    began_none = Q(IsNull(since, True))  # noqa: FBT003 - the lookup's right side
    away = Q(turned_away_at__isnull=False) & (
        began_none | Q(GreaterThanOrEqual(F("turned_away_at"), since))
    )
    return Case(
        When(withdrawn_at__isnull=False, then=Value("withdrawn")),
        When(GreaterThanOrEqual(used, study.evaluations_per_judge), then=Value("completed")),
        When(GreaterThan(reads, 0), then=Value("reading")),
        When(away & Q(found_no_place=True), then=Value("no_place")),
        When(away, then=Value("study_full")),
        default=Value("left"),
        output_field=CharField(),
    )


def people_of(study: Study) -> People:
    """Return what became of the study's live judges."""
    [row] = _rows(_OF_STUDY, {"study": study.pk})
    return People(*row)


def people_by_link(links: Iterable[RecruitmentLink]) -> dict[int, People]:
    """Return what became of the judges of each link, by its key."""
    rows = _rows(_OF_LINKS, {"links": [link.pk for link in links]})
    return {key: People(*numbers) for key, *numbers in rows}


def _rows(statement: str, values: dict[str, Any]) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        rows: list[tuple[Any, ...]] = cursor.fetchall()
    return rows
