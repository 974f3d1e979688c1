"""Open a study: what stands against it, freezing the plan, making triads or sheets."""

from collections.abc import Callable
from dataclasses import dataclass

from django.db import transaction
from django.db.models.functions import Now

from analysis.stats import max_correct, min_correct, sprt_fewest
from studies import design
from studies.kinds import RATING, TRIANGLE, kind_of
from studies.models import Event, Study, User
from studies.models.sample import Kind
from studies.ratings.follow_up import Ask
from studies.services.events import log
from studies.services.lifecycle import families, frozen_plan
from studies.services.lifecycle.availability import lock_for, not_now
from studies.services.lifecycle.checks import ratings
from studies.services.lifecycle.opening_warnings import warnings_of
from studies.services.lifecycle.places import triads
from studies.services.lifecycle.places.making import making_of

Status = Study.Status
# A study of up to so many evaluations is opened while the researcher waits, a larger one by a job.
OPEN_AT_ONCE = 6000


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a study cannot be opened: a code for programs and a sentence for people."""

    code: str
    message: str

    def __str__(self) -> str:
        return self.message


class CannotOpenError(Exception):
    """A study cannot be opened, for these reasons."""

    def __init__(self, reasons: list[Reason]) -> None:
        super().__init__("; ".join(str(reason) for reason in reasons))
        self.reasons = reasons


def why_not_open(study: Study) -> list[Reason]:
    """List what stands against opening the study."""
    family = [Reason("family", problem) for problem in families.problems_of(study)]
    return [*_WHY_NOT[study.kind](study), *family]


def _why_no_sheets(study: Study) -> list[Reason]:
    """List what stands against texts, reference, judges, practice and attention of ratings."""
    problems = [Reason(*problem) for problem in ratings.problems_of(study)]
    return [*problems, *_attention_place_reasons(study)]


def _why_no_triads(study: Study) -> list[Reason]:
    """List what stands against texts, number, practice, attention and rule."""
    reasons = [
        Reason(problem.code, str(problem)) for problem in triads.text_problems(study, Kind.MAIN)
    ]
    if not reachable(study, study.evaluations):
        reasons.append(Reason("unreachable", unreachable_sentence(study)))
    return [
        *reasons,
        *_practice_and_attention_reasons(study),
        *_attention_place_reasons(study),
        *_picture_reasons(study),
        *_number_reasons(study),
    ]


_WHY_NOT = {TRIANGLE.key: _why_no_triads, RATING.key: _why_no_sheets}


def _practice_and_attention_reasons(study: Study) -> list[Reason]:
    return [
        Reason(f"{kind}_{problem.code}", f"Texts for {kind.label} triads: {problem}")
        for kind in triads.practice_and_attention_numbers(study)
        for problem in triads.text_problems(study, kind)
    ]


def _attention_place_reasons(study: Study) -> list[Reason]:
    """List attention pages that no judge reaches, and a rule that no judge can break."""
    reasons, pages = [], f"{kind_of(study).noun}s"
    evaluations = range(1, study.evaluations_per_judge + 1)
    if any(before not in evaluations for before in study.attention_at):
        sentence = (
            f"Attention {pages} can only come before the evaluations of a judge, which are "
            f"{study.evaluations_per_judge}."
        )
        reasons.append(Reason("attention_place", sentence))
    most = study.most_failed_attention
    if most is not None and most >= len(study.attention_at):
        sentence = (
            f"No judge can fail more than {most} attention {pages}: "
            f"the plan has {len(study.attention_at)}."
        )
        reasons.append(Reason("attention_rule", sentence))
    return reasons


def _number_reasons(study: Study) -> list[Reason]:
    """List what stands against the numbers after a choice."""
    reasons = []
    if study.presentation == Study.Presentation.MASKED and study.follow_up.get("ask") == Ask.RATE:
        sentence = (
            "Texts are shown whole to be rated, so a judge could go back and choose anew. Show "
            "whole "
            "texts, or ask how different the chosen text is."
        )
        reasons.append(Reason("covered_texts_rated", sentence))
    return [*reasons, *_reference_reasons(study)]


def _reference_reasons(study: Study) -> list[Reason]:
    """Say where a reference of the numbers is a text of the study: it would be rated by itself."""
    hashes = [design.content_hash(text) for text in study.follow_up.get("reference", ())]
    if not hashes or not study.samples.filter(content_hash__in=hashes).exists():
        return []
    sentence = "The reference of the numbers is one of the study's own texts: take another one."
    return [Reason("reference_is_text", sentence)]


def _picture_reasons(study: Study) -> list[Reason]:
    """List pictures without text beside texts without a picture, or on a page that covers texts."""
    reasons = []
    alone = study.samples.pictures_alone()
    used = {Kind.MAIN, *triads.practice_and_attention_numbers(study)}
    for kind in (kind for kind in Kind if kind in used and kind in alone):
        pictures, without = alone[kind]
        if without:
            sentence = (
                f"Of the {kind} texts {without:,} have no picture, and {pictures:,} are pictures "
                "without text: next to one another they would be recognised at once."
            )
            reasons.append(Reason("pictures_and_texts", sentence))
    if alone and study.presentation == Study.Presentation.MASKED:
        sentence = "Pictures without text have no sentences that could be covered."
        reasons.append(Reason("covered_pictures", sentence))
    return reasons


def reachable(study: Study, evaluations: int) -> bool:
    """Whether some result with so many answers gives the plan's verdict."""
    if study.method == Study.Method.SEQUENTIAL:
        return evaluations >= _fewest_of_wald(study)
    if study.goal == Study.Goal.DIFFERENCE:
        return min_correct(evaluations, alpha=study.alpha) is not None
    return max_correct(evaluations, beta=study.beta, pd=study.pd) is not None


def _fewest_of_wald(study: Study) -> int:
    """Return after how many answers Wald's test can reach the plan's goal at the earliest."""
    fewest = sprt_fewest(alpha=study.alpha, beta=study.beta, pd=study.pd)
    return fewest.difference if study.goal == Study.Goal.DIFFERENCE else fewest.similarity


def unreachable_sentence(study: Study) -> str:
    """Say that no result with the planned number gives the verdict, and which number could."""
    needed = fewest_evaluations(study)
    more = f" At least {needed:,} are needed." if needed else ""
    alpha, beta, pd = (
        f"alpha {study.alpha:g}",
        f"beta {study.beta:g}",
        f"pd {100 * study.pd:.12g} %",
    )
    shows_difference = study.goal == Study.Goal.DIFFERENCE
    what = "show a difference" if shows_difference else "show similarity"
    if study.method == Study.Method.SEQUENTIAL:
        right = needed if shows_difference else 0
        return (
            f"With a maximum of {study.evaluations} answers Wald's test can never {what} at "
            f"{alpha}, {beta}, {pd}: the first count that can is {right:,} right of {needed:,}."
            f"{more}"
        )
    limits = alpha if shows_difference else f"{beta}, {pd}"
    return f"With {study.evaluations} answers no result can {what} at {limits}.{more}"


def fewest_evaluations(study: Study) -> int | None:
    """Return the smallest number that can give the plan's verdict; None above 10,000."""
    if study.method == Study.Method.SEQUENTIAL:
        return _fewest_of_wald(study)
    return next((n for n in range(1, 10_001) if reachable(study, n)), None)


def begin_opening(*, study: Study, user: User, accepted: list[str] | None = None) -> Study:
    """Freeze the plan, unless that was done; `finish_opening` makes triads or sheets next.

    `accepted` holds the codes of the warnings that the researcher accepts. Raises
    CannotOpenError with every reason.
    """
    with transaction.atomic():
        study = lock_for("open", study)
        if study.status == Status.OPENING:
            return study
        reasons = why_not_open(study)
        warnings = warnings_of(study)
        missing = [one for one in warnings if one.code not in (accepted or [])]
        reasons += [Reason(one.code, str(one)) for one in missing]
        if reasons:
            raise CannotOpenError(reasons)
        study.accepted_warnings = [one.code for one in warnings]
        making = making_of(study)
        study.evaluations = making.number(study)
        making.complete_texts(study)
        frozen_plan.freeze(study)
        study.status = Status.OPENING
        columns = ["accepted_warnings", "evaluations", *frozen_plan.FROZEN, "status"]
        study.save(update_fields=columns)
        log(study, Event.What.PLAN_FROZEN, who=user, plan_sha256=study.plan_sha256)
    return study


def finish_opening(
    *, study: Study, user: User, progress: Callable[[int, int], None] | None = None
) -> Study:
    """Make triads or sheets; change the status last. May be repeated after an interruption."""
    making = making_of(study)
    making.make(study, progress)
    with transaction.atomic():
        study = Study.objects.select_for_update().get(pk=study.pk)
        if study.status not in (Status.OPENING, Status.OPEN):
            raise not_now("open", study)
        if study.status == Status.OPENING:
            making.make_practice_and_attention(study)
            Study.objects.filter(pk=study.pk).update(status=Status.OPEN, opened_at=Now())
            log(study, Event.What.OPENED, who=user)
    study.refresh_from_db()
    return study


def is_made_at_once(study: Study) -> bool:
    """Return whether a draft needs so few triads or sheets that the researcher waits for them."""
    return study.is_draft and making_of(study).number(study) <= OPEN_AT_ONCE


def open_study(*, study: Study, user: User, accepted: list[str] | None = None) -> Study:
    """Open a study at once: freeze the plan, and make all triads or sheets."""
    with transaction.atomic():
        study = begin_opening(study=study, user=user, accepted=accepted)
        return finish_opening(study=study, user=user)
