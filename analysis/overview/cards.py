"""Studies as cards: names, status, progress, what is told of them and what comes next."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import Any

from django.db.models import Case, OuterRef, Q, QuerySet, Value, When
from django.utils import timezone

from analysis.models import Verdict
from analysis.recomputation.counts import StudyCounts
from analysis.recomputation.verdicts import plan_of
from analysis.results.study_results import given_verdict, rated_plan
from analysis.verdict_text import ResultSnapshot, statement
from studies.kinds import StudyType, kind_of
from studies.models import Answer, Study, Trial, User
from studies.models.visibility import May, rows_visible_to
from studies.workbench.dashboard import next_in_words
from studies.workbench.frame import tone_of

Status = Study.Status
ARCHIVED = "archived"
COMPLETE = "complete"
STATES = [*Status.choices, (COMPLETE, "complete"), (ARCHIVED, "archived")]
OWNERS = [("mine", "mine"), ("shared", "shared with me")]
# So many answers of today are counted: more would take longer than a list should.
MOST_TODAY = 500


@dataclass(frozen=True, slots=True)
class StudyCard:
    """A study as its card shows it; `told` is its verdict, once there is one to be seen."""

    study: Any
    told: str
    next: str

    @property
    def kind(self) -> StudyType:
        return kind_of(self.study)

    @property
    def today(self) -> str:
        """How many answers count that came today; empty where there are none."""
        number = self.study.today
        return f"{number} or more" if number == MOST_TODAY else str(number or "")

    @property
    def tone(self) -> str:
        return tone_of(self.study)


def studies_of(user: User, *, search: str, state: str, owner: str) -> QuerySet[Any]:
    """Return the studies that the account may see and asks for, newest first.

    Annotated with `may_read`: whether the account may read the results.
    """
    readable = When(rows_visible_to(user, May.READ, ""), then=Value(True))
    rows = (
        Study.objects.visible_to(user, May.SEE)
        .annotate(may_read=Case(readable, default=Value(False)))
        .select_related("owner", "rating_plan")
        .defer("plan_json")
    )
    rows = rows.filter(archived_at__isnull=state != ARCHIVED)
    if state == COMPLETE:
        rows = rows.filter(status__in=Study.COUNTING_STATUSES, completed_at__isnull=False)
    elif state in Status.values:
        rows = rows.filter(status=state)
        if state == Status.OPEN:
            rows = rows.filter(completed_at__isnull=True)
    if owner in dict(OWNERS):
        is_mine = Q(owner=user)
        rows = rows.filter(is_mine if owner == "mine" else ~is_mine)
    if search:
        names = ("title", "subject_a", "subject_b", "more_subjects")
        found = [Q(**{f"{name}__icontains": search}) for name in names]
        found[-1] &= ~Q(more_subjects=[])  # else brackets are found
        rows = rows.filter(reduce(or_, found))
    return rows.order_by("-pk")


def with_progress(rows: QuerySet[Any]) -> QuerySet[Any]:
    """Annotate `counted` answers, and those of `today` in the reader's time zone, to MOST_TODAY."""
    counted = Trial.objects.counted().filter(study=OuterRef("pk"))
    midnight = timezone.localtime().replace(hour=0, minute=0, second=0, microsecond=0)
    newest = Answer.objects.newest_counted(OuterRef(OuterRef("pk")), at_most=MOST_TODAY)
    today = Answer.objects.filter(study=OuterRef("pk"), pk__in=newest, answered_at__gte=midnight)
    annotated: QuerySet[Any] = rows.annotate(
        counted=counted.number_by("study"), today=today.number_by("study")
    )
    return annotated


def cards_of(studies: Iterable[Any]) -> list[StudyCard]:
    """Return the cards of these studies, with their verdicts in one query."""
    rows = list(studies)
    verdicts = {verdict.study_id: verdict for verdict in Verdict.objects.filter(study__in=rows)}
    return [
        StudyCard(study, _told(study, verdicts.get(study.pk)), next_in_words(study))
        for study in rows
    ]


def _told(study: Any, verdict: Verdict | None) -> str:
    """Return the sentence of a verdict, to those who may read results."""
    if verdict is None or not study.may_read:
        return ""
    snapshot = ResultSnapshot(
        plan=plan_of(study),
        counts=StudyCounts(),
        verdict=given_verdict(verdict),
        opened=True,
        kind=study.kind,
        rated=rated_plan(study),
    )
    return statement(snapshot).sentence
