"""What an answer writes, of a triad or of a sheet: by one statement, counted or surplus.

It is decided on by what was seen before the locks; where something has changed meanwhile nothing is
stored, and it is decided on anew (docs/adr/0022).
"""

from dataclasses import dataclass
from datetime import timedelta
from functools import cache
from typing import Any

from django.db import DatabaseError

from studies.kinds import StudyType, kind_of_trial
from studies.models import Answer, Study, Trial
from studies.models.judging.place import Mode
from studies.models.sample import Kind
from studies.reading_record import PageRecord
from studies.services.judging import exclusion
from studies.services.judging.answering import ratings, reading_records
from studies.services.judging.refusals import Refusal, Refused
from studies.services.judging.visits import TrialVisit
from studies.services.rows import Columns, fetch_one, relate, version_of
from studies.signals import announce


@dataclass(frozen=True, slots=True)
class GivenAnswer:
    """What is stored of an answer: a position of a triad, and numbers where the plan asks.

    `chosen_after` is None where that is now.
    """

    position: int | None
    record: PageRecord | None
    numbers: ratings.Numbers | None = None
    chosen_after: timedelta | None = None


def store_plain(visit: TrialVisit, given: GivenAnswer) -> bool:
    """Store an answer that counts and changes nothing but what one statement writes.

    False, and nothing is stored, where it is not so plain or something has changed meanwhile.
    """
    if not _is_plain(visit) or not _insert(visit, given, counts=True):
        return False
    announce(visit.trial.study_id)
    return True


def _is_plain(visit: TrialVisit) -> bool:
    """Whether the choice of this trial counts and changes nothing but what `_INSERT` writes."""
    trial = visit.trial
    return (
        trial.state == Trial.State.HELD
        and not visit.is_answered
        and trial.judge.withdrawn_at is None
        and not visit.is_finished
        and _counts(visit)
        and not exclusion.may_follow(trial, held_for=visit.held_for)
    )


# Many judges share the lock of the study's row; closing it waits for them. The locks of a row are
# taken in the order in which they are named, and the place is looked for when both are taken. One
# that all judges share is not locked: no answer changes it. `studies_triad` and `triad_id` stand
# for the table and the column of either kind (`_of`).
_LOCK = """
    WITH place AS MATERIALIZED (
        SELECT x.judge_id, x.triad_id, x.kind, s.primary_set FROM studies_trial x
        JOIN studies_study s ON s.id = x.study_id JOIN studies_judge j ON j.id = x.judge_id
        WHERE x.code = %(code)s
        FOR SHARE OF s FOR NO KEY UPDATE OF j
    ), locked AS MATERIALIZED (
        SELECT t.id FROM studies_triad t
        WHERE t.id = (SELECT triad_id FROM place WHERE kind = 'main' AND primary_set <> 'kept')
        FOR NO KEY UPDATE
    )
    SELECT judge_id, triad_id, primary_set, (SELECT count(*) FROM locked) FROM place
"""
# Where answers of excluded judges are asked for anew: the triad, and those that an exclusion of
# this judge would free, in one order.
_LOCK_ALL = """
    SELECT 1 FROM studies_triad t WHERE t.id = ANY (ARRAY (
        SELECT x.triad_id FROM studies_trial x
        WHERE x.judge_id = %(judge)s AND x.kind = 'main'
            AND (x.triad_id = %(place)s OR x.state = 'answered')
    ))
    ORDER BY t.id FOR NO KEY UPDATE OF t
"""
_ANSWER = Columns(Answer, "answered", "id", "trial_id", "shown_at", "answered_at")
# All that a choice writes, if study, judge, triad and trial are still as they were seen: what
# another transaction changes is found when its lock is there, and then nothing is written at all.
# So the choice may be decided on before. The locks are taken in the order of `_LOCK`, since each
# part reads from the one before. The others who held the triad are let go first, since an index
# keeps two from holding it; and the answer comes last, since a trigger looks at the trial's state.
_TO_INSERT = f"""
    WITH place AS MATERIALIZED (
        SELECT j.id FROM studies_trial x
        JOIN studies_study s ON s.id = x.study_id JOIN studies_judge j ON j.id = x.judge_id
        WHERE x.id = %(trial)s
            AND {version_of("s")} = %(study_version)s AND {version_of("j")} = %(judge_version)s
        FOR SHARE OF s FOR NO KEY UPDATE OF j
    ), locked AS MATERIALIZED (
        SELECT t.id FROM studies_triad t
        WHERE t.id = %(place)s AND %(is_main)s AND EXISTS (SELECT FROM place)
            AND {version_of("t")} = %(place_version)s
        FOR NO KEY UPDATE
    ), unchanged AS MATERIALIZED (
        SELECT FROM place WHERE NOT %(is_main)s OR EXISTS (SELECT FROM locked)
    ), lapsed AS (
        UPDATE studies_trial SET state = 'lapsed'
        WHERE triad_id = %(place)s AND state = 'held' AND id <> %(trial)s AND %(takes)s
            AND EXISTS (SELECT FROM unchanged)
        RETURNING id
    ), decided AS (
        UPDATE studies_trial SET state = %(state)s
        WHERE id = %(trial)s AND state = %(was)s AND held_at = %(held_at)s
            AND EXISTS (SELECT FROM unchanged) AND (SELECT count(*) FROM lapsed) >= 0
        RETURNING id, held_at
    ), moved AS (
        UPDATE studies_triad SET free_from = %(free_from)s::timestamptz
        WHERE id = %(place)s AND %(free_from)s::timestamptz IS NOT NULL
            AND EXISTS (SELECT FROM decided)
    ), seen AS (
        UPDATE studies_judge SET last_stored_at = statement_timestamp()
        WHERE id = %(judge)s AND EXISTS (SELECT FROM decided)
    ), answered AS (
        INSERT INTO studies_answer (trial_id, chosen_position, shown_at, page_translated{{column}})
        SELECT id, %(position)s, held_at, %(translated)s{{value}} FROM decided
        RETURNING id, trial_id, shown_at, answered_at
    ), {{rated}}read AS (
        INSERT INTO studies_readingrecord (
            answer_id, chosen_ms, confirmed_ms, visible_ms, choices, jumps, device, width, masked,
            stays
        )
        SELECT id, %(chosen_ms)s, %(confirmed_ms)s::int, %(visible_ms)s, %(choices)s, %(jumps)s,
            %(device)s, %(width)s, %(masked)s, %(stays)s
        FROM answered WHERE %(confirmed_ms)s::int IS NOT NULL
    )
    SELECT {_ANSWER.sql} FROM answered
"""  # noqa: S608 - of constants
_INSERT = _TO_INSERT.format(column="", value="", rated="")
# The same with numbers, which may come after the choice was made.
_INSERT_RATED = _TO_INSERT.format(
    column=", answered_at",
    value=", coalesce(held_at + %(chosen_after)s::interval, statement_timestamp())",
    rated="""rated AS (
        INSERT INTO studies_rating (answer_id, sample_id, criterion, value)
        SELECT answered.id, given.*
        FROM answered, unnest(%(samples)s::bigint[], %(criteria)s::text[], %(values)s::int[]) given
    ), """,
)


def _of(kind: StudyType, statement: str) -> str:
    """Return a statement of triads for the places of this kind."""
    return _of_table(statement, kind.table, f"{kind.noun}_id")


@cache
def _of_table(statement: str, table: str, column: str) -> str:
    return statement.replace("studies_triad", table).replace("triad_id", column)


def lock(code: str, kind: StudyType) -> None:
    """Lock study, judge and place of a trial, and what its answer may free, up to commit."""
    found = fetch_one(_of(kind, _LOCK), {"code": code})
    if found is None:
        raise Refused(Refusal.UNKNOWN)
    judge, place, primary_set, _locked = found
    if primary_set == Study.PrimarySet.KEPT:
        fetch_one(_of(kind, _LOCK_ALL), {"judge": judge, "place": place})


def store(visit: TrialVisit, given: GivenAnswer) -> None:
    """Store the answer of a trial that is locked. Raises Refused (withdrawn, finished)."""
    trial = visit.trial
    if trial.state == Trial.State.WITHDRAWN or trial.judge.withdrawn_at is not None:
        raise Refused(Refusal.WITHDRAWN, judge=trial.judge)
    if visit.is_finished:
        # A lapsed trial, sent after the judge's last evaluation was made elsewhere.
        raise Refused(Refusal.FINISHED, judge=trial.judge)
    stored = _insert(visit, given, counts=_counts(visit))
    if stored is None:
        raise DatabaseError(f"trial {trial.pk} has changed under its lock")
    exclusion.apply_exclusion(stored)
    announce(trial.study_id)


def is_last(visit: TrialVisit) -> bool:
    """Whether with this answer the judge's evaluations are used up."""
    used = visit.used + (visit.trial.kind == Kind.MAIN)
    return used >= visit.trial.study.evaluations_per_judge


def _insert(visit: TrialVisit, given: GivenAnswer, *, counts: bool) -> Answer | None:
    """Insert the answer and set whether it counts; its place is then taken for good.

    Returns None, and nothing is stored, where something has changed since the visit.
    """
    trial = visit.trial
    state = Trial.State.ANSWERED if counts else Trial.State.SURPLUS
    statement = _INSERT if given.numbers is None else _INSERT_RATED
    row = fetch_one(
        _of(kind_of_trial(trial), statement),
        {
            **_values_of(visit, counts=counts),
            **_values_given(visit, given),
            **ratings.values_of(given.numbers, given.chosen_after if counts else None),
            "state": state,
        },
    )
    if row is None:
        return None
    trial.state = state
    answer = _ANSWER.of(row)
    relate(answer, trial=trial)
    return answer


def _values_of(visit: TrialVisit, *, counts: bool) -> dict[str, Any]:
    """Return what `_INSERT` needs of the trial, as it was seen."""
    trial = visit.trial
    is_main = trial.kind == Kind.MAIN
    study, judge, place = visit.versions
    return {
        "trial": trial.pk,
        "place": kind_of_trial(trial).place_id(trial),
        "judge": trial.judge_id,
        "study_version": study,
        "judge_version": judge,
        "place_version": place,
        "is_main": is_main,
        "was": trial.state,
        "held_at": trial.held_at,
        "free_from": _free_from(trial, counts=counts) if is_main else None,
        "takes": counts and is_main,
    }


def _values_given(visit: TrialVisit, given: GivenAnswer) -> dict[str, Any]:
    record = given.record
    return {
        "position": given.position,
        "translated": record is not None and record.translated,
        **reading_records.values_of(record, visit=visit, position=given.position),
    }


def _free_from(trial: Trial, *, counts: bool) -> str | None:
    """Return from when the place of an answer is free; None where the answer leaves that alone."""
    if counts:
        return "infinity"
    held = trial.state == Trial.State.HELD
    return "now" if held and exclusion.no_longer_counts(trial.judge) else None


def _counts(visit: TrialVisit) -> bool:
    trial, study = visit.trial, visit.trial.study
    if study.status not in Study.COUNTING_STATUSES:
        return False
    if trial.kind != Kind.MAIN:
        return True
    within_plan = trial.judge.mode == Mode.PILOT or trial.place.number <= study.evaluations
    if not within_plan or exclusion.no_longer_counts(trial.judge):
        return False
    is_free = visit.seconds_left is not None and visit.seconds_left <= 0
    return trial.state == Trial.State.HELD or is_free
