"""The choice of a trial: stored once, counted or surplus, with numbers where the plan asks."""

from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any

from django.db import DatabaseError, transaction

from studies.models import Answer, Event, Study, Trial
from studies.models.sample import Kind
from studies.models.triad import Mode
from studies.reading_record import PageRecord
from studies.services.events import log
from studies.services.judging import exclusion, ratings, reading_records
from studies.services.judging.refusals import Refusal, Refused
from studies.services.judging.visits import TrialVisit, look
from studies.services.rows import fetch_one, version_of
from studies.signals import announce


@dataclass(frozen=True, slots=True)
class StoredChoice:
    """The trial of a choice; `differs` where another choice had been stored before."""

    trial: Trial
    differs: bool = False
    # The judge's evaluations are used up: no texts follow.
    is_last: bool = False


class RatingsDueError(Exception):
    """The plan asks for numbers beside this choice: `visit` is that of its trial."""

    def __init__(self, visit: TrialVisit) -> None:
        super().__init__(visit.trial.code)
        self.visit = visit


@dataclass(frozen=True, slots=True)
class _Choice:
    """What is stored of a choice; `chosen_after` is None where that is now."""

    position: int
    record: PageRecord | None
    numbers: ratings.Numbers | None = None
    chosen_after: timedelta | None = None


def answer(
    *,
    code: str,
    position: int,
    record: PageRecord | None = None,
    rated: ratings.Rated | None = None,
) -> StoredChoice:
    """Store the choice of a trial, once; a second one changes nothing.

    `record` is what the page says of the reading, stored beside the choice as far as it can be
    true; `rated` has the numbers, in the same transaction. Raises RatingsDueError, and stores
    nothing, where the plan asks for numbers and there are none.

    A choice after the hold ran out counts where its triad is free and the study open; else it is
    surplus: stored, not counted. Raises Refused (unknown, withdrawn, finished) and ValueError for
    a position other than 1, 2, 3.
    """
    if position not in (1, 2, 3):
        raise ValueError("position must be 1, 2 or 3")
    visit = look(code, with_texts=False)
    if visit.trial.triad_id is None:
        raise Refused(Refusal.UNKNOWN)  # of a sheet, which is rated
    visit, choice = _choice(visit, position, record, rated)
    if _is_plain(visit) and _insert(visit, choice, counts=True):
        return _stored(visit)
    with transaction.atomic():
        _lock(code)
        visit = look(code, with_texts=False)
        visit, choice = _choice(visit, position, record, rated)
        if visit.chosen is None:
            return _store(visit, choice)
        trial = visit.trial
        differs = visit.chosen != position or ratings.differ(trial, rated)
        if differs:
            log(trial.study, Event.What.SECOND_CHOICE_REFUSED, trial=trial.pk)
        return StoredChoice(trial, differs=differs, is_last=visit.is_finished)


def _choice(
    visit: TrialVisit, position: int, record: PageRecord | None, rated: ratings.Rated | None
) -> tuple[TrialVisit, _Choice]:
    """Return the visit as it was when the choice was made, and what is to be stored."""
    if not ratings.due(visit):
        return visit, _Choice(position, record)
    if rated is None:
        raise RatingsDueError(visit)
    after = ratings.chosen_after(rated.seal, visit, position)
    if after is not None:
        visit = replace(visit, held_for=after)
    return visit, _Choice(position, record, rated.numbers, after)


def _is_plain(visit: TrialVisit) -> bool:
    """Whether the choice of this trial counts and changes nothing but what `_INSERT` writes."""
    trial = visit.trial
    return (
        trial.state == Trial.State.HELD
        and visit.chosen is None
        and trial.judge.withdrawn_at is None
        and not visit.is_finished
        and _counts(visit)
        and not exclusion.may_follow(trial, held_for=visit.held_for)
    )


# Many judges share the lock of the study's row; closing it waits for them. The locks of a row are
# taken in the order in which they are named, and the triad is looked for when both are taken. A
# triad that all judges share is not locked: no answer changes it.
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
            AND (x.triad_id = %(triad)s OR x.state = 'answered')
    ))
    ORDER BY t.id FOR NO KEY UPDATE OF t
"""
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
        WHERE t.id = %(triad)s AND %(is_main)s AND EXISTS (SELECT FROM place)
            AND {version_of("t")} = %(triad_version)s
        FOR NO KEY UPDATE
    ), unchanged AS MATERIALIZED (
        SELECT FROM place WHERE NOT %(is_main)s OR EXISTS (SELECT FROM locked)
    ), lapsed AS (
        UPDATE studies_trial SET state = 'lapsed'
        WHERE triad_id = %(triad)s AND state = 'held' AND id <> %(trial)s AND %(takes)s
            AND EXISTS (SELECT FROM unchanged)
        RETURNING id
    ), decided AS (
        UPDATE studies_trial SET state = %(state)s
        WHERE id = %(trial)s AND state = %(was)s AND held_at = %(held_at)s
            AND EXISTS (SELECT FROM unchanged) AND (SELECT count(*) FROM lapsed) >= 0
        RETURNING id, held_at
    ), moved AS (
        UPDATE studies_triad SET free_from = %(free_from)s::timestamptz
        WHERE id = %(triad)s AND %(free_from)s::timestamptz IS NOT NULL
            AND EXISTS (SELECT FROM decided)
    ), seen AS (
        UPDATE studies_judge SET last_stored_at = statement_timestamp()
        WHERE id = %(judge)s AND EXISTS (SELECT FROM decided)
    ), answered AS (
        INSERT INTO studies_answer (trial_id, chosen_position, shown_at, page_translated{{column}})
        SELECT id, %(position)s, held_at, %(translated)s{{value}} FROM decided
        RETURNING id, shown_at, answered_at
    ), {{rated}}read AS (
        INSERT INTO studies_readingrecord (
            answer_id, chosen_ms, confirmed_ms, visible_ms, choices, jumps, device, width, masked,
            stays
        )
        SELECT id, %(chosen_ms)s, %(confirmed_ms)s::int, %(visible_ms)s, %(choices)s, %(jumps)s,
            %(device)s, %(width)s, %(masked)s, %(stays)s
        FROM answered WHERE %(confirmed_ms)s::int IS NOT NULL
    )
    SELECT id, shown_at, answered_at FROM answered
"""  # noqa: S608 - of constants
_INSERT = _TO_INSERT.format(column="", value="", rated="")
# The same with numbers, which come after the choice was made.
_INSERT_RATED = _TO_INSERT.format(
    column=", answered_at",
    value=", coalesce(held_at + %(chosen_after)s::interval, statement_timestamp())",
    rated="""rated AS (
        INSERT INTO studies_rating (answer_id, sample_id, criterion, value)
        SELECT answered.id, given.*
        FROM answered, unnest(%(samples)s::bigint[], %(criteria)s::text[], %(values)s::int[]) given
    ), """,
)


def _lock(code: str) -> None:
    """Lock the study, the judge and the triads of a trial: they stay as they are to commit."""
    found = fetch_one(_LOCK, {"code": code})
    if found is None:
        raise Refused(Refusal.UNKNOWN)
    judge, triad, primary_set, _locked = found
    if primary_set == Study.PrimarySet.KEPT:
        fetch_one(_LOCK_ALL, {"judge": judge, "triad": triad})


def _store(visit: TrialVisit, choice: _Choice) -> StoredChoice:
    """Store the choice of a trial that is locked."""
    trial = visit.trial
    if trial.state == Trial.State.WITHDRAWN or trial.judge.withdrawn_at is not None:
        raise Refused(Refusal.WITHDRAWN, judge=trial.judge)
    if visit.is_finished:
        # A lapsed trial, sent after the judge's last evaluation was made elsewhere.
        raise Refused(Refusal.FINISHED, judge=trial.judge)
    stored = _insert(visit, choice, counts=_counts(visit))
    if stored is None:
        raise DatabaseError(f"trial {trial.pk} has changed under its lock")
    exclusion.apply_exclusion(stored)
    return _stored(visit)


def _stored(visit: TrialVisit) -> StoredChoice:
    """Tell that a choice was stored; return it."""
    trial = visit.trial
    announce(trial.study_id)
    used = visit.used + (trial.kind == Kind.MAIN)
    return StoredChoice(trial, is_last=used >= trial.study.evaluations_per_judge)


def _insert(visit: TrialVisit, choice: _Choice, *, counts: bool) -> Answer | None:
    """Insert the answer and set whether it counts; its triad is then taken for good.

    Returns None, and nothing is stored, where something has changed since the visit.
    """
    trial = visit.trial
    state = Trial.State.ANSWERED if counts else Trial.State.SURPLUS
    row = fetch_one(
        _INSERT if choice.numbers is None else _INSERT_RATED,
        {
            **_values_of(visit, counts=counts),
            **_values_chosen(visit, choice),
            **ratings.values_of(choice.numbers, choice.chosen_after if counts else None),
            "state": state,
        },
    )
    if row is None:
        return None
    trial.state = state
    key, shown_at, answered_at = row
    return Answer(
        pk=key,
        trial=trial,
        chosen_position=choice.position,
        shown_at=shown_at,
        answered_at=answered_at,
    )


def _values_of(visit: TrialVisit, *, counts: bool) -> dict[str, Any]:
    """Return what `_INSERT` needs of the trial, as it was seen."""
    trial = visit.trial
    is_main = trial.kind == Kind.MAIN
    study, judge, triad = visit.versions
    return {
        "trial": trial.pk,
        "triad": trial.triad_id,
        "judge": trial.judge_id,
        "study_version": study,
        "judge_version": judge,
        "triad_version": triad,
        "is_main": is_main,
        "was": trial.state,
        "held_at": trial.held_at,
        "free_from": _free_from(trial, counts=counts) if is_main else None,
        "takes": counts and is_main,
    }


def _values_chosen(visit: TrialVisit, choice: _Choice) -> dict[str, Any]:
    record = choice.record
    return {
        "position": choice.position,
        "translated": record is not None and record.translated,
        **reading_records.values_of(
            record, trial=visit.trial, position=choice.position, held_for=visit.held_for
        ),
    }


def _free_from(trial: Trial, *, counts: bool) -> str | None:
    """Return from when the triad of a choice is free; None where the choice leaves that alone."""
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
    within_plan = trial.judge.mode == Mode.PILOT or trial.triad.number <= study.evaluations
    if not within_plan or exclusion.no_longer_counts(trial.judge):
        return False
    is_free = visit.seconds_left is not None and visit.seconds_left <= 0
    return trial.state == Trial.State.HELD or is_free
