"""The way of one answer: a judge starts, holds a triad, chooses. See ARCHITECTURE.md.

Locks are always taken in the order study, link, judge, triad, so that no two of these functions,
nor one of them and a researcher's (services.studies: the study's row first), wait for each other.
"""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db import IntegrityError, connection, transaction
from django.db.models import Case, Min, Q, When
from django.db.models.functions import Now

from studies.models import Answer, Event, Judge, RecruitmentLink, Study, Triad, Trial
from studies.models.sample import Kind
from studies.models.triad import Mode
from studies.models.trial import RUNS
from studies.reading_record import PageRecord
from studies.services.events import log
from studies.services.judging import claims, exclusion, limits, panels, practice, reading_records
from studies.services.judging.claims import hold_of, renew, still_held
from studies.services.judging.pseudonyms import pseudonym
from studies.services.judging.refusals import Refusal, Refused
from studies.services.lifecycle import triads
from studies.signals import announce

__all__ = [
    "Stored",
    "Visitor",
    "answer",
    "check_link",
    "check_study",
    "evaluations_used",
    "find_judge",
    "hold_of",
    "next_trial",
    "renew",
    "start",
    "still_held",
]


@dataclass(frozen=True, slots=True)
class Stored:
    """What became of a choice: `differs` where another choice had been kept before."""

    trial: Trial
    differs: bool = False


@dataclass(frozen=True, slots=True)
class Visitor:
    """Whoever stands at a recruitment link, as far as the request tells."""

    form_key: str
    source: str = ""
    external_id: str = ""
    address: str = ""
    language: str = ""
    # Further parameters of a panel's address.
    panel_parameters: dict[str, str] = field(default_factory=dict)
    # The key of the browser; empty where it has none yet.
    browser_key: str = ""


# The frozen plan names every text: megabytes that no judge's request needs.
PLAN = "study__plan_json"


def start(*, token: str, visitor: Visitor, consent_sha256: str) -> Trial:
    """The trial of whoever starts at a link: found again, or a new judge's first.

    Five clicks, two tabs and a browser without cookies make one judge. Raises Stopped; then
    nothing is stored.
    """
    with transaction.atomic():
        link = RecruitmentLink.objects.with_study().filter(token=token).first()
        if link is None or link.study.status not in (*Study.COUNTING_STATUSES, Study.Status.CLOSED):
            raise Refused(Refusal.UNKNOWN)
        lock_study(link.study_id)
        judge = find_judge(link, visitor)
        if judge is None:
            judge, is_new = _admit(link, visitor, consent_sha256)
            if is_new:
                # Seen by nobody else before this transaction ends.
                return _give(judge, [])
        if judge.withdrawn_at is not None:
            raise Refused(Refusal.WITHDRAWN, judge=judge)
        trial = next_trial(judge)
        # After the locks of the above, which come in their order.
        panels.save_return_link(judge, link, visitor.panel_parameters)
        return trial


def find_judge(link: RecruitmentLink, visitor: Visitor) -> Judge | None:
    """The judge who came before: by the personal link, the external id, the form key.

    Of a judge who has withdrawn, what stands for the id and the key is still known.
    """
    judges = Judge.objects.filter(study=link.study, mode=link.mode)
    if link.personal:
        return judges.filter(link=link).first()
    if visitor.external_id:
        ids = [visitor.external_id, pseudonym(link.study, visitor.external_id)]
        return judges.filter(source=visitor.source, external_id__in=ids).first()
    if not visitor.form_key:
        return None
    keys = [visitor.form_key, pseudonym(link.study, visitor.form_key)]
    return judges.filter(form_key__in=keys).first()


def _admit(link: RecruitmentLink, visitor: Visitor, consent_sha256: str) -> tuple[Judge, bool]:
    """Make a judge, where link, study and limits allow one more; True where it is a new one."""
    # One query where all is well; where it is not, the reason is looked for.
    accepting = RecruitmentLink.objects.usable().filter(study__in=Study.objects.accepting())
    if link.study.is_complete or not accepting.filter(pk=link.pk).exists():
        check_link(link)
        check_study(link.study, mode=Mode(link.mode))
    panels.check_member(link, visitor.external_id)
    limits.check_starts(link, visitor.address, visitor.form_key, external=bool(visitor.external_id))
    if limits.apply(link, external=bool(visitor.external_id)):
        limits.lock(link)
        # A second click that waited for the first one's lock must not be told that all is full.
        if judge := find_judge(link, visitor):
            return judge, False
        limits.check(link, external=bool(visitor.external_id))
    try:
        with transaction.atomic():
            return _make_judge(link, visitor, consent_sha256, visitor.form_key), True
    except IntegrityError:
        # The same person, in the same moment: the other request was first. Or another person in
        # a browser that somebody used before: the form key is known, the person is not.
        if judge := find_judge(link, visitor):
            return judge, False
        return _make_judge(link, visitor, consent_sha256, ""), True


def _make_judge(link: RecruitmentLink, visitor: Visitor, consent: str, form_key: str) -> Judge:
    return Judge.objects.create(
        study=link.study,
        link=link,
        mode=link.mode,
        personal=link.personal,
        source=visitor.source,
        external_id=visitor.external_id,
        form_key=form_key or secrets.token_urlsafe(18),
        panel_parameters=visitor.panel_parameters,
        browser_key=visitor.browser_key or secrets.token_urlsafe(18),
        same_browser_as=panels.judge_of_browser(link.study, visitor.browser_key),
        consent_sha256=consent,
        language=visitor.language,
    )


def check_link(link: RecruitmentLink) -> None:
    """Raise Stopped where the link is revoked, has run out, or is full."""
    if link.revoked_at is not None:
        raise Refused(Refusal.REVOKED)
    if not RecruitmentLink.objects.usable().filter(pk=link.pk).exists():
        raise Refused(Refusal.EXPIRED)


def check_study(study: Study, *, mode: Mode) -> None:
    """Raise Stopped where the study gives no triads."""
    if study.status not in (*Study.COUNTING_STATUSES, Study.Status.CLOSED):
        raise Refused(Refusal.UNKNOWN)
    if study.status == Study.Status.CLOSED or study.archived_at is not None:
        raise Refused(Refusal.CLOSED)
    if mode == Mode.LIVE and study.is_complete:
        raise Refused(Refusal.COMPLETE)
    if study.status == Study.Status.PAUSED:
        raise Refused(Refusal.PAUSED)
    if not Study.objects.accepting().filter(pk=study.pk).exists():
        raise Refused(Refusal.CLOSED)


def next_trial(judge: Judge) -> Trial:
    """The trial this judge holds, else a new one. Raises Stopped.

    A trial whose hold ran out is given again where its triad is free.
    """
    with transaction.atomic():
        lock_study(judge.study_id)
        if judge.link.quota is not None:
            limits.lock(judge.link)
        locked = Judge.objects.select_for_update(of=("self",), no_key=True)
        judge = locked.select_related("study", "link").defer(PLAN).get(pk=judge.pk)
        try:
            return _trial_of(judge)
        except Refused as refused:
            refused.judge = judge
            raise


def _trial_of(judge: Judge) -> Trial:
    if judge.withdrawn_at is not None:
        raise Refused(Refusal.WITHDRAWN)
    history = _history(judge)
    held: Trial | None = next((trial for trial in history if trial.state == Trial.State.HELD), None)
    main = [trial for trial in history if trial.kind == Kind.MAIN]
    used = sum(trial.state in Trial.USED_STATES for trial in main)
    if used >= judge.study.evaluations_per_judge:
        raise Refused(Refusal.FINISHED)
    if held is not None and held.is_running:  # type: ignore[attr-defined]  # annotated
        return held
    check_study(judge.study, mode=Mode(judge.mode))
    in_practice = any(trial.is_running for trial in history if trial.kind != Kind.MAIN)
    if not used and not in_practice:
        # Without an answer and without a hold: the place may be another's by now.
        limits.check_quota(judge.link)
    return _give(judge, history)


def _history(judge: Judge) -> list[Any]:
    """All the trials that a judge has had, each with `is_running`: its hold has not run out."""
    running = Case(When(RUNS, then=True), default=False)
    trials = Trial.objects.filter(judge=judge).select_related("triad")
    return list(trials.annotate(is_running=running).order_by("pk"))


def _give(judge: Judge, history: Sequence[Trial]) -> Trial:
    """A trial for a judge who has had those: what the plan puts before the next evaluation, the one
    whose hold ran out, or a new one.
    """
    if trial := _give_uncounted(judge, history):
        return trial
    return _give_main(judge, [trial for trial in history if trial.kind == Kind.MAIN])


def _give_uncounted(judge: Judge, history: Sequence[Trial]) -> Trial | None:
    """The practice or attention triad that is due; not where no evaluation could follow it."""
    place = practice.due(judge, history)
    if place is None:
        return None
    used = [trial for trial in history if trial.state in Trial.USED_STATES]
    had = [trial.triad for trial in used if trial.kind == Kind.MAIN]
    if judge.mode == Mode.LIVE and not claims.any_free(judge, had):
        raise _nothing_free(judge.study)
    return practice.give(judge, history, *place)


def _give_main(judge: Judge, history: Sequence[Trial]) -> Trial:
    held = [trial for trial in history if trial.state == Trial.State.HELD]
    if held and claims.retake(held[0], judge.study):
        return held[0]
    triad_id = _claim(judge, [trial.triad for trial in history])
    if triad_id is None:
        # Nothing that is new to this judge; perhaps something that was left unanswered.
        lapsed = (trial for trial in history if trial.state == Trial.State.LAPSED)
        for trial in lapsed:
            if claims.retake(trial, judge.study):
                return trial
        raise _nothing_free(judge.study)
    Trial.objects.filter(triad_id=triad_id, state=Trial.State.HELD).update(state=Trial.State.LAPSED)
    return Trial.objects.create(study=judge.study, triad_id=triad_id, judge=judge, mode=judge.mode)


def _claim(judge: Judge, had: Sequence[Triad]) -> int | None:
    triad_id = claims.claim(judge, had)
    if triad_id is None and judge.mode == Mode.PILOT:
        # Of many pilot judges at once one makes the block, and the others find it.
        triads.wait_for_pilot_block(judge.study)
        triad_id = claims.claim(judge, had)
        if triad_id is None:
            triads.add_pilot_block(judge.study)
            triad_id = claims.claim(judge, had)
    return triad_id


def _nothing_free(study: Study) -> Refused:
    waiting = Triad.objects.planned().unanswered().filter(study=study)
    next_free = waiting.aggregate(at=Min("free_from"))["at"]
    if next_free is None:
        return Refused(Refusal.COMPLETE)
    return Refused(Refusal.NO_PLACE, retry_at=next_free)


def evaluations_used(judge: Judge) -> int:
    """How many of the judge's evaluations are used up."""
    return Trial.objects.used().filter(judge=judge).count()


def answer(*, code: str, position: int, record: PageRecord | None = None) -> Stored:
    """Store the choice of a trial, once; a second one changes nothing.

    `record` is what the page says of the reading, stored beside the choice as far as it can be
    true.

    A choice whose hold ran out counts where its triad is free and the study open; else it is
    surplus: stored, not counted. Raises Stopped (unknown, withdrawn, finished) and ValueError for
    a position other than 1, 2, 3.
    """
    if position not in (1, 2, 3):
        raise ValueError("position must be 1, 2 or 3")
    with transaction.atomic():
        trial = _lock(code)
        kept = Answer.objects.filter(trial=trial).first()
        if kept is not None:
            return _already(trial, differs=kept.chosen_position != position)
        if trial.state == Trial.State.WITHDRAWN or trial.judge.withdrawn_at is not None:
            raise Refused(Refusal.WITHDRAWN, judge=trial.judge)
        if evaluations_used(trial.judge) >= trial.study.evaluations_per_judge:
            # A lapsed trial, sent after the judge's last evaluation was made elsewhere.
            raise Refused(Refusal.FINISHED, judge=trial.judge)
        _settle(trial)
        stored = Answer.objects.create(
            trial=trial,
            chosen_position=position,
            shown_at=trial.held_at,
            page_translated=record is not None and record.translated,
        )
        reading_records.store(answer=stored, record=record)
        exclusion.apply_exclusion(stored)
        announce(trial.study_id)
        return Stored(trial)


def _lock(code: str) -> Trial:
    """The trial, with its judge, triad and the study's status held still until commit."""
    found = Trial.objects.filter(code=code).values("judge", "triad", "study").first()
    if found is None:
        raise Refused(Refusal.UNKNOWN)
    # Many judges at once, but not while somebody closes the study.
    lock_study(found["study"], strength="SHARE")
    Judge.objects.select_for_update(no_key=True).get(pk=found["judge"])
    _lock_triads(found["triad"], found["judge"])
    with_all = Trial.objects.select_related("judge__link", "triad", "study").defer(PLAN)
    trial: Trial = with_all.get(code=code)
    return trial


def _lock_triads(triad_id: int, judge_id: int) -> None:
    """The triad, and with it those that an exclusion of this judge would free: in one order.

    Nobody waits for a triad that all judges share.
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


def lock_study(study_id: int, *, strength: str = "KEY SHARE") -> None:
    """Lock the study against being erased; with SHARE, against any change of its row."""
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT 1 FROM studies_study WHERE id = %s FOR {strength}", [study_id])  # noqa: S608 - of two constants
        if cursor.fetchone() is None:
            raise Refused(Refusal.UNKNOWN)


def _already(trial: Trial, *, differs: bool) -> Stored:
    if differs:
        log(trial.study, Event.What.SECOND_CHOICE_REFUSED, trial=trial.pk)
    return Stored(trial, differs=differs)


def _settle(trial: Trial) -> None:
    """Decide whether the choice counts, and take the triad for good where it does."""
    if trial.kind != Kind.MAIN:
        asked = trial.study.status in Study.COUNTING_STATUSES
        _end(trial, Trial.State.ANSWERED if asked else Trial.State.SURPLUS)
        return
    within_plan = trial.mode == Mode.PILOT or trial.triad.number <= trial.study.evaluations
    ours = trial.state == Trial.State.HELD
    free = Triad.objects.free().filter(pk=trial.triad_id).exists()
    counts = trial.study.status in Study.COUNTING_STATUSES and within_plan and (ours or free)
    if exclusion.no_longer_counts(trial.judge):
        counts = False
        if ours:
            Triad.objects.filter(pk=trial.triad_id).update(free_from=Now())
    if counts:
        Trial.objects.filter(triad=trial.triad_id, state=Trial.State.HELD).exclude(
            pk=trial.pk
        ).update(state=Trial.State.LAPSED)
        with connection.cursor() as cursor:
            cursor.execute(
                "UPDATE studies_triad SET free_from = 'infinity' WHERE id = %s", [trial.triad_id]
            )
    _end(trial, Trial.State.ANSWERED if counts else Trial.State.SURPLUS)


def _end(trial: Trial, state: Trial.State) -> None:
    trial.state = state
    trial.save(update_fields=["state"])
