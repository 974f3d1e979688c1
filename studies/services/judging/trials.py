"""The trial a judge reads now: the one that is held, or the next triad.

Locks are always taken in the order study, link, judge, triad, here and in `admission`, `answers`
and `withdrawal` (lifecycle functions take the study's row first), so that no two transactions wait
for each other.
"""

from collections.abc import Sequence
from typing import Any

from django.db import connection, transaction
from django.db.models import Case, When

from studies.kinds import StudyType, kind_of
from studies.models import Judge, RecruitmentLink, Trial
from studies.models.place import Mode, Place
from studies.models.sample import Kind
from studies.models.trial import RUNS, new_trial_code
from studies.services.judging import claims, limits, practice
from studies.services.judging.refusals import Refusal, Refused, check_study
from studies.services.lifecycle import triads
from studies.services.lifecycle.place_making import making_of
from studies.services.rows import Columns, fetch_one, kept_link, key_and_version_of, relate


def next_trial(judge: Judge) -> Trial:
    """Return the judge's open trial, or claim the next triad. Raises Refused.

    A trial with an expired hold is given again where its triad is free.
    """
    with transaction.atomic():
        lock_study(judge.study_id)
        if judge.link.quota is not None:
            limits.lock(judge.link)
        judge = _locked(judge)
        try:
            return _open_or_next(judge)
        except Refused as refused:
            refused.judge = judge
            raise


JUDGE = Columns(Judge, "j", *(field.attname for field in Judge._meta.concrete_fields))
# What is read of a new one at once.
NEW_TRIAL = Columns(
    Trial, "x", "id", "study_id", "triad_id", "sheet_id", "judge_id", "code", "kind", "mode",
    "state", "held_at",
)  # fmt: skip
_LOCK_JUDGE = f"""
    SELECT {JUDGE.sql}, {key_and_version_of("l")}, {key_and_version_of("s")} FROM studies_judge j
    JOIN studies_recruitmentlink l ON l.id = j.link_id JOIN studies_study s ON s.id = j.study_id
    WHERE j.id = %(judge)s FOR NO KEY UPDATE OF j
"""  # noqa: S608 - of constants


def _locked(judge: Judge) -> Judge:
    """Return the judge as it is now, locked, with link and study."""
    row = fetch_one(_LOCK_JUDGE, {"judge": judge.pk})
    if row is None:
        raise Refused(Refusal.UNKNOWN)
    values = iter(row)
    locked = JUDGE.take(values)
    link_id, link_version, study_id, study_version = values
    link = kept_link(link_id, link_version, study_id, study_version)
    relate(locked, link=link, study=link.study)
    return locked


def lock_study(study_id: int, *, strength: str = "KEY SHARE") -> None:
    """Lock the study against being erased; with SHARE, against any change of its row."""
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT 1 FROM studies_study WHERE id = %s FOR {strength}", [study_id])  # noqa: S608 - of two constants
        if cursor.fetchone() is None:
            raise Refused(Refusal.UNKNOWN)


def evaluations_used(judge: Judge) -> int:
    """Return how many of the judge's evaluations are used up."""
    return Trial.objects.used().filter(judge=judge).count()


def _open_or_next(judge: Judge) -> Trial:
    if judge.withdrawn_at is not None:
        raise Refused(Refusal.WITHDRAWN)
    history = _history(judge)
    held = _held(history)
    main = [trial for trial in history if trial.kind == Kind.MAIN]
    used = sum(trial.state in Trial.USED_STATES for trial in main)
    if used >= judge.study.evaluations_per_judge:
        raise Refused(Refusal.FINISHED)
    if held is not None and held.is_running:  # type: ignore[attr-defined]  # annotated
        return held
    check_study(judge.study, mode=Mode(judge.mode))
    in_practice = any(trial.is_running for trial in history if trial.kind != Kind.MAIN)
    # Without an answer or a hold the judge has no place in the quota.
    has_no_place = not used and not in_practice
    if has_no_place and limits.check_quota(judge.link):
        limits.make_room(judge.link)
    return give(judge, history)


def check_place(judge: Judge) -> None:
    """Raise Refused where a judge who waits for the next texts must wait on. Reads only."""
    history = _history(judge)
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


def _history(judge: Judge) -> list[Any]:
    """Return all trials of a judge, annotated with `is_running`: the hold has not run out."""
    running = Case(When(RUNS, then=True), default=False)
    trials = Trial.objects.filter(judge=judge).select_related(kind_of(judge.study).noun)
    return list(trials.annotate(is_running=running).order_by("pk"))


def _places(judge: Judge, history: Sequence[Trial]) -> list[Any]:
    """Return the triads or sheets of these trials that matter for what comes next."""
    return kind_of(judge.study).remembered(history)


def _held(history: Sequence[Trial]) -> Trial | None:
    return next((trial for trial in history if trial.state == Trial.State.HELD), None)


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
    held = _held(main)
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


def _insert_of(kind: StudyType) -> str:
    return f"""
        WITH lapsed AS (
            UPDATE studies_trial SET state = 'lapsed'
            WHERE {kind.noun}_id = %(place)s AND state = 'held' RETURNING id
        )
        INSERT INTO studies_trial AS x (
            study_id, {kind.noun}_id, judge_id, code, kind, mode, single, state, renewals
        )
        SELECT %(study)s, %(place)s, %(judge)s, %(code)s, 'main', %(mode)s, false, 'held', 0
        WHERE (SELECT count(*) FROM lapsed) >= 0
        RETURNING {NEW_TRIAL.sql}
    """  # noqa: S608 - of constants


def _new_trial(judge: Judge, place_id: int) -> Trial:
    """Give a place that was claimed; the trials that others hold of it lapse."""
    values = {
        "study": judge.study_id,
        "place": place_id,
        "judge": judge.pk,
        "code": new_trial_code(),
        "mode": judge.mode,
    }
    row = fetch_one(_insert_of(kind_of(judge.study)), values)
    trial = NEW_TRIAL.of(row or ())
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
