"""Claims: which triad or sheet a judge gets, and for how long it is held.

A hold of a judge without a sign of life for minutes is given on where no triad is free. The
triad keeps its place in the order of assignment, and the late answer is kept, as surplus.

The hold is a column of the triad, so an UPDATE takes it and no two judges can. The conditions of
these UPDATEs name columns of the triad alone: PostgreSQL looks again at the updated row after it
has waited for a lock, but not at other tables.
"""

import time
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from django.db import connection, transaction
from django.db.models import F, Min, Q
from django.db.models.functions import Now

from studies.kinds import StudyType, kind_of, kind_of_trial
from studies.models import Judge, Study, Trial, Waiting
from studies.models.judging.place import Mode, Place, PlaceQuerySet
from studies.models.sample import Kind
from studies.reading_time import minutes_of_page
from studies.services.judging.refusals import Refusal, Refused

MAX_RENEWALS = 3
# How long a judge waits for triads that others hold only for the moment of their own claim.
PATIENCE_SECONDS = 2.0
FIRST_PAUSE = 0.01
# How long a judge is left alone, besides the time to read, if the page cannot tell it is read.
QUIET = timedelta(minutes=3)


def hold_of(study: Study) -> timedelta:
    """Return how long a triad is held for a trial."""
    return timedelta(minutes=study.hold_minutes)


def quiet_after(study: Study) -> timedelta:
    """Return after how long without a sign of life a hold may be given on.

    A page without scripts gives none while it is read, so twice the time to read is added.
    """
    return QUIET + timedelta(minutes=2 * minutes_of_page(study))


# Of many judges at once no two get the same place, and none waits. Its kind says which places a
# judge may have, and which come first.
def _in_plan(kind: StudyType) -> str:
    return f"""
        FROM {kind.table} t
        WHERE t.study_id = %(study)s AND t.mode = %(mode)s AND t.kind = 'main'
          AND t.number <= %(last)s AND {kind.may_have}
    """


def _free(kind: StudyType) -> str:
    # The second condition is that of the index `triad_unanswered_number` (`sheet_…`).
    return f"""{_in_plan(kind)} AND t.free_from <= statement_timestamp()
        AND t.free_from < '9000-01-01 00:00+00'
    """


def _quiet(kind: StudyType) -> str:
    return f"""{_in_plan(kind)} AND t.free_from > statement_timestamp()
        AND t.free_from < '9000-01-01 00:00+00'
        AND t.seen_at < statement_timestamp() - %(quiet)s
    """


# What becomes of a place that is claimed.
HOLD = """free_from = statement_timestamp() + %(hold)s::interval, seen_at = statement_timestamp()"""


def _hold(kind: StudyType, chosen: str) -> str:
    return f"""
        UPDATE {kind.table} SET {HOLD}
        WHERE id = ({chosen} LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED)
        RETURNING id
    """  # noqa: S608 - of constants


def _in_order(kind: StudyType, *, is_new: bool) -> str:
    # A judge who has had nothing yet: without the history, so that the index alone orders.
    order = "t.number" if is_new else kind.comes_first
    return f"SELECT t.id {_free(kind)} ORDER BY {order}"


def best_free(kind: StudyType, *, is_new: bool) -> str:
    """Return the SQL for the place that a judge gets, locked; a new one has a history of nothing.

    Its parameters are those of `values_of`.
    """
    return f"{_in_order(kind, is_new=is_new)} LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED"


def shared_if_free(kind: StudyType) -> str:
    """Return the SQL for %(place)s, which all judges share, where an evaluation can follow.

    Its other parameters are those of `values_of`.
    """
    return f"SELECT %(place)s::bigint WHERE %(mode)s = 'pilot' OR EXISTS (SELECT {_free(kind)})"


def _claim(kind: StudyType, *, is_new: bool) -> str:
    return _hold(kind, _in_order(kind, is_new=is_new))


def _claim_silent(kind: StudyType) -> str:
    # The hold that has been silent longest.
    return _hold(kind, f"SELECT t.id {_quiet(kind)} ORDER BY t.seen_at, t.number")


def claim(judge: Judge, had: Sequence[Place]) -> int | None:
    """Hold the best free triad for this judge, who has had `had`; return None where none is free.

    Triads that other transactions lock at this moment are skipped. If that left none, the judge
    tries again, since a claim may be rolled back, but never waits for a lock: a transaction that
    waits keeps its own locks, and two could wait for each other.
    """
    kind, values = kind_of(judge.study), values_of(judge, had)
    until = time.monotonic() + PATIENCE_SECONDS
    pause = FIRST_PAUSE
    while True:
        place_id = _try_to_claim(_claim(kind, is_new=not had), values)
        if place_id is not None or time.monotonic() > until:
            return place_id
        if not _exists(_free(kind), values):
            return _claim_quiet(judge, values)
        time.sleep(pause)
        pause *= 2


def _claim_quiet(judge: Judge, values: dict[str, Any]) -> int | None:
    if judge.mode == Mode.PILOT:
        return None  # there is always another pilot triad
    statement = _claim_silent(kind_of(judge.study))
    return _try_to_claim(statement, values | {"quiet": quiet_after(judge.study)})


def values_of(judge: Judge, had: Sequence[Place]) -> dict[str, Any]:
    """Return the parameters of a claim by this judge, who has had `had`."""
    pilot = judge.mode == Mode.PILOT
    return {
        "hold": hold_of(judge.study),
        "study": judge.study_id,
        "mode": judge.mode,
        "last": 2**31 - 1 if pilot else judge.study.evaluations,
        **kind_of(judge.study).history(judge.study, had),
    }


def _try_to_claim(statement: str, values: dict[str, Any]) -> int | None:
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement, values)
        row = cursor.fetchone()
        if row is None:
            # Unlocks the rows that were free when the statement began and taken when it got there.
            transaction.set_rollback(True)
    return int(row[0]) if row else None


def any_free(judge: Judge, had: Sequence[Place]) -> bool:
    """Whether some triad is free for this judge, who has had `had`, or may be given on."""
    kind, values = kind_of(judge.study), values_of(judge, had)
    return _exists(_free(kind), values) or _exists(
        _quiet(kind), values | {"quiet": quiet_after(judge.study)}
    )


def _exists(rows: str, values: dict[str, Any]) -> bool:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT EXISTS (SELECT {rows})", values)
        return bool(cursor.fetchone()[0])


def places(study: Study, *, at_most: int) -> int:
    """Return how many live triads are free or may be given on; `at_most` are counted."""
    planned = kind_of(study).places().planned().unanswered().filter(study=study).order_by()
    free: int = planned.free()[:at_most].count()
    if free < at_most:
        quiet = planned.filter(free_from__gt=Now(), seen_at__lt=Now() - quiet_after(study))
        free += quiet[: at_most - free].count()
    return free


def none_free(study: Study) -> Refused:
    """Return the refusal where no triad is free: come again, or the study is complete."""
    unanswered = kind_of(study).places().planned().unanswered().filter(study=study)
    held = Q(free_from__gt=Now())
    found = unanswered.aggregate(any=Min("free_from"), at=Min("free_from", filter=held))
    if found["any"] is None:
        return Refused(Refusal.COMPLETE)
    return Refused(Refusal.NO_PLACE, retry_at=found["at"], waits_for=Waiting.Reason.TRIADS)


def none_for(judge: Judge, had: Sequence[Place]) -> Refused:
    """Return the refusal where no triad is free for this judge, who has answered `had`.

    Come again, or no answer of this judge is needed any more: of criteria asked apart those of the
    judge's own may be used up before the others.
    """
    kind = kind_of(judge.study)
    statement = f"""
        SELECT min(t.free_from), min(t.free_from) FILTER (WHERE t.free_from > statement_timestamp())
        {_in_plan(kind)} AND t.free_from < '9000-01-01 00:00+00'
    """
    with connection.cursor() as cursor:
        cursor.execute(statement, values_of(judge, had))
        first, held = cursor.fetchone()
    if first is None:
        return Refused(Refusal.COMPLETE)
    return Refused(Refusal.NO_PLACE, retry_at=held, waits_for=Waiting.Reason.TRIADS)


def _place_of(trial: Trial) -> PlaceQuerySet:
    kind = kind_of_trial(trial)
    return kind.places().filter(pk=kind.place_id(trial))


def let_go(kind: StudyType, place_id: int | None, *, but: Trial | None = None) -> None:
    """Let the trials lapse that other judges hold of a place."""
    held = Trial.objects.filter(state=Trial.State.HELD, **{kind.noun: place_id})
    held.exclude(pk=but and but.pk).update(state=Trial.State.LAPSED)


def retake(trial: Trial, study: Study) -> bool:
    """Hold the triad of a lapsed trial again, where no other judge has taken it.

    The judge's row must be locked: a judge holds one triad.
    """
    if not Study.objects.accepting().filter(pk=study.pk).exists():
        return False
    with transaction.atomic():
        place = _place_of(trial).filter(free_from__lte=Now())
        if not place.update(free_from=Now() + hold_of(study), seen_at=Now()):
            return False
        kind = kind_of_trial(trial)
        let_go(kind, kind.place_id(trial), but=trial)
        again = Trial.objects.filter(pk=trial.pk)
        again.update(state=Trial.State.HELD, held_at=Now(), given_again=True)
    trial.refresh_from_db()
    return True


def renew(trial: Trial) -> bool:
    """Prolong a hold while its page is visible, three times at most."""
    with transaction.atomic():
        # The place's lock comes first, as everywhere; the trial is read under it.
        _place_of(trial).select_for_update(no_key=True).get()
        held = Trial.objects.held_now().filter(pk=trial.pk, renewals__lt=MAX_RENEWALS)
        if not held.exists():
            return False
        _prolong(trial)
        Trial.objects.filter(pk=trial.pk).update(renewals=F("renewals") + 1)
        return True


def _prolong(trial: Trial) -> None:
    """Hold the triad anew. (Triads for practice and attention are shared and never held.)"""
    place = _place_of(trial).filter(kind=Kind.MAIN)
    place.update(free_from=Now() + hold_of(trial.study), seen_at=Now())


def show_life(trial: Trial) -> bool:
    """Note that the judge is there; False where the triad is no longer held for this trial."""
    held = Trial.objects.held_now().filter(pk=trial.pk)
    kind = kind_of_trial(trial)
    kind.places().filter(pk__in=held.values(kind.noun), kind=Kind.MAIN).update(seen_at=Now())
    return held.exists()


def give_on(trial: Trial) -> bool:
    """Free the triad of a silent judge; False where a sign of life or an answer came meanwhile."""
    with transaction.atomic():
        place = _place_of(trial)
        if not place.select_for_update(no_key=True, skip_locked=True).exists():
            return False
        silent = Trial.objects.silent_for(quiet_after(trial.study)).filter(pk=trial.pk)
        if not silent.update(state=Trial.State.LAPSED):
            return False
        place.update(free_from=Now())
        return True


def end_hold(trial: Trial) -> None:
    """Let a hold run out now: its judge is known to have left, as virtual ones are."""
    with transaction.atomic():
        place = _place_of(trial)
        place.select_for_update(no_key=True).get()
        if Trial.objects.held_now().filter(pk=trial.pk).exists():
            place.filter(kind=Kind.MAIN).update(free_from=Now())


def restart(trial: Trial) -> None:
    """Begin a hold anew: its judge answered the questionnaire first and has read no text yet."""
    with transaction.atomic():
        _place_of(trial).select_for_update(no_key=True).get()
        held = Trial.objects.held_now().filter(pk=trial.pk)
        if held.exists():
            _prolong(trial)
            held.update(held_at=Now())
