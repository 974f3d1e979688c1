"""What judges say besides the choice: a questionnaire, and after a choice why and how sure.

None of it changes an answer that counts. What was said first is kept: a second POST changes
nothing.
"""

from collections.abc import Mapping

from django.db import transaction
from django.db.models.functions import Now

from studies import questionnaire
from studies.models import Answer, Judge, Trial
from studies.models.sample import Kind
from studies.questionnaire import Value, When, questions_of
from studies.services.judging import claims
from studies.services.judging.refusals import Refusal, Refused
from studies.signals import announce
from studies.values.visible_text import shown_or_empty

LONGEST_REASON = 5000


def asks_why(trial: Trial) -> bool:
    """Whether to ask why, or how sure: the choice is stored and nothing was said of it yet.

    Asked of attention triads too: judges must not tell them from the real ones.
    """
    study = trial.study
    if trial.kind == Kind.PRACTICE or not (study.asks_reason or study.asks_sureness):
        return False
    return Answer.objects.filter(trial=trial, reason="", sureness="").exists()


def save_reason(*, trial: Trial, reason: str, sureness: str) -> None:
    """Store what was said of a choice; what the study does not ask for is left out."""
    said = {
        "reason": shown_or_empty(reason.replace("\0", "")) if trial.study.asks_reason else "",
        "sureness": sureness if trial.study.asks_sureness else "",
    }
    if not any(said.values()):
        return
    with transaction.atomic():
        _lock_judge(trial.judge_id)
        if Answer.objects.filter(trial=trial, reason="", sureness="").update(**said):
            Judge.objects.filter(pk=trial.judge_id).update(last_stored_at=Now())
            if said["sureness"]:
                announce(trial.study_id)


def part_due(judge: Judge, *, used: int, finished: bool) -> When | None:
    """Return the part of the questionnaire that comes next; None where there is none."""
    parts = ((When.BEFORE, used == 0), (When.AFTER, finished))
    for part, is_time in parts:
        questions = questions_of(judge.study.questionnaire, part)
        if is_time and questionnaire.is_open(questions, judge.questionnaire):
            return part
    return None


def save_answers(*, trial: Trial, part: When, answers: Mapping[str, Value]) -> None:
    """Store the answers to one part of the questionnaire; those stored before stay.

    After the part before the first texts, the time to read them begins.
    """
    with transaction.atomic():
        judge = _lock_judge(trial.judge_id)
        Judge.objects.filter(pk=judge.pk).update(
            questionnaire={**answers, **judge.questionnaire}, last_stored_at=Now()
        )
        if part == When.BEFORE:
            claims.restart(trial)


def last_trial_code(judge: Judge) -> str:
    """Return the code of the judge's last trial: the address of what is left to ask."""
    last: Trial = Trial.objects.filter(judge=judge).latest("pk")
    return last.code


def _lock_judge(judge_id: int) -> Judge:
    """Lock the judge's row, against a withdrawal in the same moment."""
    judge: Judge = Judge.objects.select_for_update(no_key=True).get(pk=judge_id)
    if judge.withdrawn_at is not None:
        raise Refused(Refusal.WITHDRAWN, judge=judge)
    return judge
