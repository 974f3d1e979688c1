"""The life of a study: open, pause, close, amend, archive, erase."""

from collections.abc import Callable

from django.db import connection, transaction
from django.db.models import ForeignObjectRel
from django.db.models.functions import Now

from studies import design
from studies.models import (
    Amendment,
    Answer,
    Event,
    Image,
    Judge,
    RecruitmentLink,
    Sample,
    Study,
    Triad,
    Trial,
    User,
)
from studies.models.study import MAX_EVALUATIONS
from studies.models.triad import Mode
from studies.services.events import log
from studies.services.lifecycle import plan
from studies.services.lifecycle.availability import (
    ActionName,
    WrongStateError,
    lock_for,
    not_now,
)
from studies.signals import announce

Status = Study.Status


class CannotOpenError(Exception):
    """A study cannot be opened; `reasons` are structured, for pages to put into words."""

    def __init__(self, reasons: list["Reason"]) -> None:
        super().__init__("; ".join(str(reason) for reason in reasons))
        self.reasons = reasons


class Reason:
    """Why a study cannot be opened: a code and what its sentence needs."""

    def __init__(self, code: str, message: str) -> None:
        self.code = code
        self.message = message

    def __str__(self) -> str:
        return self.message


class CostsVerdictError(WrongStateError):
    """Raising the number would end the fixed-number verdict, and nobody has agreed to that."""


def why_not_open(study: Study) -> list[Reason]:
    """What stands against opening: texts that cannot fill the triads, an unreachable verdict."""
    reasons = [
        Reason(problem.code, str(problem))
        for problem in design.plan_problems(plan.texts_of(study), study.pairing)
    ]
    if not plan.reachable(study, study.evaluations):
        reasons.append(Reason("unreachable", unreachable_sentence(study)))
    return reasons + _why_not_uncounted(study)


def _why_not_uncounted(study: Study) -> list[Reason]:
    """What stands against the practice and attention triads of the plan, and against its rule."""
    reasons = [
        Reason(f"{kind}_{problem.code}", f"{kind.label.capitalize()} triads: {problem}")
        for kind in plan.places_of(study)
        for problem in design.plan_problems(plan.texts_of(study, kind), study.pairing)
    ]
    evaluations = range(1, study.evaluations_per_judge + 1)
    if any(before not in evaluations for before in study.attention_at):
        sentence = (
            "Attention triads can only come before the evaluations of a judge, which are "
            f"{study.evaluations_per_judge}."
        )
        reasons.append(Reason("attention_place", sentence))
    most = study.most_failed_attention
    if most is not None and most >= len(study.attention_at):
        sentence = (
            f"Nobody can fail more than {most} attention triads: "
            f"the plan has {len(study.attention_at)}."
        )
        reasons.append(Reason("attention_rule", sentence))
    return reasons


def unreachable_sentence(study: Study) -> str:
    """Why no result with the planned number can give the verdict."""
    needed = plan.fewest_evaluations(study)
    more = f" At least {needed} are needed." if needed else ""
    if study.goal == Study.Goal.DIFFERENCE:
        what = f"show a difference at alpha {study.alpha:g}."
    else:
        what = f"show similarity at beta {study.beta:g}, pd {study.pd:.0%}."
    return f"With {study.evaluations} answers no result can {what}{more}"


def begin_opening(*, study: Study, user: User, accepted: list[str] | None = None) -> Study:
    """Freeze the plan, unless that was done; `finish_opening` makes the triads next.

    `accepted` holds the codes of the warnings that the researcher accepts. Raises
    CannotOpenError with every reason in words.
    """
    with transaction.atomic():
        study = lock_for("open", study)
        if study.status == Status.OPENING:
            return study
        reasons = why_not_open(study)
        missing = set(plan.warnings_of(study)) - set(accepted or [])
        reasons += [Reason(code, WARNINGS[code]) for code in sorted(missing)]
        if reasons:
            raise CannotOpenError(reasons)
        study.accepted_warnings = plan.warnings_of(study)
        plan.freeze(study)
        study.status = Status.OPENING
        study.save(update_fields=["accepted_warnings", "plan_json", "plan_sha256", "status"])
        log(study, "plan frozen", who=user, plan_sha256=study.plan_sha256)
    return study


WARNINGS = {
    "fewer_than_recommended": (
        "Fewer evaluations than ISO 4120 recommends (18 for difference, 30 for similarity). "
        "Tick the box to open the study all the same; the warning is kept with it."
    )
}


def finish_opening(*, study: Study, progress: Callable[[int, int], None] | None = None) -> Study:
    """Make the triads and change the status last. May be repeated after an interruption."""
    plan.make_triads(study, progress=progress)
    with transaction.atomic():
        study = Study.objects.select_for_update().get(pk=study.pk)
        if study.status not in (Status.OPENING, Status.OPEN):
            raise not_now(study)
        if study.status == Status.OPENING:
            plan.make_uncounted_triads(study)
            Study.objects.filter(pk=study.pk).update(status=Status.OPEN, opened_at=Now())
            log(study, "opened")
    study.refresh_from_db()
    return study


def open_study(*, study: Study, user: User, accepted: list[str] | None = None) -> Study:
    """Open a study at once: freeze the plan and make all triads."""
    with transaction.atomic():
        study = begin_opening(study=study, user=user, accepted=accepted)
        return finish_opening(study=study)


def pause(*, study: Study, user: User) -> None:
    """Give no more triads; choices in flight still count."""
    _change(study, user, "pause", "paused", to=Status.PAUSED)


def resume(*, study: Study, user: User) -> None:
    """Give triads again."""
    _change(study, user, "resume", "resumed", to=Status.OPEN)


def close(*, study: Study, user: User | None, why: str = "") -> None:
    """End the study: every choice from now on is surplus. Judges who still read keep their page."""
    with transaction.atomic():
        study = lock_for("close", study)
        Study.objects.filter(pk=study.pk).update(status=Status.CLOSED, closed_at=Now())
        log(study, "closed", who=user, why=why)
        announce(study.pk)


def _change(study: Study, user: User, action: ActionName, what: str, *, to: str) -> None:
    with transaction.atomic():
        study = lock_for(action, study)
        Study.objects.filter(pk=study.pk).update(status=to)
        log(study, what, who=user)


def held_trials(study: Study) -> int:
    """How many judges may be reading now: what closing would turn into surplus."""
    return Trial.objects.held_now().filter(study=study, mode=Mode.LIVE).count()


def mark_complete(*, study_id: int) -> bool:
    """Record that all planned triads are answered; True the first time.

    A blind study's results may be seen from then on.
    """
    with transaction.atomic():
        study = Study.objects.select_for_update().get(pk=study_id)
        if study.completed_at or not study.opened_at or not _all_answered(study):
            return False
        Study.objects.filter(pk=study_id).update(completed_at=Now())
        if study.blind and study.unsealed_at is None:
            Study.objects.filter(pk=study_id).update(unsealed_at=Now())
        log(study, "number reached")
        return True


def _all_answered(study: Study) -> bool:
    return not Triad.objects.planned().unanswered().filter(study=study).exists()


def end_recruitment(*, study_id: int) -> bool:
    """A sequential verdict was given: no more judges. True the first time."""
    with transaction.atomic():
        study = Study.objects.select_for_update().get(pk=study_id)
        if study.completed_at is not None:
            return False
        Study.objects.filter(pk=study_id).update(completed_at=Now())
        if study.unsealed_at is None:
            Study.objects.filter(pk=study_id).update(unsealed_at=Now())
        log(study, "verdict reached")
        return True


def unseal(*, study: Study, user: User, why: str) -> None:
    """Show the results of a blind study before it is complete. Logged, and never undone."""
    with transaction.atomic():
        study = lock_for("unseal", study)
        Study.objects.filter(pk=study.pk).update(unsealed_at=Now())
        log(study, "unsealed", who=user, why=why)


def results_were_visible(study: Study) -> bool:
    """Somebody may have seen results: raising the number now costs the fixed-number verdict."""
    if study.blind:
        return study.unsealed_at is not None or study.is_complete
    return Answer.objects.counted().filter(trial__study=study).exists()


def amending_costs(study: Study) -> bool:
    """Raising the number now would end the fixed-number verdict for good."""
    return study.method == Study.Method.FIXED and results_were_visible(study)


def raise_evaluations(
    *, study: Study, user: User, evaluations: int, why: str, cost_accepted: bool = True
) -> Amendment:
    """Amend the number of evaluations upwards, and make the triads for it.

    Before the first counted answer, or while the study is blind, it costs nothing; later it ends
    the fixed-number verdict for good, and raises CostsVerdictError unless that is accepted (the
    first answer may come in while somebody reads that it costs nothing). A complete study takes
    judges again.
    """
    with transaction.atomic():
        study = lock_for("amend", study)
        if not study.evaluations < evaluations <= MAX_EVALUATIONS:
            raise ValueError(
                f"evaluations must be more than {study.evaluations} and at most {MAX_EVALUATIONS}"
            )
        if not cost_accepted and amending_costs(study):
            raise CostsVerdictError(
                "Results could be seen meanwhile: raising the number now ends the fixed-number "
                "verdict."
            )
        amendment = _amend(study, user, Amendment.Kind.EVALUATIONS, evaluations, why)
        Study.objects.filter(pk=study.pk).update(evaluations=evaluations, completed_at=None)
        study.refresh_from_db()
        plan.make_triads(study)
        announce(study.pk)
    return amendment


def reopen(*, study: Study, user: User, why: str) -> Amendment:
    """Open a closed study again: an amendment, since results could be seen.

    An end date that has passed goes: it would close the study again at once.
    """
    with transaction.atomic():
        study = lock_for("reopen", study)
        amendment = _amend(study, user, Amendment.Kind.REOPENED, study.evaluations, why)
        Study.objects.filter(pk=study.pk, ends_at__lte=Now()).update(ends_at=None)
        Study.objects.filter(pk=study.pk).update(status=Status.OPEN, closed_at=None)
        announce(study.pk)
    return amendment


def _amend(study: Study, user: User, kind: str, evaluations: int, why: str) -> Amendment:
    amendment = Amendment.objects.create(
        study=study,
        kind=kind,
        old_evaluations=study.evaluations,
        new_evaluations=evaluations,
        after_looking=results_were_visible(study),
        who=user,
        why=why,
    )
    log(study, "amended", who=user, why=why, amendment=amendment.pk)
    return amendment


def archive(*, study: Study, user: User) -> None:
    """Take a draft or closed study out of the lists; nothing is lost."""
    with transaction.atomic():
        study = lock_for("archive", study)
        Study.objects.filter(pk=study.pk).update(archived_at=Now())
        log(study, "archived", who=user)


def unarchive(*, study: Study, user: User) -> None:
    """Bring an archived study back into the lists."""
    with transaction.atomic():
        study = lock_for("unarchive", study)
        Study.objects.filter(pk=study.pk).update(archived_at=None)
        log(study, "brought back from the archive", who=user)


# The parts of a study, parts before what they stand on. Plain SQL: a study may hold a million.
ERASE = (
    """DELETE FROM studies_readingrecord USING studies_answer a, studies_trial t
        WHERE answer_id = a.id AND a.trial_id = t.id AND t.study_id = %s""",
    "DELETE FROM studies_answer USING studies_trial t WHERE trial_id = t.id AND t.study_id = %s",
    "DELETE FROM studies_trial WHERE study_id = %s",
    "DELETE FROM studies_judge WHERE study_id = %s",
    "DELETE FROM studies_recruitmentlink WHERE study_id = %s",
    "DELETE FROM studies_triad WHERE study_id = %s",
    "DELETE FROM studies_sample WHERE study_id = %s",
    "DELETE FROM studies_image WHERE study_id = %s",
    "DELETE FROM studies_study WHERE id = %s",
)


def erase(*, study: Study, user: User) -> None:
    """Delete a study with all its answers: the only way in which answers are deleted.

    The database allows it within this transaction only. The event of it stays.
    """
    with transaction.atomic():
        study = lock_for("erase", study)
        log(study, "erased", who=user, answers=Answer.objects.filter(trial__study=study).count())
        with connection.cursor() as cursor:
            cursor.execute("SELECT set_config('triadsurvey.erasing', %s, true)", [str(study.pk)])
        for part in _small_parts():
            part.related_model._meta.base_manager.filter(**{part.field.name: study}).delete()
        with connection.cursor() as cursor:
            for statement in ERASE:
                cursor.execute(statement, [study.pk])


def _small_parts() -> list[ForeignObjectRel]:
    """What else hangs on a study, in whichever app: uploads, jobs, amendments, results, verdict."""
    large = {Answer, Trial, Judge, RecruitmentLink, Triad, Sample, Image, Event}
    return [part for part in Study._meta.related_objects if part.related_model not in large]
