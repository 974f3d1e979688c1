"""A study's results as one person may see them: stored rows as values for pages."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.contrib.auth.models import AnonymousUser
from django.db.models import (
    Case,
    Count,
    Max,
    Min,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    Sum,
    Value,
    When,
)
from django.utils import timezone
from django.utils.translation import get_language

from analysis.models import Result, Verdict
from analysis.recomputation.counts import StudyCounts
from analysis.recomputation.exact_tests import ExactTests, NoLimits, OverTexts, Repeats
from analysis.recomputation.rating_study.counting import rules_of
from analysis.recomputation.rating_study.numbers import RatingNumbers
from analysis.recomputation.rating_study.paper import PaperNumbers
from analysis.recomputation.rating_study.ranking import ranking_of
from analysis.recomputation.verdicts import plan_of, raised_after_looking
from analysis.results.beside_plan.conduct import conduct_of
from analysis.results.beside_plan.families import family_of
from analysis.verdict_text import Conduct, GivenVerdict, ResultSnapshot, WaldTest
from analysis.verdict_text.snapshot import RatedPlan, SequentialEstimate
from studies.models import Answer, Study, User
from studies.models.judging.people import COUNTED_EVALUATIONS, people_of
from studies.models.visibility import May, rows_visible_to

# Answers are counted within seconds; the page says so if one has waited longer.
OUT_OF_DATE = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class ResultStamp:
    """What tells whether a page is up to date: one small row."""

    pk: int
    status: str
    evaluations: int
    completed_at: datetime | None
    sealed: bool
    revision: int | None
    computed_at: datetime | None
    may_read: bool
    may_recruit: bool
    may_edit: bool

    @property
    def etag(self) -> str:
        """The entity tag of a page: it changes whenever the page does.

        Each minute that an open study's result grows older, too: the page says if it is out of
        date.
        """
        old = timezone.now() - self.computed_at if self.computed_at else timedelta()
        parts = (
            self.revision or 0,
            max(0, old // timedelta(minutes=1)) if self.status == Study.Status.OPEN else 0,
            self.status,
            self.evaluations,
            int(self.completed_at is not None),
            int(self.sealed),
            int(self.may_read),
            int(self.may_recruit),
            int(self.may_edit),
            get_language(),
        )
        return '"' + "-".join(str(part) for part in parts) + '"'


def stamp_for(user: User | AnonymousUser, code: UUID) -> ResultStamp | None:
    """Return the stamp of a study; None where the person may not see it.

    A live page asks for it twice a second: one query, by the unique indexes of two tables.
    """
    return _stamp_of(
        Study.objects.visible_to(user, May.SEE).filter(code=code),
        may_read=rows_visible_to(user, May.READ, ""),
        may_recruit=rows_visible_to(user, May.RECRUIT, ""),
        may_edit=rows_visible_to(user, May.EDIT, ""),
    )


def stamp_for_shared(token: str) -> ResultStamp | None:
    """Return the stamp of the study that a link shares; None where it is unknown or withdrawn."""
    return _stamp_of(
        Study.objects.filter(share_links__token=token, share_links__revoked_at=None),
        may_read=Q(blind=False) | Q(unsealed_at__isnull=False),
        may_recruit=Q(pk__in=[]),
        may_edit=Q(pk__in=[]),
    )


def _stamp_of(
    studies: QuerySet[Study], *, may_read: Q, may_recruit: Q, may_edit: Q
) -> ResultStamp | None:
    # The sum over the analysis sets grows when any of them changes.
    results = Result.objects.filter(study=OuterRef("pk")).order_by().values("study")
    row = (
        studies.annotate(
            revision=Subquery(results.annotate(sum=Sum("revision")).values("sum")),
            computed_at=Subquery(results.annotate(last=Max("computed_at")).values("last")),
            sealed=_is(Q(blind=True, unsealed_at__isnull=True)),
            may_read=_is(may_read),
            may_recruit=_is(may_recruit),
            may_edit=_is(may_edit),
        )
        .values(*ResultStamp.__slots__)
        .first()
    )
    return ResultStamp(**row) if row else None


def _is(condition: Q) -> Case:
    """Return whether the condition holds; an empty one does."""
    return (
        Case(When(condition, then=Value(True)), default=Value(False))
        if condition
        else Case(default=Value(True))
    )


@dataclass(frozen=True, slots=True)
class StudyResults:
    """A study and its results for one person."""

    study: Study
    snapshot: ResultSnapshot
    stamp: ResultStamp
    computed_at: datetime | None
    given_at: datetime | None
    # No result covers its answers yet: for a moment after the first, or while the broker is away.
    uncounted: bool
    # Judges have withdrawn since it was counted, and it still holds their answers.
    holds_withdrawn: bool = False
    # Of a rating study that has all its ratings: how the paper would rank its systems.
    paper_ranking: tuple[PaperNumbers, ...] = ()


@dataclass(frozen=True, slots=True)
class Backlog:
    """The answers that wait to be counted, and since when the first of them does."""

    answers: int
    since: datetime


def read_results(stamp: ResultStamp, *, reader: User | AnonymousUser | None = None) -> StudyResults:
    """Return the results of the study that was stamped.

    With `reader`, who is told the statement, they hold what happened beside the plan, and people
    as they are now: judges begin without an answer that would ask for a recomputation.
    """
    # The frozen plan names every text: megabytes that no page of results needs.
    rows = Study.objects.select_related("rating_plan").defer("plan_json")
    study = rows.get(pk=stamp.pk)
    results = {result.analysis_set: result for result in Result.objects.filter(study=study)}
    result = results.pop(study.primary_set, None)
    other = next(iter(results.values()), None)
    verdict = Verdict.objects.filter(study=study).first()
    raised = raised_after_looking(study)
    counts = StudyCounts.from_json(result.numbers) if result else StudyCounts()
    withdrawn = counts.people.withdrawn
    if reader is not None and study.opened_at and study.evaluations <= COUNTED_EVALUATIONS:
        counts = replace(counts, people=people_of(study))
    conduct, family = Conduct(), None
    if reader is not None and stamp.may_read:
        family = family_of(study, reader)
        conduct = conduct_of(
            study,
            reader=reader,
            first_answer_at=counts.first_answer_at,
            verdict_at=verdict.given_at if verdict else None,
        )
    snapshot = ResultSnapshot(
        plan=plan_of(study),
        counts=counts,
        verdict=given_verdict(verdict) if verdict else None,
        hidden=not stamp.may_read,
        sealed=stamp.sealed,
        opened=study.opened_at is not None,
        closed=study.status == Study.Status.CLOSED,
        raised_from=raised.old_evaluations if raised else None,
        primary_set=study.primary_set,
        other_set=StudyCounts.from_json(other.numbers) if other else None,
        conduct=conduct,
        family=family.result_of(study) if family else None,
        kind=study.kind,
        rated=rated_plan(study),
    )
    return StudyResults(
        study=study,
        snapshot=snapshot,
        stamp=stamp,
        computed_at=result.computed_at if result else None,
        given_at=verdict.given_at if verdict else None,
        holds_withdrawn=result is not None and counts.people.withdrawn > withdrawn,
        uncounted=result is None and Answer.objects.filter(trial__study=study).exists(),
        paper_ranking=ranking_of(result) if result else (),
    )


def backlog(results: StudyResults) -> Backlog | None:
    """Return the answers that should have been counted by now; None where none waits so long."""
    if results.snapshot.counts.last_answer is None:
        return None
    newer = Answer.objects.filter(
        trial__study=results.study, pk__gt=results.snapshot.counts.last_answer
    )
    found = newer.aggregate(answers=Count("pk"), since=Min("answered_at"))
    if not found["answers"] or timezone.now() - found["since"] < OUT_OF_DATE:
        return None
    return Backlog(**found)


def rated_plan(study: Study) -> RatedPlan | None:
    """Return what only a rating study plans; of another study None."""
    if not hasattr(study, "rating_plan"):
        return None
    return RatedPlan(names=study.subjects, rules=rules_of(study))


def given_verdict(verdict: Verdict) -> GivenVerdict:
    """Return a verdict as it was stored."""
    stored = verdict.numbers
    repeats = stored.get("repeats")
    return GivenVerdict(
        outcome=verdict.outcome,
        counted=verdict.counted,
        correct=verdict.correct,
        judges=stored["judges"],
        texts=stored["texts"],
        tests=ExactTests.from_json(stored) if "difference" in stored else None,
        repeats=Repeats(**repeats) if repeats else None,
        wald=WaldTest(**{name: stored[name] for name in WaldTest.__slots__})
        if "upper_line" in stored
        else None,
        by_completion="upper_line" in stored and not stored.get("in_order"),
        estimate=SequentialEstimate(**stored["estimate"]) if stored.get("estimate") else None,
        over_texts=_over_texts(stored),
        ratings=RatingNumbers.from_json(stored["ratings"]) if "ratings" in stored else None,
    )


def _over_texts(stored: dict[str, Any]) -> OverTexts:
    """Return what was stored with a verdict; of one given before this was, why there is nothing."""
    if "over_texts" in stored:
        return OverTexts.from_json(stored["over_texts"])
    is_sequential = "upper_line" in stored
    because = NoLimits.SEQUENTIAL if is_sequential else NoLimits.EARLIER
    return OverTexts(confounded=None, none_because=because)
