"""The way of one answer: a judge starts, holds a triad, chooses. See ARCHITECTURE.md.

Locks are always taken in the order link, judge, triad, study, so that no two of these functions
can wait for each other.
"""

import json
import secrets
from collections import Counter
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.db import IntegrityError, connection, transaction
from django.db.models import Min
from django.db.models.functions import Now

from studies.models import Answer, Judge, RecruitmentLink, Study, Triad, Trial
from studies.models.sample import Kind
from studies.models.triad import Mode
from studies.services import limits, planning
from studies.services.record import log
from studies.services.stops import Stop, Stopped
from studies.signals import announce

MAX_RENEWALS = 3


@dataclass(frozen=True, slots=True)
class Stored:
    """What became of a choice: `differs` where another choice had been kept before."""

    trial: Trial
    differs: bool = False


@dataclass(frozen=True, slots=True)
class Comer:
    """Whoever stands at a recruitment link, as far as the request tells."""

    form_key: str
    source: str = ""
    external_id: str = ""
    address: str = ""
    language: str = ""


def start(*, token: str, comer: Comer, consent_sha256: str) -> Trial:
    """The trial of whoever starts at a link: found again, or a new judge's first.

    Five clicks, two tabs and a browser without cookies make one judge. Raises Stopped; then
    nothing is stored.
    """
    with transaction.atomic():
        link = RecruitmentLink.objects.select_related("study").filter(token=token).first()
        if link is None or link.study.status not in (*Study.COUNTING_STATUSES, Study.Status.CLOSED):
            raise Stopped(Stop.UNKNOWN)
        judge = find_judge(link, comer)
        if judge is None:
            judge = _admit(link, comer, consent_sha256)
        return next_trial(judge)


def find_judge(link: RecruitmentLink, comer: Comer) -> Judge | None:
    """The judge who came before: by the personal link, the external id, the form key."""
    judges = Judge.objects.filter(study=link.study, mode=link.mode)
    if link.personal:
        return judges.filter(link=link).first()
    if comer.external_id:
        return judges.filter(source=comer.source, external_id=comer.external_id).first()
    if not comer.form_key:
        return None
    return judges.filter(form_key=comer.form_key).first()


def _admit(link: RecruitmentLink, comer: Comer, consent_sha256: str) -> Judge:
    """Make a judge, where link, study and limits allow one more."""
    check_link(link)
    check_study(link.study, mode=Mode(link.mode))
    limits.check(link, comer.address, external=bool(comer.external_id))
    try:
        with transaction.atomic():
            return _make_judge(link, comer, consent_sha256, comer.form_key)
    except IntegrityError:
        # The same person, in the same moment: the other request was first. Or another person in
        # a browser that somebody used before: the form key is known, the person is not.
        judge = find_judge(link, comer)
        return judge or _make_judge(link, comer, consent_sha256, "")


def _make_judge(link: RecruitmentLink, comer: Comer, consent: str, form_key: str) -> Judge:
    return Judge.objects.create(
        study=link.study,
        link=link,
        mode=link.mode,
        personal=link.personal,
        source=comer.source,
        external_id=comer.external_id,
        form_key=form_key or secrets.token_urlsafe(18),
        consent_sha256=consent,
        language=comer.language,
    )


def check_link(link: RecruitmentLink) -> None:
    """Raise Stopped where the link is revoked, has run out, or is full."""
    if link.revoked_at is not None:
        raise Stopped(Stop.REVOKED)
    if not RecruitmentLink.objects.usable().filter(pk=link.pk).exists():
        raise Stopped(Stop.EXPIRED)


def check_study(study: Study, *, mode: Mode) -> None:
    """Raise Stopped where the study gives no triads."""
    if study.status not in (*Study.COUNTING_STATUSES, Study.Status.CLOSED):
        raise Stopped(Stop.UNKNOWN)
    if study.status == Study.Status.CLOSED or study.archived_at is not None:
        raise Stopped(Stop.CLOSED)
    if mode == Mode.LIVE and study.is_complete:
        raise Stopped(Stop.COMPLETE)
    if study.status == Study.Status.PAUSED:
        raise Stopped(Stop.PAUSED)
    if not Study.objects.accepting().filter(pk=study.pk).exists():
        raise Stopped(Stop.CLOSED)


def next_trial(judge: Judge) -> Trial:
    """The trial this judge holds, else a new one. Raises Stopped.

    A trial whose hold ran out is given again where its triad is free.
    """
    with transaction.atomic():
        judge = (
            Judge.objects.select_for_update(of=("self",)).select_related("study").get(pk=judge.pk)
        )
        if judge.withdrawn_at is not None:
            raise Stopped(Stop.WITHDRAWN, judge=judge)
        held: Trial | None = Trial.objects.filter(judge=judge, state=Trial.State.HELD).first()
        if held is not None and (still_held(held) or retake(held, judge.study)):
            return held
        try:
            return _new_trial(judge)
        except Stopped as stopped:
            stopped.judge = judge
            raise


def _new_trial(judge: Judge) -> Trial:
    if evaluations_used(judge) >= judge.study.evaluations_per_judge:
        raise Stopped(Stop.FINISHED)
    check_study(judge.study, mode=Mode(judge.mode))
    triad_id = _claim(judge)
    if triad_id is None and judge.mode == Mode.PILOT:
        planning.add_pilot_block(judge.study)
        triad_id = _claim(judge)
    if triad_id is None:
        raise _nothing_free(judge.study)
    Trial.objects.filter(triad_id=triad_id, state=Trial.State.HELD).update(state=Trial.State.LAPSED)
    return Trial.objects.create(study=judge.study, triad_id=triad_id, judge=judge, mode=judge.mode)


def _nothing_free(study: Study) -> Stopped:
    waiting = Triad.objects.planned().unanswered().filter(study=study)
    next_free = waiting.aggregate(at=Min("free_from"))["at"]
    if next_free is None:
        return Stopped(Stop.COMPLETE)
    return Stopped(Stop.NO_PLACE, retry_at=next_free)


def evaluations_used(judge: Judge) -> int:
    """How many of the judge's evaluations are used up."""
    return Trial.objects.filter(judge=judge, kind=Kind.MAIN, state__in=Trial.USED_STATES).count()


def still_held(trial: Trial) -> bool:
    """The hold has not run out, by the database's clock."""
    return Trial.objects.held_now().filter(pk=trial.pk).exists()


def retake(trial: Trial, study: Study) -> bool:
    """Hold the triad of a lapsed trial again, where nobody took it meanwhile."""
    with transaction.atomic():
        taken = (
            Triad.objects.filter(pk=trial.triad_id, free_from__lte=Now())
            .filter(study__status=Study.Status.OPEN)
            .update(free_from=Now() + hold_of(study))
        )
        if not taken:
            return False
        Trial.objects.filter(triad_id=trial.triad_id, state=Trial.State.HELD).exclude(
            pk=trial.pk
        ).update(state=Trial.State.LAPSED)
        Trial.objects.filter(pk=trial.pk).update(state=Trial.State.HELD, held_at=Now())
        trial.refresh_from_db()
        return True


def renew(trial: Trial) -> bool:
    """Prolong a hold while its page is visible, three times at most."""
    with transaction.atomic():
        renewed = Trial.objects.held_now().filter(pk=trial.pk, renewals__lt=MAX_RENEWALS)
        triads = Triad.objects.filter(pk__in=renewed.values("triad"))
        if not triads.update(free_from=Now() + hold_of(trial.study)):
            return False
        Trial.objects.filter(pk=trial.pk).update(renewals=trial.renewals + 1)
        return True


def hold_of(study: Study) -> timedelta:
    """For how long a triad is kept for a trial; in test studies briefly, to replace leavers."""
    if study.is_test:
        return timedelta(seconds=2)
    return timedelta(minutes=study.hold_minutes)


# One statement: of many judges at once no two get the same triad, and none waits. The subquery
# orders by: no text this judge has read, the order this judge has had least, the lowest number.
CLAIM = """
    UPDATE studies_triad SET free_from = statement_timestamp() + %(hold)s
    WHERE id = (
        SELECT t.id FROM studies_triad t
        WHERE t.study_id = %(study)s AND t.mode = %(mode)s AND t.kind = 'main'
          AND t.number <= %(last)s AND t.free_from <= statement_timestamp()
          AND NOT t.id = ANY(%(had)s)
        ORDER BY
          (t.first_id = ANY(%(read)s) OR t.second_id = ANY(%(read)s) OR t.third_id = ANY(%(read)s)),
          coalesce((%(orders)s::jsonb ->> t."order")::int, 0),
          t.number
        LIMIT 1
        FOR UPDATE {skip}
    )
    RETURNING id
"""
# A judge who has had nothing yet: the same without the history, so that the index alone orders.
FIRST_CLAIM = """
    UPDATE studies_triad SET free_from = statement_timestamp() + %(hold)s
    WHERE id = (
        SELECT t.id FROM studies_triad t
        WHERE t.study_id = %(study)s AND t.mode = %(mode)s AND t.kind = 'main'
          AND t.number <= %(last)s AND t.free_from <= statement_timestamp()
        ORDER BY t.number
        LIMIT 1
        FOR UPDATE {skip}
    )
    RETURNING id
"""


def _claim(judge: Judge) -> int | None:
    """Hold the best free triad for this judge; None where none is free."""
    had = list(
        Triad.objects.filter(trials__judge=judge).values_list(
            "pk", "order", "first", "second", "third"
        )
    )
    pilot = judge.mode == Mode.PILOT
    values: dict[str, Any] = {
        "hold": hold_of(judge.study),
        "study": judge.study_id,
        "mode": judge.mode,
        "last": 2**31 - 1 if pilot else judge.study.evaluations,
        "had": [pk for pk, *_ in had],
        "read": [sample for _, _, *samples in had for sample in samples],
        "orders": json.dumps(Counter(order for _, order, *_ in had)),
    }
    statement = CLAIM if had else FIRST_CLAIM
    # Rows that others lock in this moment are passed over; if that left nothing, wait for them:
    # their claim may be rolled back.
    for skip in ("SKIP LOCKED", ""):
        with connection.cursor() as cursor:
            cursor.execute(statement.format(skip=skip), values)
            row = cursor.fetchone()
        if row:
            return int(row[0])
    return None


def answer(*, code: str, position: int) -> Stored:
    """Store the choice of a trial, once; a second one changes nothing.

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
            raise Stopped(Stop.WITHDRAWN, judge=trial.judge)
        if evaluations_used(trial.judge) >= trial.study.evaluations_per_judge:
            # A lapsed trial, sent after the judge's last evaluation was made elsewhere.
            raise Stopped(Stop.FINISHED, judge=trial.judge)
        _settle(trial)
        Answer.objects.create(trial=trial, chosen_position=position, shown_at=trial.held_at)
        announce(trial.study_id)
        return Stored(trial)


def _lock(code: str) -> Trial:
    """The trial, with its judge, triad and the study's status held still until commit."""
    found = Trial.objects.filter(code=code).values("judge", "triad", "study").first()
    if found is None:
        raise Stopped(Stop.UNKNOWN)
    Judge.objects.select_for_update(no_key=True).get(pk=found["judge"])
    Triad.objects.select_for_update(no_key=True).get(pk=found["triad"])
    with connection.cursor() as cursor:
        # FOR SHARE: many judges at once, but not while somebody closes the study.
        cursor.execute("SELECT 1 FROM studies_study WHERE id = %s FOR SHARE", [found["study"]])
    trial: Trial = Trial.objects.select_related("judge", "triad", "study").get(code=code)
    return trial


def _already(trial: Trial, *, differs: bool) -> Stored:
    if differs:
        log(trial.study, "second choice refused", trial=trial.pk)
    return Stored(trial, differs=differs)


def _settle(trial: Trial) -> None:
    """Decide whether the choice counts, and take the triad for good where it does."""
    within_plan = trial.mode == Mode.PILOT or trial.triad.number <= trial.study.evaluations
    ours = trial.state == Trial.State.HELD
    free = Triad.objects.free().filter(pk=trial.triad_id).exists()
    counts = trial.study.status in Study.COUNTING_STATUSES and within_plan and (ours or free)
    if counts:
        Trial.objects.filter(triad=trial.triad_id, state=Trial.State.HELD).exclude(
            pk=trial.pk
        ).update(state=Trial.State.LAPSED)
        with connection.cursor() as cursor:
            cursor.execute(
                "UPDATE studies_triad SET free_from = 'infinity' WHERE id = %s", [trial.triad_id]
            )
    trial.state = Trial.State.ANSWERED if counts else Trial.State.SURPLUS
    trial.save(update_fields=["state"])
