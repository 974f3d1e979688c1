"""The choice of a trial: stored once, counted or surplus."""

from dataclasses import dataclass

from django.db import connection, transaction
from django.db.models import Q
from django.db.models.functions import Now

from studies.models import Answer, Event, Judge, Study, Triad, Trial
from studies.models.sample import Kind
from studies.models.triad import Mode
from studies.reading_record import PageRecord
from studies.services.events import log
from studies.services.judging import exclusion, reading_records
from studies.services.judging.refusals import Refusal, Refused
from studies.services.judging.trials import evaluations_used, lock_study
from studies.signals import announce


@dataclass(frozen=True, slots=True)
class StoredChoice:
    """The trial of a choice; `differs` where another choice had been stored before."""

    trial: Trial
    differs: bool = False


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
        trial = _locked_trial(code)
        stored = Answer.objects.filter(trial=trial).first()
        if stored is None:
            _store(trial, position, record)
            return StoredChoice(trial)
        differs = stored.chosen_position != position
        if differs:
            log(trial.study, Event.What.SECOND_CHOICE_REFUSED, trial=trial.pk)
        return StoredChoice(trial, differs=differs)


def _store(trial: Trial, position: int, record: PageRecord | None) -> None:
    if trial.state == Trial.State.WITHDRAWN or trial.judge.withdrawn_at is not None:
        raise Refused(Refusal.WITHDRAWN, judge=trial.judge)
    if evaluations_used(trial.judge) >= trial.study.evaluations_per_judge:
        # A lapsed trial, sent after the judge's last evaluation was made elsewhere.
        raise Refused(Refusal.FINISHED, judge=trial.judge)
    _set_state(trial)
    stored = Answer.objects.create(
        trial=trial,
        chosen_position=position,
        shown_at=trial.held_at,
        page_translated=record is not None and record.translated,
    )
    Judge.objects.filter(pk=trial.judge_id).update(last_stored_at=Now())
    reading_records.store(answer=stored, record=record)
    exclusion.apply_exclusion(stored)
    announce(trial.study_id)


def _locked_trial(code: str) -> Trial:
    """Return the trial; its judge, its triad and the study's status stay as they are to commit."""
    found = Trial.objects.filter(code=code).values("judge", "triad", "study").first()
    if found is None:
        raise Refused(Refusal.UNKNOWN)
    # Many judges share the lock; closing the study waits for them.
    lock_study(found["study"], strength="SHARE")
    Judge.objects.select_for_update(no_key=True).get(pk=found["judge"])
    _lock_triads(found["triad"], found["judge"])
    trial: Trial = Trial.objects.with_study().get(code=code)
    return trial


def _lock_triads(triad_id: int, judge_id: int) -> None:
    """Lock the triad, and those that an exclusion of this judge would free, in one order.

    A triad that all judges share is not locked: no answer changes it.
    """
    of_judge = Trial.objects.filter(
        judge=judge_id,
        kind=Kind.MAIN,
        state=Trial.State.ANSWERED,
        study__primary_set=Study.PrimarySet.KEPT,
    )
    wanted = Q(pk=triad_id, kind=Kind.MAIN) | Q(pk__in=of_judge.values("triad"))
    triads = Triad.objects.select_for_update(no_key=True).filter(wanted).order_by("pk")
    list(triads.values_list("pk"))


def _set_state(trial: Trial) -> None:
    """Set whether the choice counts; its triad is then taken for good."""
    held = trial.state == Trial.State.HELD
    counts = _counts(trial, held=held)
    if counts and trial.kind == Kind.MAIN:
        _take_triad(trial)
    elif held and trial.kind == Kind.MAIN and exclusion.no_longer_counts(trial.judge):
        Triad.objects.filter(pk=trial.triad_id).update(free_from=Now())
    trial.state = Trial.State.ANSWERED if counts else Trial.State.SURPLUS
    trial.save(update_fields=["state"])


def _counts(trial: Trial, *, held: bool) -> bool:
    if trial.study.status not in Study.COUNTING_STATUSES:
        return False
    if trial.kind != Kind.MAIN:
        return True
    within_plan = trial.mode == Mode.PILOT or trial.triad.number <= trial.study.evaluations
    if not within_plan or exclusion.no_longer_counts(trial.judge):
        return False
    return held or Triad.objects.free().filter(pk=trial.triad_id).exists()


def _take_triad(trial: Trial) -> None:
    """Give the triad to no other judge any more."""
    others = Trial.objects.filter(triad=trial.triad_id, state=Trial.State.HELD)
    others.exclude(pk=trial.pk).update(state=Trial.State.LAPSED)
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE studies_triad SET free_from = 'infinity' WHERE id = %s", [trial.triad_id]
        )
