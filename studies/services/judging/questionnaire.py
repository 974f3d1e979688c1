"""What judges are asked besides the choice: a questionnaire, and after a choice why and how sure.

None of it changes an answer that counts. What was said once is kept: a second POST changes nothing.
"""

from collections.abc import Mapping

from django.db import transaction

from studies import questionnaire
from studies.models import Answer, Judge, Trial
from studies.models.sample import Kind
from studies.questionnaire import Value, When, questions_of
from studies.services.judging import claims
from studies.services.judging.refusals import Refusal, Refused

LONGEST_REASON = 5000


def asks_why(trial: Trial) -> bool:
    """Why, or how sure, is to be asked now: the choice is stored, and nothing was said of it yet.

    Attention triads ask as the real ones do; they must not be told apart.
    """
    study = trial.study
    if trial.kind == Kind.PRACTICE or not (study.asks_reason or study.asks_sureness):
        return False
    return Answer.objects.filter(trial=trial, reason="", sureness="").exists()


def say_why(*, trial: Trial, reason: str, sureness: str) -> None:
    """Keep what was said of a choice; what the study does not ask for is left out."""
    said = {
        "reason": reason.replace("\0", "").strip() if trial.study.asks_reason else "",
        "sureness": sureness if trial.study.asks_sureness else "",
    }
    if not any(said.values()):
        return
    with transaction.atomic():
        _lock(trial.judge_id)
        Answer.objects.filter(trial=trial, reason="", sureness="").update(**said)


def part_due(judge: Judge, *, used: int, finished: bool) -> When | None:
    """Which part of the questionnaire comes next; None where there is none."""
    asked = judge.study.questionnaire
    if used == 0 and questionnaire.is_open(questions_of(asked, When.BEFORE), judge.questionnaire):
        return When.BEFORE
    if finished and questionnaire.is_open(questions_of(asked, When.AFTER), judge.questionnaire):
        return When.AFTER
    return None


def keep_answers(*, trial: Trial, part: When, answers: Mapping[str, Value]) -> None:
    """Keep the answers to one part of the questionnaire, each once.

    Where it came before the first texts, the time to read them begins now.
    """
    with transaction.atomic():
        judge = _lock(trial.judge_id)
        Judge.objects.filter(pk=judge.pk).update(questionnaire={**answers, **judge.questionnaire})
        if part == When.BEFORE:
            claims.restart(trial)


def last_trial_code(judge: Judge) -> str:
    """The address under which a judge who has finished is asked what is left to ask."""
    last: Trial = Trial.objects.filter(judge=judge).latest("pk")
    return last.code


def _lock(judge_id: int) -> Judge:
    """The judge's row: whoever withdraws in the same moment comes before or after."""
    judge: Judge = Judge.objects.select_for_update(no_key=True).get(pk=judge_id)
    if judge.withdrawn_at is not None:
        raise Refused(Refusal.WITHDRAWN, judge=judge)
    return judge
