"""Withdrawal: a judge takes the answers back. Choices stay, uncounted; personal data is erased.

The study's row is locked first, against all other writes: no answer, claim or verdict can come in
between. A recomputation that is about to give the verdict waits for the row, finds it changed, and
counts anew (analysis.recomputation.store).
"""

import hashlib
import hmac

from django.db import transaction
from django.db.models import Q
from django.db.models.functions import Now

from studies.kinds import kind_of
from studies.models import (
    Answer,
    Event,
    Invitation,
    Judge,
    ReadingRecord,
    ReasonCode,
    RecruitmentLink,
    Study,
    Trial,
    User,
)
from studies.models.sample import Kind
from studies.services import database_clock
from studies.services.events import log
from studies.services.judging.refusals import Refusal, Refused
from studies.signals import announce

State = Trial.State


class TooLateError(Exception):
    """The date until which answers can be withdrawn has passed."""


def may_withdraw(study: Study) -> bool:
    """Whether the date that the consent text states, if any, has not passed."""
    return study.withdrawal_until is None or database_clock.today() <= study.withdrawal_until


def withdraw(*, code: str) -> Judge:
    """Take back all answers of the judge of this trial; a second time changes nothing.

    Where no verdict was given, the triads are free again, and a study that no longer has its number
    takes judges again. Raises Refused (unknown) and TooLateError.
    """
    with transaction.atomic():
        found = Trial.objects.filter(code=code).values("judge", "study").first()
        judge = _locked_judge(found["judge"], found["study"]) if found else None
        if judge is None:
            raise Refused(Refusal.UNKNOWN)
        _erase_addressee(judge.link_id)
        if judge.withdrawn_at is None:
            if not may_withdraw(judge.study):
                raise TooLateError
            _withdraw(judge)
        return judge


def withdraw_for(*, study: Study, judge_code: str, user: User, why: str) -> Judge:
    """Take back the answers of a judge who asked a researcher for it, after the date as well.

    A second time changes nothing. Raises Judge.DoesNotExist where the study has no such judge.
    """
    with transaction.atomic():
        pk = study.judges.values_list("pk", flat=True).get(code=judge_code)
        judge = _locked_judge(pk, study.pk)
        if judge is None:
            raise Judge.DoesNotExist
        _erase_addressee(judge.link_id)
        if judge.withdrawn_at is None:
            _withdraw(judge, who=user, why=why)
        return judge


def _locked_judge(pk: int, study_pk: int) -> Judge | None:
    """Lock the study, then the judge; None where the study has been erased."""
    study = Study.objects.select_for_update().defer("plan_json").filter(pk=study_pk).first()
    if study is None:
        return None
    of_study = Judge.objects.select_for_update(of=("self",), no_key=True)
    judge: Judge = of_study.select_related("link").get(pk=pk)
    judge.study = judge.link.study = study
    return judge


def _withdraw(judge: Judge, *, who: User | None = None, why: str = "") -> None:
    study = judge.study
    decided = Study.objects.decided().filter(pk=study.pk).exists()
    number = _withdraw_trials(judge, decided=decided)
    if not decided:
        _reopen(study)
    _erase_person(judge)
    what = Event.What.ANSWERS_WITHDRAWN_FOR if who else Event.What.ANSWERS_WITHDRAWN
    log(study, what, who=who, why=why, number=number, after_verdict=decided)
    announce(study.pk)


def _withdraw_trials(judge: Judge, *, decided: bool) -> int:
    """Set all trials of the judge to withdrawn; return how many had answers, without practice."""
    trials = Trial.objects.filter(judge=judge).exclude(state=State.WITHDRAWN)
    kept = Q(state=State.HELD) if decided else Q(state__in=[State.HELD, State.ANSWERED])
    kind = kind_of(judge.study)
    theirs = trials.filter(kept, kind=Kind.MAIN).values(kind.noun)
    # The places' locks come first, as everywhere.
    in_order = kind.places().select_for_update(no_key=True).order_by("pk")
    free = [place.pk for place in in_order.filter(pk__in=theirs)]
    answers = Answer.objects.filter(trial__judge=judge)
    answers.exclude(reason="", sureness="").update(reason="", sureness="")
    ReadingRecord.objects.filter(answer__trial__judge=judge).delete()
    ReasonCode.objects.filter(answer__trial__judge=judge).delete()
    number = answers.filter(kind=Kind.MAIN).exclude(trial__state=State.WITHDRAWN).count()
    trials.update(state=State.WITHDRAWN)
    kind.places().filter(pk__in=free).update(free_from=Now())
    return number


def _reopen(study: Study) -> None:
    """Let the study take judges again, where it no longer has its number of answers.

    The row is written even where nothing changes: a recomputation with an older snapshot cannot
    give a verdict over a row that was written meanwhile.
    """
    if kind_of(study).places().planned().unanswered().filter(study=study).exists():
        study.completed_at = None
    study.save(update_fields=["completed_at"])


def _erase_addressee(link_id: int) -> None:
    """Erase whom a personal link was for; the link itself still leads to the withdrawal page."""
    personal = RecruitmentLink.objects.filter(pk=link_id, personal=True)
    if personal.exclude(addressee="").update(addressee=""):
        Invitation.objects.filter(link=link_id).update(body="", error="")
        waiting = Invitation.objects.filter(link=link_id, sent_at=None, failed_at=None)
        waiting.update(failed_at=Now(), error="withdrawn")


def _erase_person(judge: Judge) -> None:
    """Erase what tells who the judge was; keep pseudonyms by which the person is known again."""
    if judge.external_id:
        judge.external_id = pseudonym(judge.study, judge.external_id)
    judge.form_key = pseudonym(judge.study, judge.form_key)
    judge.language = judge.browser_key = ""
    judge.questionnaire = judge.panel_parameters = {}
    judge.same_browser_as = None
    judge.reads_whole = False
    judge.withdrawn_at = Now()
    judge.save()
    judge.refresh_from_db(fields=["withdrawn_at"])


def pseudonym(study: Study, value: str) -> str:
    """Return what stands for an erased personal detail: a hash keyed with the study's secret."""
    return hmac.new(bytes.fromhex(study.secret), value.encode(), hashlib.sha256).hexdigest()
