"""Recompute a study: store its result, and once its verdict.

A recomputation may be repeated, race with others and be killed anywhere: it counts everything anew,
a run that saw less never overwrites one that saw more, and a verdict is stored once.
"""

import json
import logging
from dataclasses import asdict, replace
from enum import StrEnum

from django.db import OperationalError, connection, transaction

from analysis.models import Result, Verdict
from analysis.recomputation import counting
from analysis.recomputation.by_kind import recomputation_of
from analysis.recomputation.counts import Inputs, StudyCounts
from studies.models import Event, Study
from studies.services.advisory_locks import LockClass, session_lock
from studies.services.events import log
from studies.services.lifecycle import transitions
from studies.values.json_values import FiniteJSONEncoder

ATTEMPTS = 10
# PostgreSQL's code: a row to be written was changed after the snapshot was taken.
SERIALIZATION_FAILURE = "40001"

logger = logging.getLogger(__name__)


class RunStatus(StrEnum):
    """How a recomputation ended."""

    DONE = "done"
    BUSY = "busy"  # another worker is at it
    GONE = "gone"  # the study has been erased


def recompute(*, study_id: int, wait: bool = False) -> RunStatus:
    """Count a study's answers anew, store the result, and give the verdict if it is due.

    One run a study at a time: while another runs, return BUSY or `wait`. Not to be called within a
    transaction: its snapshot would be too old.
    """
    # Before any transaction: in REPEATABLE READ the statement that waits for the lock would also
    # take the snapshot, and the run would miss the answers that came while it waited.
    with session_lock(LockClass.RECOMPUTATION, study_id, wait=wait) as ours:
        if not ours:
            return RunStatus.BUSY
        try:
            transitions.mark_complete(study_id=study_id)
            _run(study_id)
            _end_recruitment(study_id)
        except Study.DoesNotExist:
            logger.info("study %s is gone: nothing to recompute", study_id)
            return RunStatus.GONE
    return RunStatus.DONE


def _run(study_id: int) -> None:
    """Run in a snapshot, and again if a row to be written was changed after it was taken."""
    for attempt in range(1, ATTEMPTS + 1):
        try:
            return _run_in_snapshot(study_id)
        except OperationalError as error:
            code = getattr(error.__cause__, "pgcode", None)
            if code != SERIALIZATION_FAILURE or attempt == ATTEMPTS:
                raise
    return None


def _run_in_snapshot(study_id: int) -> None:
    with transaction.atomic(durable=True):
        _take_one_snapshot()
        study = Study.objects.get(pk=study_id)
        inputs, sets = recomputation_of(study).count(study)
        if not _covers_stored_result(study, inputs):
            return
        counts = sets[study.primary_set]
        verdict = Verdict.objects.filter(study=study).first() or _give_verdict(study, counts)
        if verdict is not None:
            left, later = recomputation_of(study).since(study, verdict)
            counts = replace(counts, verdict_left=left, after_verdict=later)
        for analysis_set, found in {**sets, study.primary_set: counts}.items():
            store_result(study_id=study_id, inputs=inputs, counts=found, analysis_set=analysis_set)


def _take_one_snapshot() -> None:
    """Let all statements of this transaction see the same answers."""
    if not connection.savepoint_ids:  # a test's own transaction has begun already
        with connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")


def _covers_stored_result(study: Study, inputs: Inputs) -> bool:
    """Return whether no other run has seen more."""
    stored = Result.objects.filter(study=study, analysis_set=study.primary_set).first()
    return stored is None or inputs.covers(_inputs_of(stored))


def _inputs_of(result: Result) -> Inputs:
    return Inputs(**{name: getattr(result, name) for name in Inputs.__slots__})


def _score(counted: StudyCounts | Result | Verdict) -> tuple[int, int]:
    return counted.counted, counted.correct


def differences(*, study_id: int) -> list[str]:
    """Say where results and verdict differ from what the answers give: after a restore, a lost row.

    A result that is only out of date does not differ.
    """
    study = Study.objects.get(pk=study_id)
    inputs, sets = recomputation_of(study).count(study)
    found = []
    for result in Result.objects.filter(study=study).order_by("pk"):
        stored, counts = _inputs_of(result), sets.get(result.analysis_set)
        if not inputs.covers(stored):
            found.append(
                f"study {study_id}: now {inputs}, but its result was computed from {stored}"
            )
        elif inputs == stored and counts and _score(counts) != _score(result):
            now = f"{counts.correct} of {counts.counted} are right"
            found.append(f"study {study_id}: {now}, but its result says {result}")
    return found + _differences_of_verdict(study, inputs)


def _differences_of_verdict(study: Study, inputs: Inputs) -> list[str]:
    """Compare a verdict with its answers, which stay but for withdrawals and exclusions."""
    verdict = Verdict.objects.filter(study=study).first()
    if verdict is None or inputs.trials_withdrawn or inputs.judges_excluded:
        return []
    left, _later = recomputation_of(study).since(study, verdict)
    if (left.counted, left.correct) == _score(verdict):
        return []
    now = f"{left.correct} of {left.counted} of its answers are right"
    return [f"study {study.pk}: {now}, but its verdict says {verdict}"]


# Compare and set in one statement: it does nothing if any part of what this run saw is smaller than
# what the stored result saw. The revision grows only if something that is shown has changed.
STORE = """
    INSERT INTO analysis_result AS r (study_id, analysis_set, answers_stored, trials_withdrawn,
        amendments, judges_excluded, method_version, counted, correct, numbers, revision,
        computed_at)
    VALUES (%(study)s, %(analysis_set)s, %(answers_stored)s, %(trials_withdrawn)s, %(amendments)s,
        %(judges_excluded)s, %(method_version)s, %(counted)s, %(correct)s, %(numbers)s, 1, now())
    ON CONFLICT (study_id, analysis_set) DO UPDATE SET
        answers_stored = excluded.answers_stored,
        trials_withdrawn = excluded.trials_withdrawn,
        amendments = excluded.amendments,
        judges_excluded = excluded.judges_excluded,
        method_version = excluded.method_version,
        counted = excluded.counted,
        correct = excluded.correct,
        numbers = excluded.numbers,
        revision = r.revision + (
            (r.numbers, r.amendments, r.method_version)
            IS DISTINCT FROM (excluded.numbers, excluded.amendments, excluded.method_version)
        )::int,
        computed_at = excluded.computed_at
    WHERE r.answers_stored <= excluded.answers_stored
      AND r.trials_withdrawn <= excluded.trials_withdrawn
      AND r.amendments <= excluded.amendments
      AND r.judges_excluded <= excluded.judges_excluded
      AND r.method_version <= excluded.method_version
    RETURNING revision
"""


def store_result(
    *, study_id: int, inputs: Inputs, counts: StudyCounts, analysis_set: str = counting.ALL
) -> bool:
    """Store a result; return False if one that saw more is stored already."""
    values = {
        "study": study_id,
        "analysis_set": analysis_set,
        **asdict(inputs),
        "counted": counts.counted,
        "correct": counts.correct,
        "numbers": json.dumps(counts.as_json(), cls=FiniteJSONEncoder),
    }
    with connection.cursor() as cursor:
        cursor.execute(STORE, values)
        return cursor.fetchone() is not None


def _give_verdict(study: Study, counts: StudyCounts) -> Verdict | None:
    """Store the verdict if it is due; of runs that do so at the same time, one does."""
    decision = recomputation_of(study).due(study, counts)
    if decision is None:
        return None
    # A withdrawal changes the study's row: this run then fails here and begins anew.
    Study.objects.select_for_update(no_key=True).values("pk").get(pk=study.pk)
    verdict = Verdict(
        study=study,
        evaluations=study.evaluations,
        method_version=counting.METHOD_VERSION,
        outcome=decision.outcome,
        counted=decision.counted,
        correct=decision.correct,
        last_answer=decision.last_answer,
        numbers=decision.numbers,
    )
    Verdict.objects.bulk_create([verdict], ignore_conflicts=True)
    log(study, Event.What.VERDICT_GIVEN, counted=decision.counted)
    return Verdict.objects.get(study=study)


def _end_recruitment(study_id: int) -> None:
    """End recruitment after a sequential verdict: at each run, so that no crash skips it."""
    decided = Verdict.objects.filter(
        study=study_id,
        study__method=Study.Method.SEQUENTIAL,
        study__completed_at=None,
        outcome__in=["difference", "similarity"],
    )
    if decided.exists():
        transitions.end_recruitment(study_id=study_id)
