"""The trial a judge reads now: the one that is held, or the next triad.

Locks are always taken in the order study, link, judge, triad, here and in `admission`, `answers`
and `withdrawal` (lifecycle functions take the study's row first), so that no two transactions wait
for each other.
"""

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from django.db import IntegrityError, connection, transaction
from django.db.models.functions import Now

from studies.kinds import KINDS, StudyType, kind_of
from studies.models import Judge, RecruitmentLink, Trial
from studies.models.judging.place import Mode, Place, PlaceKind
from studies.models.random_codes import new_trial_code
from studies.models.sample import Kind
from studies.services.judging import claims, histories, limits, practice
from studies.services.judging.refusals import (
    FOUND_NO_PLACE,
    TAKES_JUDGES,
    TURNED_AWAY,
    Refusal,
    Refused,
    check_study,
)
from studies.services.lifecycle.places import triads
from studies.services.lifecycle.places.making import making_of
from studies.services.rows import Columns, fetch_one, relate, version_of


def next_trial(judge: Judge) -> Trial:
    """Return the judge's open trial, or claim the next triad. Raises Refused.

    A trial with an expired hold is given again where its triad is free. That there were no texts
    for the judge is kept in mind: who went then has not left.
    """
    with suppress(IntegrityError):  # another request of the judge took one a moment ago
        if trial := _next_at_once(judge):
            return trial
    try:
        return open_or_next(judge)
    except Refused as refused:
        if refused.reason in TURNED_AWAY:
            found_no_place = refused.reason in FOUND_NO_PLACE
            turned_away = Judge.objects.filter(pk=judge.pk)
            turned_away.update(turned_away_at=Now(), found_no_place=found_no_place)
        raise


def open_or_next(judge: Judge) -> Trial:
    """Do what `next_trial` does under locks, which come first: in any case, but by more steps."""
    with transaction.atomic():
        return open_or_next_within(judge)


def open_or_next_within(judge: Judge) -> Trial:
    """Do the same within a transaction of the caller's, which holds no other lock of the three."""
    _lock(judge)
    seen = histories.see(judge.pk, kind_of(judge.study))
    try:
        return _open_or_next(seen.judge, seen.history)
    except Refused as refused:
        refused.judge = seen.judge
        raise


def _next_at_once(judge: Judge) -> Trial | None:
    """Give a judge who holds no trial a place that counts, if that is next; else None.

    Decided on by what is seen before the locks: where judge or study is another one when they are
    there, nothing is stored.
    """
    seen = histories.see(judge.pk, kind_of(judge.study))
    judge, history = seen.judge, seen.history
    used = _used(history)
    has_place = used > 0 or judge.link.quota is None
    if (
        judge.withdrawn_at is not None
        or _held(history) is not None
        or used >= judge.study.evaluations_per_judge
        or not has_place
    ):
        return None
    shared = shared_values(judge, history)
    if shared is None:
        return None
    had = _places(judge, history)
    study_version, judge_version = seen.versions
    values = {
        **claims.values_of(judge, had),
        **shared,
        "judge": judge.pk,
        "study_version": study_version,
        "judge_version": judge_version,
        "trial_code": new_trial_code(),
    }
    statement = _NEXT[judge.study.kind, not had, shared["place"] is not None]
    row = fetch_one(statement, values)
    return None if row is None else _made(judge, row)


def shared_values(judge: Judge, history: Sequence[Trial]) -> dict[str, Any] | None:
    """Return kind and key of what a judge gets next, where it is for practice or attention.

    No key where a place that counts is next. None where that takes more than one statement.
    """
    due = practice.due(judge, history)
    if due is None:
        return {"trial_kind": Kind.MAIN, "place": None}
    place = None if due[0] == PlaceKind.REPEAT else practice.drawn(judge, history, due)
    return None if place is None else {"trial_kind": due[0], "place": place.pk}


NEW_TRIAL = Columns(
    Trial, "x", "id", "study_id", "triad_id", "sheet_id", "judge_id", "code", "kind", "mode",
    "state", "held_at",
)  # fmt: skip
# The study is locked against being erased. The locks of a row are taken in the order in which they
# are named.
_LOCK = """
    SELECT 1 FROM studies_judge j
    JOIN studies_recruitmentlink l ON l.id = j.link_id JOIN studies_study s ON s.id = j.study_id
    WHERE j.id = %(judge)s FOR KEY SHARE OF s{link} FOR NO KEY UPDATE OF j
"""


def _lock(judge: Judge) -> None:
    """Lock study and judge, and between them the link where its quota is counted."""
    link = "" if judge.link.quota is None else " FOR NO KEY UPDATE OF l"
    if fetch_one(_LOCK.format(link=link), {"judge": judge.pk}) is None:
        raise Refused(Refusal.UNKNOWN)


def lock_study(study_id: int, *, strength: str = "KEY SHARE") -> None:
    """Lock the study against being erased; with SHARE, against any change of its row."""
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT 1 FROM studies_study WHERE id = %s FOR {strength}", [study_id])  # noqa: S608 - of two constants
        if cursor.fetchone() is None:
            raise Refused(Refusal.UNKNOWN)


def evaluations_used(judge: Judge) -> int:
    """Return how many of the judge's evaluations are used up."""
    return Trial.objects.used().filter(judge=judge).count()


def _open_or_next(judge: Judge, history: Sequence[Any]) -> Trial:
    if judge.withdrawn_at is not None:
        raise Refused(Refusal.WITHDRAWN)
    held, used = _held(history), _used(history)
    if used >= judge.study.evaluations_per_judge:
        raise Refused(Refusal.FINISHED)
    if held is not None and held.is_running:
        running: Trial = held
        return running
    check_study(judge.study, mode=Mode(judge.mode))
    in_practice = any(trial.is_running for trial in history if trial.kind != Kind.MAIN)
    # Without an answer or a hold the judge has no place in the quota.
    has_no_place = not used and not in_practice
    if has_no_place and limits.check_quota(judge.link):
        limits.make_room(judge.link)
    return give(judge, history)


def check_place(judge: Judge) -> None:
    """Raise Refused where there are no next texts for a judge now. Reads only."""
    history = histories.see(judge.pk, kind_of(judge.study)).history
    used = [trial for trial in history if trial.state in Trial.USED_STATES]
    had = _places(judge, used)
    try:
        if not used:
            limits.check_quota(judge.link)
        if judge.mode == Mode.LIVE and not claims.any_free(judge, had):
            raise claims.none_for(judge, had)
    except Refused as refused:
        refused.judge = judge
        raise


def _places(judge: Judge, history: Sequence[Trial]) -> list[Any]:
    """Return the triads or sheets of these trials that matter for what comes next."""
    return kind_of(judge.study).remembered(history)


def _held(history: Sequence[Any]) -> Any:
    return next((trial for trial in history if trial.state == Trial.State.HELD), None)


def _used(history: Sequence[Trial]) -> int:
    """Return how many evaluations these trials have used up."""
    return sum(trial.kind == Kind.MAIN and trial.state in Trial.USED_STATES for trial in history)


def give(judge: Judge, history: Sequence[Trial]) -> Trial:
    """Give a trial to a judge who has had `history`; the row is locked already. Raises Refused."""
    return _give_shared(judge, history) or _give_main(judge, history)


def _give_shared(judge: Judge, history: Sequence[Trial]) -> Trial | None:
    """Give the page for practice or attention, or the repeated one, that is due.

    None where no evaluation could follow.
    """
    due = practice.due(judge, history)
    if due is None:
        return None
    had = _places(judge, [trial for trial in history if trial.state in Trial.USED_STATES])
    if judge.mode == Mode.LIVE and not claims.any_free(judge, had):
        raise claims.none_for(judge, had)
    return practice.give(judge, history, due)


def _give_main(judge: Judge, history: Sequence[Trial]) -> Trial:
    """Give the trial with an expired hold, else a new one, else one that was left unanswered."""
    main = [trial for trial in history if trial.kind == Kind.MAIN]
    held: Trial | None = _held(main)
    if held and claims.retake(held, judge.study):
        return held
    place_id = _claim(judge, _places(judge, history))
    if place_id is None:
        lapsed = (trial for trial in main if trial.state == Trial.State.LAPSED)
        for trial in lapsed:
            if claims.retake(trial, judge.study):
                return trial
        answered = [trial for trial in history if trial.state in Trial.USED_STATES]
        raise claims.none_for(judge, _places(judge, answered))
    return _new_trial(judge, place_id)


def chosen(kind: StudyType, *, is_new: bool, shared: bool) -> str:
    """Return the SQL for the place that is given: claimed, or one that all judges share."""
    return claims.shared_if_free(kind) if shared else claims.best_free(kind, is_new=is_new)


def giving(kind: StudyType, judge: str, *, shared: bool) -> str:
    """Return the last parts of a statement that gives `free.place_id` to the row `judge`.

    `trial` is the new one.
    """
    claimed = f"""
        UPDATE {kind.table} t SET {claims.HOLD} FROM free, {judge} WHERE t.id = free.place_id
        RETURNING {judge}.study_id, t.id AS place_id, {judge}.id AS judge_id, {judge}.mode
    """  # noqa: S608 - of constants
    if shared:
        claimed = f"""
            SELECT {judge}.study_id, free.place_id, {judge}.id AS judge_id, {judge}.mode
            FROM free, {judge} WHERE free.place_id IS NOT NULL
        """  # noqa: S608 - of constants
    return f"claimed AS ({claimed}), {_inserting(kind, shared=shared)}"


def _inserting(kind: StudyType, *, shared: bool) -> str:
    """Return the parts that make the trial of what was `claimed`.

    The trials that others hold of a place lapse first, since an index keeps two from holding it.
    """
    lapsed = f"""
        lapsed AS (
            UPDATE studies_trial x SET state = 'lapsed' FROM claimed
            WHERE x.{kind.noun}_id = claimed.place_id AND x.state = 'held' RETURNING x.id
        ),
    """  # noqa: S608 - of constants
    return f"""
        {"" if shared else lapsed} trial AS (
            INSERT INTO studies_trial AS x (
                study_id, {kind.noun}_id, judge_id, code, kind, mode, single, state, renewals
            )
            SELECT study_id, place_id, judge_id, %(trial_code)s, %(trial_kind)s, mode, false,
                'held', 0
            FROM claimed {"" if shared else "WHERE (SELECT count(*) FROM lapsed) >= 0"}
            RETURNING {NEW_TRIAL.sql}
        )
    """  # noqa: S608 - of constants


def _give(kind: StudyType) -> str:
    return f"""
        WITH claimed AS (
            SELECT j.study_id, %(place)s::bigint AS place_id, j.id AS judge_id, j.mode
            FROM studies_judge j WHERE j.id = %(judge)s
        ), {_inserting(kind, shared=False)}
        SELECT {NEW_TRIAL.of_table("trial")} FROM trial
    """  # noqa: S608 - of constants


# A judge's next place and trial, or nothing: where study and judge are as they were seen, and a
# place is free. Each part reads from the one before, which keeps their order: study, judge, place.
# Locked places are skipped, so that no judge waits for one.
def _next_of(kind: StudyType, *, is_new: bool, shared: bool) -> str:
    return f"""
        WITH seen AS MATERIALIZED (
            SELECT j.id, j.study_id, j.mode
            FROM studies_judge j JOIN studies_study s ON s.id = j.study_id
            WHERE j.id = %(judge)s AND {version_of("j")} = %(judge_version)s
                AND {version_of("s")} = %(study_version)s AND {TAKES_JUDGES}
            FOR KEY SHARE OF s FOR NO KEY UPDATE OF j
        ), free AS MATERIALIZED (
            SELECT ({chosen(kind, is_new=is_new, shared=shared)}) AS place_id FROM seen
        ), {giving(kind, "seen", shared=shared)}
        SELECT {NEW_TRIAL.of_table("trial")} FROM trial
    """  # noqa: S608 - of constants


_NEXT = {
    (kind.key, is_new, shared): _next_of(kind, is_new=is_new, shared=shared)
    for kind in KINDS.values()
    for is_new in (True, False)
    for shared in (True, False)
}


def _new_trial(judge: Judge, place_id: int) -> Trial:
    """Give a place that was claimed; the trials that others hold of it lapse."""
    values = {
        "place": place_id,
        "judge": judge.pk,
        "trial_code": new_trial_code(),
        "trial_kind": Kind.MAIN,
    }
    return _made(judge, fetch_one(_give(kind_of(judge.study)), values) or ())


def _made(judge: Judge, row: Sequence[Any]) -> Trial:
    trial = NEW_TRIAL.of(row)
    relate(trial, study=judge.study, judge=judge)
    return trial


def _claim(judge: Judge, had: Sequence[Place]) -> int | None:
    place_id = claims.claim(judge, had)
    if place_id is None and judge.mode == Mode.PILOT:
        # Of many pilot judges at once one makes the block, and the others find it.
        triads.wait_for_pilot_block(judge.study)
        place_id = claims.claim(judge, had)
        if place_id is None:
            making_of(judge.study).add_pilot_block(judge.study)
            place_id = claims.claim(judge, had)
    return place_id


def remember_return(judge: Judge, link: RecruitmentLink, panel_parameters: dict[str, str]) -> None:
    """Remember by which link, and with which parameters, a judge came back.

    The ending is that of the link used last; a task that was returned and accepted again has
    another assignment, which is the one to hand in.
    """
    parameters = judge.panel_parameters | panel_parameters
    by = None if link.pk == judge.link_id else link.pk
    if judge.withdrawn_at is None and (parameters, by) != (
        judge.panel_parameters,
        judge.came_back_by_id,
    ):
        judge.panel_parameters, judge.came_back_by_id = parameters, by
        judge.save(update_fields=["panel_parameters", "came_back_by"])
