"""What a judge's page needs to know: reads only, since a GET never stores or assigns anything."""

import math
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from django.db.models import Avg, Case, DurationField, ExpressionWrapper, F, Q, When
from django.db.models.functions import Length, Now

from studies.models import Judge, RecruitmentLink, Study, Trial
from studies.models.sample import Kind
from studies.models.triad import Mode
from studies.models.trial import SHARED_UNTIL
from studies.services.judging import limits, panels, trials
from studies.services.judging.refusals import Refusal, Refused

# Reading at 200 words of six letters a minute, and some time to choose.
CHARACTERS_PER_MINUTE = 1200
MINUTES_TO_CHOOSE = 0.25
TEXTS_MEASURED = 200


@dataclass(frozen=True, slots=True)
class Arrival:
    """Who stands at a recruitment link: a judge who came before, or somebody new."""

    link: RecruitmentLink
    judge: Judge | None
    finished: bool = False


def link_of(token: str) -> RecruitmentLink:
    """The link with its study. Raises Stopped where there is none, or its study is a draft."""
    link: RecruitmentLink | None = RecruitmentLink.objects.with_study().filter(token=token).first()
    if link is None or link.study.status not in (*Study.COUNTING_STATUSES, Study.Status.CLOSED):
        raise Refused(Refusal.UNKNOWN)
    return link


def arrive(*, link: RecruitmentLink, visitor: trials.Visitor) -> Arrival:
    """Raises Stopped where somebody new cannot start; a judge who came before always may."""
    judge = trials.find_judge(link, visitor)
    if judge is None:
        trials.check_link(link)
        trials.check_study(link.study, mode=Mode(link.mode))
        panels.check_excluded(link, visitor.external_id)
        limits.check_quota(link)
        return Arrival(link, None)
    if judge.withdrawn_at is not None:
        raise Refused(Refusal.WITHDRAWN, judge=judge)
    used = trials.evaluations_used(judge)
    return Arrival(link, judge, finished=used >= link.study.evaluations_per_judge)


def minutes_needed(study: Study) -> int:
    """About how long a judge will take, from the length of some of the texts."""
    some = study.samples.main().order_by("pk").annotate(length=Length("text"))[:TEXTS_MEASURED]
    length = some.aggregate(mean=Avg("length"))["mean"] or 0
    each = 3 * length / CHARACTERS_PER_MINUTE + MINUTES_TO_CHOOSE
    return max(1, math.ceil((pages_of(study) + study.practice_triads) * each))


@dataclass(frozen=True, slots=True)
class Look:
    """A trial as its judge finds it. `seconds_left` is None where the triad was answered."""

    trial: Trial
    # Evaluations that are used up; and all pages that count in "2 of 6", attention triads too.
    used: int
    done: int
    current: str | None
    seconds_left: float | None

    @property
    def is_held(self) -> bool:
        """Its judge may read it now."""
        return self.trial.state == Trial.State.HELD and (self.seconds_left or 0) > 0

    @property
    def has_run_out(self) -> bool:
        """The hold is over, and nobody else has taken the triad."""
        return self.trial.state == Trial.State.HELD and not self.is_held

    @property
    def is_stored(self) -> bool:
        """Its choice was made."""
        return self.trial.state not in (Trial.State.HELD, Trial.State.LAPSED)

    @property
    def is_feedback(self) -> bool:
        """The choice of a practice triad was made: say which one it was."""
        return self.is_stored and self.trial.kind == Kind.PRACTICE

    @property
    def is_finished(self) -> bool:
        """The judge's evaluations are used up."""
        return self.used >= self.trial.study.evaluations_per_judge


def look(code: str) -> Look:
    """A trial with all that its page shows but the texts. Raises Stopped (unknown, withdrawn).

    Two small queries, and one for the texts where they are shown: to plan one join of all these
    tables costs PostgreSQL ten times as long as to carry it out.
    """
    found: Any = (
        Trial.objects.select_related("study", "judge__link", "triad")
        .defer(trials.PLAN)
        .annotate(left=LEFT)
        .filter(code=code)
        .order_by()
        .first()
    )
    if found is None:
        raise Refused(Refusal.UNKNOWN)
    trial: Trial = found
    trial.judge.study = trial.judge.link.study = trial.study
    if trial.judge.withdrawn_at is not None or trial.state == Trial.State.WITHDRAWN:
        raise Refused(Refusal.WITHDRAWN, judge=trial.judge)
    used, done, current = _had(trial.judge)
    left = found.left.total_seconds() if found.left is not None else None
    if left is not None and trial.kind != Kind.MAIN:
        # As long as the hold of a triad that counts: the page tells no difference.
        left = min(left, trials.hold_of(trial.study).total_seconds())
    return Look(trial, used=used, done=done, current=current, seconds_left=left)


def _had(judge: Judge) -> tuple[int, int, str | None]:
    """How many evaluations a judge has used, how many pages with the attention triads, and the
    code of the trial that the judge holds.
    """
    had = list(Trial.objects.filter(judge=judge).values_list("state", "kind", "code"))
    kinds = [kind for state, kind, _ in had if state in Trial.USED_STATES]
    used = kinds.count(Kind.MAIN)
    current = next((code for state, _, code in had if state == Trial.State.HELD), None)
    return used, used + kinds.count(Kind.ATTENTION), current


def pages_of(study: Study) -> int:
    """How many pages of three texts a judge gets after practice."""
    return study.evaluations_per_judge + len(study.attention_at)


# How long a triad is still held; only where that ends: PostgreSQL 16 cannot subtract from infinity.
LEFT = Case(
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
