"""The exclusion rule of the plan: which judges are excluded, and what becomes of their answers.

Applied in the transaction of each answer, under the lock that keeps the study from being completed.
Where the primary set leaves excluded judges out, their triads are served again; once the study is
complete a judge is only marked, since the verdict stands on the answers there were.
"""

from datetime import timedelta

from django.db.models import F
from django.db.models.functions import Now

from studies.kinds import kind_of
from studies.models import Answer, Judge, Study, Trial
from studies.models.judging.triad import Mode
from studies.models.sample import Kind

TOO_FAST, ATTENTION = "too_fast", "attention"


def replaces_excluded(study: Study) -> bool:
    """Whether answers of excluded judges do not count in this study and are asked for anew."""
    return study.primary_set == Study.PrimarySet.KEPT


def no_longer_counts(judge: Judge) -> bool:
    """Whether further answers of this judge are surplus."""
    return judge.excluded_at is not None and replaces_excluded(judge.study)


def may_follow(trial: Trial, *, held_for: timedelta) -> bool:
    """Whether a choice of this trial, held for so long, may exclude its judge."""
    study, judge = trial.study, trial.judge
    if judge.excluded_at is not None or judge.mode != Mode.LIVE:
        return False
    if trial.kind == Kind.MAIN and study.least_seconds is not None:
        is_fast = held_for < timedelta(seconds=study.least_seconds)
        return is_fast and not trial.given_again
    return trial.kind == Kind.ATTENTION and study.most_failed_attention is not None


def apply_exclusion(answer: Answer) -> None:
    """Exclude the judge of an answer that was just stored, where the plan's rule says so."""
    judge = answer.trial.judge
    if judge.excluded_at is not None or judge.mode != Mode.LIVE:
        return
    reason = _reason(answer)
    if not reason:
        return
    Judge.objects.filter(pk=judge.pk).update(excluded_at=Now(), excluded_why=reason)
    study = answer.trial.study
    if replaces_excluded(study) and not study.is_complete:
        _free_answered(judge)


def _reason(answer: Answer) -> str:
    trial, study = answer.trial, answer.trial.study
    if trial.kind == Kind.MAIN and study.least_seconds is not None and not trial.given_again:
        soonest = F("shown_at") + timedelta(seconds=study.least_seconds)
        if Answer.objects.filter(pk=answer.pk, answered_at__lt=soonest).exists():
            return TOO_FAST
    if trial.kind == Kind.ATTENTION and study.most_failed_attention is not None:
        of_judge = Answer.objects.filter(trial__judge=trial.judge)
        failed = kind_of(study).failed_attention(study, of_judge)
        if failed.count() > study.most_failed_attention:
            return ATTENTION
    return ""


def _free_answered(judge: Judge) -> None:
    """Take the judge's answers out of the count, and free their places (locked already)."""
    kind = kind_of(judge.study)
    counted = Trial.objects.counted().filter(judge=judge)
    freed = list(counted.values_list(kind.noun, flat=True))
    counted.update(state=Trial.State.EXCLUDED)
    kind.places().filter(pk__in=freed).update(free_from=Now())
