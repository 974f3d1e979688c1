"""Writing what the answers mean: the result of a study, and once its verdict.

Recomputing is safe to repeat, to race with itself and to interrupt anywhere: it counts everything
anew, a run that saw less never overwrites one that saw more, and a verdict is stored once.
"""

import json
import logging
from dataclasses import asdict, replace
from enum import StrEnum

from django.db import OperationalError, connection, transaction

from analysis.models import Result, Verdict
from analysis.recomputation import counting, verdicts
from analysis.recomputation.counts import Inputs, StudyCounts
from studies.models import Event, Study
from studies.services.advisory_locks import LockClass, session_lock
from studies.services.events import log
from studies.services.lifecycle import transitions

ATTEMPTS = 10
# A row that a run wants to write was written by another since its snapshot was taken.
SERIALIZATION_FAILURE = "40001"

logger = logging.getLogger(__name__)


class Run(StrEnum):
    """How a recomputation ended."""

    DONE = "done"
    BUSY = "busy"  # another worker is at it
    GONE = "gone"  # the study has been erased


def recompute(*, study_id: int, wait: bool = False) -> Run:
    """Count a study's answers anew, store the result, and give the verdict where it is due.

    One run a study at a time: where another is at it, BUSY at once, or `wait` for it. Must not be
    called within a transaction, whose snapshot would be too old.
    """
    # Before any transaction: in REPEATABLE READ the statement that waits for the lock would also
    # take the snapshot, and the run would miss the answers that came while it waited.
    with session_lock(LockClass.RECOMPUTATION, study_id, wait=wait) as ours:
        if not ours:
            return Run.BUSY
        try:
            transitions.mark_complete(study_id=study_id)
            _repeated(study_id)
            _end_recruitment(study_id)
        except Study.DoesNotExist:
            logger.info("study %s is gone: nothing to recompute", study_id)
            return Run.GONE
    return Run.DONE


def _repeated(study_id: int) -> None:
    """The run, once more where a row it needs was changed after its snapshot."""
    for attempt in range(1, ATTEMPTS + 1):
        try:
            return _run(study_id)
        except OperationalError as error:
            code = getattr(error.__cause__, "pgcode", None)
            if code != SERIALIZATION_FAILURE or attempt == ATTEMPTS:
                raise
    return None


def _run(study_id: int) -> None:
    with transaction.atomic(durable=True):
        _one_snapshot()
        study = Study.objects.get(pk=study_id)
        inputs, sets = counting.count(study)
        if not _newest(study, inputs):
            return
        counts = sets[study.primary_set]
        verdict = Verdict.objects.filter(study=study).first() or _give_verdict(study, counts)
        if verdict is not None:
            left, later = counting.since_verdict(
                study, last_answer=verdict.last_answer, planned=verdict.evaluations
            )
            counts = replace(counts, verdict_left=left, after_verdict=later)
        for analysis_set, found in {**sets, study.primary_set: counts}.items():
            store_result(study_id=study_id, inputs=inputs, counts=found, analysis_set=analysis_set)


def _one_snapshot() -> None:
    """All statements of this transaction see the same answers."""
    if not connection.savepoint_ids:  # a test's own transaction has begun already
        with connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")


def _newest(study: Study, inputs: Inputs) -> bool:
    """No other run has seen more."""
    stored = Result.objects.filter(study=study, analysis_set=study.primary_set).first()
    return stored is None or inputs.covers(
        Inputs(**{name: getattr(stored, name) for name in Inputs.__slots__})
    )


# Compare and set in one statement: where any part of what this run saw is smaller than what the
# stored result saw, nothing happens. The revision grows only when something is different to see.
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
    """Store a result, unless one that saw more is stored already; then False."""
    values = {
        "study": study_id,
        "analysis_set": analysis_set,
        **asdict(inputs),
        "counted": counts.counted,
        "correct": counts.correct,
        "numbers": json.dumps(counts.as_json()),
    }
    with connection.cursor() as cursor:
        cursor.execute(STORE, values)
        return cursor.fetchone() is not None


def _give_verdict(study: Study, counts: StudyCounts) -> Verdict | None:
    """Store the verdict if it is due, once, whoever else tries in the same moment."""
    decision = verdicts.due(study, counts)
    if decision is None:
        return None
    # Whoever withdraws changes the study's row: then this run fails here, and begins anew.
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
    """After a sequential verdict no more judges; asked at each run, so that no crash skips it."""
    decided = Verdict.objects.filter(
        study=study_id,
        study__method=Study.Method.SEQUENTIAL,
        study__completed_at=None,
        outcome__in=["difference", "similarity"],
    )
    if decided.exists():
        transitions.end_recruitment(study_id=study_id)
