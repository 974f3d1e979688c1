"""The choice of a trial: stored once, counted or surplus."""

from dataclasses import dataclass
from typing import Any

from django.db import transaction

from studies.models import Answer, Event, Study, Trial
from studies.models.sample import Kind
from studies.models.triad import Mode
from studies.reading_record import PageRecord
from studies.services.events import log
from studies.services.judging import exclusion, reading_records
from studies.services.judging.refusals import Refusal, Refused
from studies.services.judging.visits import TrialVisit, look
from studies.services.rows import fetch_one
from studies.signals import announce


@dataclass(frozen=True, slots=True)
class StoredChoice:
    """The trial of a choice; `differs` where another choice had been stored before."""

    trial: Trial
    differs: bool = False
    # The judge's evaluations are used up: no texts follow.
    is_last: bool = False


def answer(*, code: str, position: int, record: PageRecord | None = None) -> StoredChoice:
    """Store the choice of a trial, once; a second one changes nothing.

    `record` is what the page says of the reading, stored beside the choice as far as it can be
    true.

    A choice after the hold ran out counts where its triad is free and the study open; else it is
    surplus: stored, not counted. Raises Refused (unknown, withdrawn, finished) and ValueError for
    a position other than 1, 2, 3.
    """
    if position not in (1, 2, 3):
        raise ValueError("position must be 1, 2 or 3")
    with transaction.atomic():
        _lock(code)
        visit = look(code, with_texts=False)
        trial = visit.trial
        if visit.chosen is None:
            is_last = _store(visit, position, record)
            return StoredChoice(trial, is_last=is_last)
        differs = visit.chosen != position
        if differs:
            log(trial.study, Event.What.SECOND_CHOICE_REFUSED, trial=trial.pk)
        return StoredChoice(trial, differs=differs, is_last=visit.is_finished)


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
# All that a choice writes. The others who held its triad are let go first, since an index keeps
# two from holding it; and the answer comes last, since a trigger looks at the trial's state.
_STORE = """
    WITH moved AS (
        UPDATE studies_triad SET free_from = %(free_from)s::timestamptz
        WHERE id = %(triad)s AND %(free_from)s::timestamptz IS NOT NULL
    ), lapsed AS (
        UPDATE studies_trial SET state = 'lapsed'
        WHERE triad_id = %(triad)s AND state = 'held' AND id <> %(trial)s AND %(takes)s
        RETURNING id
    ), decided AS (
        UPDATE studies_trial SET state = %(state)s
        WHERE id = %(trial)s AND (SELECT count(*) FROM lapsed) >= 0
        RETURNING id, held_at
    ), seen AS (
        UPDATE studies_judge SET last_stored_at = statement_timestamp() WHERE id = %(judge)s
    )
    INSERT INTO studies_answer (trial_id, chosen_position, shown_at, page_translated)
    SELECT id, %(position)s, held_at, %(translated)s FROM decided
    RETURNING id, shown_at, answered_at
"""


def _lock(code: str) -> None:
    """Lock the study, the judge and the triads of a trial: they stay as they are to commit."""
    found = fetch_one(_LOCK, {"code": code})
    if found is None:
        raise Refused(Refusal.UNKNOWN)
    judge, triad, primary_set, _locked = found
    if primary_set == Study.PrimarySet.KEPT:
        fetch_one(_LOCK_ALL, {"judge": judge, "triad": triad})


def _store(visit: TrialVisit, position: int, record: PageRecord | None) -> bool:
    """Store the choice; return whether it was the judge's last one."""
    trial = visit.trial
    if trial.state == Trial.State.WITHDRAWN or trial.judge.withdrawn_at is not None:
        raise Refused(Refusal.WITHDRAWN, judge=trial.judge)
    if visit.is_finished:
        # A lapsed trial, sent after the judge's last evaluation was made elsewhere.
        raise Refused(Refusal.FINISHED, judge=trial.judge)
    counts = _counts(visit)
    translated = record is not None and record.translated
    stored = _insert(trial, position, counts=counts, translated=translated)
    reading_records.store(answer=stored, record=record)
    exclusion.apply_exclusion(stored)
    announce(trial.study_id)
    used = visit.used + (trial.kind == Kind.MAIN)
    return used >= trial.study.evaluations_per_judge


def _insert(trial: Trial, position: int, *, counts: bool, translated: bool) -> Answer:
    """Insert the answer and set whether it counts; its triad is then taken for good."""
    is_main = trial.kind == Kind.MAIN
    free_from = "infinity" if counts else None
    if not counts and trial.state == Trial.State.HELD and exclusion.no_longer_counts(trial.judge):
        free_from = "now"
    state = Trial.State.ANSWERED if counts else Trial.State.SURPLUS
    row: Any = fetch_one(
        _STORE,
        {
            "trial": trial.pk,
            "triad": trial.triad_id,
            "judge": trial.judge_id,
            "state": state,
            "free_from": free_from if is_main else None,
            "takes": counts and is_main,
            "position": position,
            "translated": translated,
        },
    )
    trial.state = state
    key, shown_at, answered_at = row
    return Answer(
        pk=key,
        trial=trial,
        chosen_position=position,
        shown_at=shown_at,
        answered_at=answered_at,
        page_translated=translated,
    )


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
