"""Trials: one triad or sheet given to one judge."""

from collections.abc import Iterable
from datetime import timedelta
from typing import Any, Self

from django.db import models
from django.db.models import Count, F, Q, Value
from django.db.models.functions import Now
from django.db.models.lookups import GreaterThan

from studies.models.judging.judge import Judge
from studies.models.judging.place import Place, PlaceKind
from studies.models.judging.sheet import Sheet
from studies.models.judging.triad import Mode, Triad
from studies.models.random_codes import new_trial_code
from studies.models.sample import Kind
from studies.models.study import Study
from studies.models.visibility import OfStudyQuerySet

# Which trials count: their answers stand for the study. That their triads lie within the plan's
# number, which never falls, is kept where an answer is stored
# (services.judging.answering.answers), so that counting needs no other table.
_COUNTED = {"state": "answered", "kind": "main", "mode": "live"}
# The same for a statement in SQL, in which trials are `x`.
COUNTED_SQL = " AND ".join(f"x.{column} = '{value}'" for column, value in _COUNTED.items())
# The same of answers `a` of the study %(study)s, by their copies: only the few trials with answers
# that count for nothing are looked up.
COUNTED_ANSWER_SQL = """
    a.study_id = %(study)s AND a.kind = 'main' AND a.mode = 'live' AND NOT EXISTS (
        SELECT 1 FROM studies_trial void WHERE void.id = a.trial_id
          AND void.study_id = %(study)s AND void.state IN ('surplus', 'withdrawn', 'excluded')
    )
"""


def counted(path: str = "") -> Q:
    """Return the condition of a trial that counts, found at `path` (such as `trial__`)."""
    return Q(**{f"{path}{field}": value for field, value in _COUNTED.items()})


def runs(path: str = "") -> Q:
    """Return the condition that the judge's time for the triad is not over."""
    is_main = Q(**{f"{path}kind": Kind.MAIN})
    held = [Q(**{f"{path}{place}__free_from__gt": Now()}) for place in ("triad", "sheet")]
    # Until when a judge has one of the triads that all judges share.
    holds = (F(f"{path}renewals") + 1) * F(f"{path}study__hold_minutes")
    shared_until = models.ExpressionWrapper(
        F(f"{path}held_at") + holds * Value(timedelta(minutes=1)),
        output_field=models.DateTimeField(),
    )
    return is_main & (held[0] | held[1]) | ~is_main & Q(GreaterThan(shared_until, Now()))


RUNS = runs()


class TrialQuerySet(OfStudyQuerySet):
    def with_study(self) -> Self:
        """With study, judge, link and triad; without the frozen plan, which names every text."""
        joined = self.select_related("study", "judge__link", "triad")
        return joined.defer("study__plan_json")

    def counted(self) -> Self:
        """Keep the trials that count: answered, live and main (the index `trial_counted`)."""
        return self.filter(counted())

    def held_now(self) -> Self:
        """Keep the trials that a judge may still be reading."""
        return self.filter(RUNS, state=Trial.State.HELD)

    def silent_for(self, time: timedelta) -> Self:
        """Keep the trials that are held by judges who have shown no sign of life for so long."""
        since = Now() - time
        return self.filter(
            Q(triad__free_from__gt=Now(), triad__seen_at__lt=since)
            | Q(sheet__free_from__gt=Now(), sheet__seen_at__lt=since),
            kind=Kind.MAIN,
            state=Trial.State.HELD,
        )

    def used(self) -> Self:
        """Keep the trials that use up one of their judge's evaluations."""
        return self.filter(kind=Kind.MAIN, state__in=Trial.USED_STATES)

    def evaluated(self) -> Self:
        """Keep the main trials with an answer that stands, counted or surplus."""
        return self.filter(_evaluated())

    def of_texts_at(self, place: str, texts: Iterable[int]) -> Any:
        """Count the trials by the text at a place ("first", "second", "third") of their triads.

        Rows of text, `shown`, `odd` (it was the odd one) and `right` (then it was chosen).
        """
        position = ("first", "second", "third").index(place) + 1
        is_odd = Q(triad__odd_position=position)
        shown = self.filter(**{f"triad__{place}__in": list(texts)}).order_by()
        return shown.values(text=F(f"triad__{place}")).annotate(
            shown=Count("pk"),
            odd=Count("pk", filter=is_odd),
            right=Count("pk", filter=is_odd & Q(answer__correct=True)),
        )

    def taking_part(self) -> Self:
        """Keep the trials that give their judge a place.

        Answered ones, those held now, and answered practice as long as its time runs.
        """
        shared = ~Q(kind=Kind.MAIN) & Q(state=Trial.State.ANSWERED)
        return self.filter(_evaluated() | RUNS & (Q(state=Trial.State.HELD) | shared))


def _evaluated() -> Q:
    return Q(kind=Kind.MAIN, state__in=[Trial.State.ANSWERED, Trial.State.SURPLUS])


class Trial(models.Model):
    """One triad, or in a rating study one sheet, given to one judge.

    `study`, `kind`, `mode` and `single` are copies that the database itself sets from judge,
    place and study (a trigger), so that its partial indexes can keep the rules below.
    """

    class State(models.TextChoices):
        HELD = "held", "held"
        ANSWERED = "answered", "answered"
        SURPLUS = "surplus", "surplus"
        LAPSED = "lapsed", "lapsed"
        WITHDRAWN = "withdrawn", "withdrawn"
        # Answered, but the plan excludes the judge and its primary set is "kept".
        EXCLUDED = "excluded", "excluded"

    # These use up one of the judge's evaluations.
    USED_STATES = (State.ANSWERED, State.SURPLUS, State.WITHDRAWN, State.EXCLUDED)

    study = models.ForeignKey(Study, on_delete=models.PROTECT, related_name="trials")
    # Exactly one of the two is there. Each is declared as it is for the kind that reads it.
    triad: "models.ForeignKey[Triad, Triad]" = models.ForeignKey(  # type: ignore[misc]  # declared as the kind that reads it has it
        Triad, on_delete=models.PROTECT, related_name="trials", null=True, blank=True
    )
    sheet: "models.ForeignKey[Sheet | None, Sheet]" = models.ForeignKey(  # type: ignore[misc]  # declared as the kind that reads it has it
        Sheet, on_delete=models.PROTECT, related_name="trials", null=True, blank=True,
        db_index=False,
    )  # fmt: skip
    judge = models.ForeignKey(Judge, on_delete=models.PROTECT, related_name="trials")
    code = models.CharField(max_length=64, unique=True, default=new_trial_code, editable=False)
    kind = models.CharField(max_length=10, choices=PlaceKind, default=PlaceKind.MAIN)
    mode = models.CharField(max_length=5, choices=Mode, default=Mode.LIVE)
    single = models.BooleanField(default=False)
    state = models.CharField(max_length=10, choices=State, default=State.HELD)
    held_at = models.DateTimeField(db_default=Now())
    renewals = models.PositiveSmallIntegerField(default=0)
    # Its hold ran out and began anew: `held_at` is no longer when the texts were first shown, so
    # no answer is called too fast.
    given_again = models.BooleanField(db_default=False)

    objects = TrialQuerySet.as_manager()

    class Meta:
        ordering = ["pk"]
        constraints = [
            # No triad is held by, or answered for, two judges.
            models.UniqueConstraint(
                fields=["triad"],
                condition=Q(kind="main", state__in=["held", "answered"]),
                name="trial_triad_once",
            ),
            models.UniqueConstraint(
                fields=["sheet"],
                condition=Q(sheet__isnull=False, kind="main", state__in=["held", "answered"]),
                name="trial_sheet_once",
            ),
            # Two tabs, five clicks: a judge reads one triad at a time.
            models.UniqueConstraint(
                fields=["judge"], condition=Q(state="held"), name="trial_judge_holds_one"
            ),
            # A judge never gets a triad twice; also the index of "what has this judge had".
            models.UniqueConstraint(fields=["judge", "triad"], name="trial_judge_triad_once"),
            models.UniqueConstraint(
                fields=["judge", "sheet"],
                condition=Q(sheet__isnull=False),
                name="trial_judge_sheet_once",
            ),
            models.CheckConstraint(
                condition=Q(triad__isnull=False, sheet__isnull=True)
                | Q(triad__isnull=True, sheet__isnull=False),
                name="trial_triad_or_sheet",
            ),
            # Similarity and sequential plans take one answer a judge.
            models.UniqueConstraint(
                fields=["judge"],
                condition=Q(
                    single=True, kind="main", state__in=["answered", "surplus", "excluded"]
                ),
                name="trial_single_answer",
            ),
            models.CheckConstraint(
                condition=Q(
                    state__in=["held", "answered", "surplus", "lapsed", "withdrawn", "excluded"]
                ),
                name="trial_state",
            ),
        ]
        indexes = [
            # The counted answers of each study in a list.
            models.Index(
                fields=["study"],
                condition=counted(),
                name="trial_counted",
            ),
            # A study's answers and dropouts.
            models.Index(fields=["study", "state"], name="trial_of_study"),
            # The trials of a sheet.
            models.Index(fields=["sheet"], condition=Q(sheet__isnull=False), name="trial_of_sheet"),
        ]

    def __str__(self) -> str:
        return f"{self.judge_id} · {self.triad_id or self.sheet_id} · {self.state}"

    @property
    def place(self) -> Place:
        """The triad or sheet."""
        return self.triad if self.sheet_id is None else self.sheet
