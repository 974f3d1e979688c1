"""What a judge's page needs to know: reads only, since a GET never stores or assigns anything."""

import math
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from django.db.models import Case, DurationField, ExpressionWrapper, F, Q, When
from django.db.models.functions import Now

from studies.models import Judge, RecruitmentLink, Study, Trial
from studies.models.sample import Kind
from studies.models.triad import Mode
from studies.models.trial import SHARED_UNTIL
from studies.services.judging import admission, refusals
from studies.services.judging.claims import hold_of, minutes_of_page
from studies.services.judging.refusals import Refusal, Refused
from studies.services.judging.trials import evaluations_used


@dataclass(frozen=True, slots=True)
class LinkVisit:
    """A visit to a recruitment link: by a judge who came before, or by a new person."""

    link: RecruitmentLink
    judge: Judge | None
    finished: bool = False


def link_visit(*, link: RecruitmentLink, visitor: admission.Visitor) -> LinkVisit:
    """Return the visit; raise Refused where the judge has withdrawn or a new one cannot start."""
    judge = admission.find_judge(link, visitor)
    if judge is None:
        refusals.check_link(link)
        refusals.check_study(link.study, mode=Mode(link.mode))
        refusals.check_excluded(link, visitor.external_id)
        admission.check_places(link, visitor)
        return LinkVisit(link, None)
    if judge.withdrawn_at is not None:
        raise Refused(Refusal.WITHDRAWN, judge=judge)
    used = evaluations_used(judge)
    return LinkVisit(link, judge, finished=used >= link.study.evaluations_per_judge)


def leaving_visit(*, link: RecruitmentLink, visitor: admission.Visitor) -> LinkVisit:
    """Return the visit of a person who does not take part, which is possible at any time."""
    try:
        return link_visit(link=link, visitor=visitor)
    except Refused as refused:
        if refused.waits_for is None:
            raise
        return LinkVisit(link, None)


def minutes_needed(study: Study) -> int:
    """Return about how long a judge takes, from the length of some of the texts."""
    pages = pages_of(study) + study.practice_triads
    return max(1, math.ceil(pages * minutes_of_page(study)))


def pages_of(study: Study) -> int:
    """Return how many pages of three texts a judge gets after practice."""
    return study.evaluations_per_judge + len(study.attention_at)


@dataclass(frozen=True, slots=True)
class TrialVisit:
    """A trial as its judge finds it. `seconds_left` is None where the triad was answered."""

    trial: Trial
    # Evaluations that are used up; and all pages that count in "2 of 6", attention triads too.
    used: int
    done: int
    # The code of the trial that the judge holds.
    held_code: str | None
    seconds_left: float | None

    @property
    def is_held(self) -> bool:
        """The judge may read it now."""
        return self.trial.state == Trial.State.HELD and (self.seconds_left or 0) > 0

    @property
    def has_run_out(self) -> bool:
        """The hold is over, and no other judge has taken the triad."""
        return self.trial.state == Trial.State.HELD and not self.is_held

    @property
    def is_stored(self) -> bool:
        """The choice was made."""
        return self.trial.state not in (Trial.State.HELD, Trial.State.LAPSED)

    @property
    def is_feedback(self) -> bool:
        """The choice of a practice triad was made: the page says which text it was."""
        return self.is_stored and self.trial.kind == Kind.PRACTICE

    @property
    def is_finished(self) -> bool:
        """The judge's evaluations are used up."""
        return self.used >= self.trial.study.evaluations_per_judge


def trial_visit(code: str) -> TrialVisit:
    """Return a trial with all that its page shows but the texts.

    Raises Refused (unknown, withdrawn). Two small queries here and one for the texts where they are
    shown: PostgreSQL takes ten times as long to plan one join of all these tables as to run it.
    """
    found: Any = (
        Trial.objects.with_study().annotate(left=_TIME_LEFT).filter(code=code).order_by().first()
    )
    if found is None:
        raise Refused(Refusal.UNKNOWN)
    trial: Trial = found
    trial.judge.study = trial.judge.link.study = trial.study
    if trial.judge.withdrawn_at is not None or trial.state == Trial.State.WITHDRAWN:
        raise Refused(Refusal.WITHDRAWN, judge=trial.judge)
    used, done, held_code = _progress(trial.judge)
    left = found.left.total_seconds() if found.left is not None else None
    if left is not None and trial.kind != Kind.MAIN:
        # At most the hold of a triad that counts, so that the page does not tell the kinds apart.
        left = min(left, hold_of(trial.study).total_seconds())
    return TrialVisit(trial, used=used, done=done, held_code=held_code, seconds_left=left)


def _progress(judge: Judge) -> tuple[int, int, str | None]:
    """Return `used`, `done` and `held_code` of a visit."""
    trials = list(Trial.objects.filter(judge=judge).values_list("state", "kind", "code"))
    kinds = [kind for state, kind, _ in trials if state in Trial.USED_STATES]
    used = kinds.count(Kind.MAIN)
    held_code = next((code for state, _, code in trials if state == Trial.State.HELD), None)
    return used, used + kinds.count(Kind.ATTENTION), held_code


# How long a triad is still held. None for one taken for good: PostgreSQL 16 cannot subtract from
# infinity.
_TIME_LEFT = Case(
    When(
        ~Q(kind=Kind.MAIN),
        then=ExpressionWrapper(SHARED_UNTIL - Now(), output_field=DurationField()),
    ),
    When(
        triad__free_from__lt=datetime(9000, 1, 1, tzinfo=UTC),
        then=ExpressionWrapper(F("triad__free_from") - Now(), output_field=DurationField()),
    ),
    output_field=DurationField(),
)
