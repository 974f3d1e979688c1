"""Claims: which triad a judge gets, and for how long it is held.

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
from django.db.models import F
from django.db.models.functions import Now

from studies.models import Judge, Study, Triad, Trial
from studies.models.sample import Kind
from studies.models.triad import Mode

MAX_RENEWALS = 3
# How long a judge waits for triads that others hold only for the moment of their own claim.
PATIENCE_SECONDS = 2.0
FIRST_PAUSE = 0.01


def hold_of(study: Study) -> timedelta:
    """Return how long a triad is held for a trial; briefly in test studies, to replace leavers."""
    if study.is_test:
        return timedelta(seconds=2)
    return timedelta(minutes=study.hold_minutes)


# Of many judges at once no two get the same triad, and none waits. The subquery orders by: no text
# this judge has read, the order this judge has had least, the lowest number.
_FREE = """
    FROM studies_triad t
    WHERE t.study_id = %(study)s AND t.mode = %(mode)s AND t.kind = 'main'
      AND t.number <= %(last)s AND t.free_from <= statement_timestamp()
      AND NOT t.id = ANY(%(had)s::bigint[])
"""
_CLAIM = f"""
    UPDATE studies_triad SET free_from = statement_timestamp() + %(hold)s
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
"""  # noqa: S608 - no value comes into the text
# A judge who has had nothing yet: the same without the history, so that the index alone orders.
_FIRST_CLAIM = f"""
    UPDATE studies_triad SET free_from = statement_timestamp() + %(hold)s
    WHERE id = (
        SELECT t.id {_FREE} ORDER BY t.number LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED
    )
    RETURNING id
"""  # noqa: S608 - no value comes into the text
_ANY_FREE = f"SELECT EXISTS (SELECT {_FREE})"


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
        if triad_id is not None or not _any_free(values) or time.monotonic() > until:
            return triad_id
        time.sleep(pause)
        pause *= 2


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
    """Whether some triad is free for this judge, who has had `had`."""
    return _any_free(_values(judge, had))


def _any_free(values: dict[str, Any]) -> bool:
    with connection.cursor() as cursor:
        cursor.execute(_ANY_FREE, values)
        return bool(cursor.fetchone()[0])


def retake(trial: Trial, study: Study) -> bool:
    """Hold the triad of a lapsed trial again, where no other judge has taken it.

    The judge's row must be locked: a judge holds one triad.
    """
    if not Study.objects.accepting().filter(pk=study.pk).exists():
        return False
    with transaction.atomic():
        triad = Triad.objects.filter(pk=trial.triad_id, free_from__lte=Now())
        if not triad.update(free_from=Now() + hold_of(study)):
            return False
        of_triad = Trial.objects.filter(triad_id=trial.triad_id, state=Trial.State.HELD)
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
    triad = Triad.objects.filter(pk=trial.triad_id, kind=Kind.MAIN)
    triad.update(free_from=Now() + hold_of(trial.study))


def restart(trial: Trial) -> None:
    """Begin a hold anew: its judge answered the questionnaire first and has read no text yet."""
    with transaction.atomic():
        Triad.objects.select_for_update(no_key=True).get(pk=trial.triad_id)
        held = Trial.objects.held_now().filter(pk=trial.pk)
        if held.exists():
            _prolong(trial)
            held.update(held_at=Now())
