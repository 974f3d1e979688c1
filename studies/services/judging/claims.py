"""Claims: which triad a judge gets, and for how long it is held.

A hold whose judge has shown no sign of life for minutes is given on where no triad is free. The
triad keeps its place in the order of assignment, and the late answer is kept, as surplus.

The hold is a column of the triad, so an UPDATE takes it and no two judges can. The conditions of
these UPDATEs name columns of the triad alone: PostgreSQL looks again at the updated row after it
has waited for a lock, but not at other tables.
"""

import json
import time
from collections import Counter
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from django.db import connection, transaction
from django.db.models import F, Min, Q
from django.db.models.functions import Now

from studies.models import Judge, Study, Triad, Trial, Waiting
from studies.models.sample import Kind
from studies.models.triad import Mode
from studies.services.judging.refusals import Refusal, Refused
from studies.services.reading_time import minutes_of_page

MAX_RENEWALS = 3
# How long a judge waits for triads that others hold only for the moment of their own claim.
PATIENCE_SECONDS = 2.0
FIRST_PAUSE = 0.01
# How long a judge whose page cannot tell that it is read is left alone, besides the time to read.
QUIET = timedelta(minutes=3)


def hold_of(study: Study) -> timedelta:
    """Return how long a triad is held for a trial; briefly in test studies, to replace leavers."""
    if study.is_test:
        return timedelta(seconds=2)
    return timedelta(minutes=study.hold_minutes)


def quiet_after(study: Study) -> timedelta:
    """Return after how long without a sign of life a hold may be given on.

    A page without scripts gives none while it is read, so twice the time to read is added.
    """
    return QUIET + timedelta(minutes=2 * minutes_of_page(study))


# Of many judges at once no two get the same triad, and none waits. The subquery orders by: no text
# this judge has read, the order this judge has had least, the lowest number.
_IN_PLAN = """
    FROM studies_triad t
    WHERE t.study_id = %(study)s AND t.mode = %(mode)s AND t.kind = 'main'
      AND t.number <= %(last)s AND NOT t.id = ANY(%(had)s::bigint[])
"""
# The second condition is that of the index `triad_unanswered_number`.
_FREE = f"""{_IN_PLAN} AND t.free_from <= statement_timestamp()
      AND t.free_from < '9000-01-01 00:00+00'
"""
_QUIET = f"""{_IN_PLAN} AND t.free_from > statement_timestamp()
      AND t.free_from < '9000-01-01 00:00+00'
      AND t.seen_at < statement_timestamp() - %(quiet)s
"""
_HOLD = """
    UPDATE studies_triad
    SET free_from = statement_timestamp() + %(hold)s, seen_at = statement_timestamp()
"""
_CLAIM = f"""
    {_HOLD}
    WHERE id = (
        SELECT t.id {_FREE}
        ORDER BY
          (t.first_id = ANY(%(read)s) OR t.second_id = ANY(%(read)s) OR t.third_id = ANY(%(read)s)),
          coalesce((%(orders)s::jsonb ->> t."order")::int, 0),
          t.number
        LIMIT 1
        FOR NO KEY UPDATE SKIP LOCKED
    )
    RETURNING id
"""
# The triad that a new judge gets, for a statement that claims it together with what it stores.
FIRST_FREE = f"SELECT t.id {_FREE} ORDER BY t.number LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED"
# A judge who has had nothing yet: the same without the history, so that the index alone orders.
_FIRST_CLAIM = f"""
    {_HOLD}
    WHERE id = ({FIRST_FREE})
    RETURNING id
"""
# The hold that has been silent longest.
_CLAIM_QUIET = f"""
    {_HOLD}
    WHERE id = (
        SELECT t.id {_QUIET} ORDER BY t.seen_at, t.number LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED
    )
    RETURNING id
"""
_ANY_FREE = f"SELECT EXISTS (SELECT {_FREE})"
_ANY_QUIET = f"SELECT EXISTS (SELECT {_QUIET})"


def claim(judge: Judge, had: Sequence[Triad]) -> int | None:
    """Hold the best free triad for this judge, who has had `had`; return None where none is free.

    Triads that other transactions lock at this moment are skipped. If that left none, the judge
    tries again, since a claim may be rolled back, but never waits for a lock: a transaction that
    waits keeps its own locks, and two could wait for each other.
    """
    values = _values(judge, had)
    until = time.monotonic() + PATIENCE_SECONDS
    pause = FIRST_PAUSE
    while True:
        triad_id = _try_to_claim(_CLAIM if had else _FIRST_CLAIM, values)
        if triad_id is not None or time.monotonic() > until:
            return triad_id
        if not _exists(_ANY_FREE, values):
            return _claim_quiet(judge, values)
        time.sleep(pause)
        pause *= 2


def _claim_quiet(judge: Judge, values: dict[str, Any]) -> int | None:
    if judge.mode == Mode.PILOT:
        return None  # there is always another pilot triad
    return _try_to_claim(_CLAIM_QUIET, values | {"quiet": quiet_after(judge.study)})


def _values(judge: Judge, had: Sequence[Triad]) -> dict[str, Any]:
    pilot = judge.mode == Mode.PILOT
    return {
        "hold": hold_of(judge.study),
        "study": judge.study_id,
        "mode": judge.mode,
        "last": 2**31 - 1 if pilot else judge.study.evaluations,
        "had": [triad.pk for triad in had],
        "read": [pk for triad in had for pk in triad.sample_ids],
        "orders": json.dumps(Counter(triad.order for triad in had)),
    }


def _try_to_claim(statement: str, values: dict[str, Any]) -> int | None:
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement, values)
        row = cursor.fetchone()
        if row is None:
            # Unlocks the rows that were free when the statement began and taken when it got there.
            transaction.set_rollback(True)
    return int(row[0]) if row else None


def any_free(judge: Judge, had: Sequence[Triad]) -> bool:
    """Whether some triad is free for this judge, who has had `had`, or may be given on."""
    values = _values(judge, had)
    return _exists(_ANY_FREE, values) or _exists(
        _ANY_QUIET, values | {"quiet": quiet_after(judge.study)}
    )


def _exists(statement: str, values: dict[str, Any]) -> bool:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        return bool(cursor.fetchone()[0])


def places(study: Study, *, at_most: int) -> int:
    """Return how many live triads are free or may be given on; `at_most` are counted."""
    triads = Triad.objects.planned().unanswered().filter(study=study).order_by()
    free: int = triads.free()[:at_most].count()
    if free < at_most:
        quiet = triads.filter(free_from__gt=Now(), seen_at__lt=Now() - quiet_after(study))
        free += quiet[: at_most - free].count()
    return free


def none_free(study: Study) -> Refused:
    """Return the refusal where no triad is free: come again, or the study is complete."""
    unanswered = Triad.objects.planned().unanswered().filter(study=study)
    held = Q(free_from__gt=Now())
    found = unanswered.aggregate(any=Min("free_from"), at=Min("free_from", filter=held))
    if found["any"] is None:
        return Refused(Refusal.COMPLETE)
    return Refused(Refusal.NO_PLACE, retry_at=found["at"], waits_for=Waiting.Reason.TRIADS)


def retake(trial: Trial, study: Study) -> bool:
    """Hold the triad of a lapsed trial again, where no other judge has taken it.

    The judge's row must be locked: a judge holds one triad.
    """
    if not Study.objects.accepting().filter(pk=study.pk).exists():
        return False
    with transaction.atomic():
        triad = Triad.objects.filter(pk=trial.triad_id, free_from__lte=Now())  # type: ignore[misc]  # of a triad
        if not triad.update(free_from=Now() + hold_of(study), seen_at=Now()):
            return False
        of_triad = Trial.objects.filter(triad_id=trial.triad_id, state=Trial.State.HELD)  # type: ignore[misc]  # of a triad
        of_triad.exclude(pk=trial.pk).update(state=Trial.State.LAPSED)
        again = Trial.objects.filter(pk=trial.pk)
        again.update(state=Trial.State.HELD, held_at=Now(), given_again=True)
    trial.refresh_from_db()
    return True


def renew(trial: Trial) -> bool:
    """Prolong a hold while its page is visible, three times at most."""
    with transaction.atomic():
        # The triad's lock comes first, as everywhere; the trial is read under it.
        Triad.objects.select_for_update(no_key=True).get(pk=trial.triad_id)
        held = Trial.objects.held_now().filter(pk=trial.pk, renewals__lt=MAX_RENEWALS)
        if not held.exists():
            return False
        _prolong(trial)
        Trial.objects.filter(pk=trial.pk).update(renewals=F("renewals") + 1)
        return True


def _prolong(trial: Trial) -> None:
    """Hold the triad anew. (Triads for practice and attention are shared and never held.)"""
    triad = Triad.objects.filter(pk=trial.triad_id, kind=Kind.MAIN)  # type: ignore[misc]  # of a triad
    triad.update(free_from=Now() + hold_of(trial.study), seen_at=Now())


def show_life(trial: Trial) -> bool:
    """Note that the judge is there; False where the triad is no longer held for this trial."""
    held = Trial.objects.held_now().filter(pk=trial.pk)
    Triad.objects.filter(pk__in=held.values("triad"), kind=Kind.MAIN).update(seen_at=Now())
    return held.exists()


def give_on(trial: Trial) -> bool:
    """Free the triad of a silent judge; False where a sign of life or an answer came meanwhile."""
    with transaction.atomic():
        triads = Triad.objects.select_for_update(no_key=True, skip_locked=True)
        if not triads.filter(pk=trial.triad_id).exists():
            return False
        silent = Trial.objects.silent_for(quiet_after(trial.study)).filter(pk=trial.pk)
        if not silent.update(state=Trial.State.LAPSED):
            return False
        Triad.objects.filter(pk=trial.triad_id).update(free_from=Now())  # type: ignore[misc]  # of a triad
        return True


def restart(trial: Trial) -> None:
    """Begin a hold anew: its judge answered the questionnaire first and has read no text yet."""
    with transaction.atomic():
        Triad.objects.select_for_update(no_key=True).get(pk=trial.triad_id)
        held = Trial.objects.held_now().filter(pk=trial.pk)
        if held.exists():
            _prolong(trial)
            held.update(held_at=Now())
