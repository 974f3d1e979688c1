"""Trials: one triad or sheet given to one judge, what was answered, and how it was read."""

import secrets
from collections.abc import Iterable
from datetime import timedelta
from typing import Any, Self

from django.db import models
from django.db.models import Count, F, Q, Value
from django.db.models.functions import Now
from django.db.models.lookups import GreaterThan

from studies.models.judge import Judge
from studies.models.place import Place, PlaceKind
from studies.models.recruitment import RecruitmentLink
from studies.models.sample import Kind, Sample
from studies.models.sheet import Sheet
from studies.models.study import Study
from studies.models.triad import Mode, Triad
from studies.models.visibility import OfStudyQuerySet


def new_trial_code() -> str:
    """Return the permission to answer one trial: 144 random bits."""
    return secrets.token_urlsafe(18)


# Which trials count: their answers stand for the study. That their triads lie within the plan's
# number, which never falls, is kept where an answer is stored (services.judging.answers), so that
# counting needs no other table.
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


# Until when a judge has one of the triads that all judges share.
SHARED_UNTIL = models.ExpressionWrapper(
    F("held_at") + (F("renewals") + 1) * F("study__hold_minutes") * Value(timedelta(minutes=1)),
    output_field=models.DateTimeField(),
)
# The judge's time for the triad is not over.
RUNS = (
    Q(kind=Kind.MAIN, triad__free_from__gt=Now())
    | Q(kind=Kind.MAIN, sheet__free_from__gt=Now())
    | (~Q(kind=Kind.MAIN) & Q(GreaterThan(SHARED_UNTIL, Now())))
)


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


class AnswerQuerySet(OfStudyQuerySet):
    study_path = "study"

    def counted(self) -> Self:
        """Keep the answers that count for their study."""
        return self.filter(counted("trial__"))

    def newest_counted(self, study: Any, *, at_most: int) -> Any:
        """Return the keys of a study's last answers that count: the others are not looked at."""
        return self.counted().filter(study=study).order_by("-pk").values("pk")[:at_most]

    def choices(self) -> Self:
        """Keep the answers to triads."""
        return self.filter(trial__triad__isnull=False)

    def of_sheets(self) -> Self:
        """Keep the answers to sheets."""
        return self.filter(trial__sheet__isnull=False)


class Answer(models.Model):
    """The forced choice of one trial, or that its sheet was rated.

    The database refuses to change or delete it (a trigger).
    """

    trial = models.OneToOneField(Trial, on_delete=models.PROTECT, related_name="answer")

    class Sureness(models.TextChoices):
        GUESS = "guess", "a guess"
        NOT_SURE = "not_sure", "not sure"
        FAIRLY_SURE = "fairly_sure", "fairly sure"
        CERTAIN = "certain", "certain"

    # Both are null where the trial is of a sheet, and only there (a trigger).
    chosen_position: "models.PositiveSmallIntegerField[int, int]" = (
        models.PositiveSmallIntegerField(null=True, blank=True)  # type: ignore[misc]  # declared as the kind that reads it has it
    )
    # Set by a trigger from the triad.
    correct: "models.BooleanField[bool, bool]" = models.BooleanField(  # type: ignore[misc]  # declared as the kind that reads it has it
        db_default=False, editable=False, null=True
    )
    # Copies of trial, triad and judge that the same trigger makes, so that a million answers are
    # counted without looking at a million of each.
    study = models.ForeignKey(
        Study, on_delete=models.PROTECT, db_constraint=False, db_index=False,
        editable=False, related_name="+",
    )  # fmt: skip
    link = models.ForeignKey(
        RecruitmentLink, on_delete=models.PROTECT, db_constraint=False, db_index=False,
        editable=False, related_name="+",
    )  # fmt: skip
    kind = models.CharField(max_length=10, choices=PlaceKind, editable=False)
    mode = models.CharField(max_length=5, choices=Mode, editable=False)
    order = models.CharField(max_length=3, editable=False)
    number = models.PositiveIntegerField(editable=False)
    first_held_at = models.DateTimeField(null=True, editable=False)
    shown_at = models.DateTimeField()
    answered_at = models.DateTimeField(db_default=Now())

    # Asked after the choice is stored: set once, blanked by withdrawal (a trigger).
    reason = models.TextField(blank=True, db_default="", max_length=5000)
    sureness = models.CharField(max_length=12, blank=True, db_default="", choices=Sureness)
    # The browser translated the page.
    page_translated = models.BooleanField(db_default=False)

    objects = AnswerQuerySet.as_manager()

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(chosen_position__gte=1, chosen_position__lte=3),
                name="answer_position",
            ),
            models.CheckConstraint(
                condition=Q(sureness__in=["", "guess", "not_sure", "fairly_sure", "certain"]),
                name="answer_sureness",
            ),
        ]
        indexes = [
            # Counting a study's answers, and their list by number.
            models.Index(fields=["study", "id"], name="answer_of_study"),
        ]

    def __str__(self) -> str:
        return f"{self.trial_id}: {self.chosen_position}"


class ReadingRecordQuerySet(OfStudyQuerySet):
    study_path = "answer__trial__study"

    def counted(self) -> Self:
        """Keep the records of answers that count for their study."""
        return self.filter(counted("answer__trial__"))


class ReadingRecord(models.Model):
    """What the page measured in one trial. Stored once with the answer; withdrawal deletes it.

    Times are milliseconds of the judge's own clock since the texts were shown, bounded by what the
    server's clock allows. No address, no name of a browser.
    """

    class Device(models.TextChoices):
        MOUSE = "mouse"
        TOUCH = "touch"
        PEN = "pen"
        KEYBOARD = "keyboard"

    answer = models.OneToOneField(Answer, on_delete=models.PROTECT, related_name="reading")
    # Until the last choice before the confirmation, and until the confirmation.
    chosen_ms = models.PositiveIntegerField(null=True)
    confirmed_ms = models.PositiveIntegerField()
    visible_ms = models.PositiveIntegerField()
    # The positions chosen one after the other, with their times: [[2, 5120], [3, 9040]].
    choices = models.JSONField(default=list)
    # The texts that the row of codes led to, with their times, likewise.
    jumps = models.JSONField(default=list)
    device = models.CharField(max_length=8, choices=Device, blank=True)
    width = models.PositiveSmallIntegerField(null=True)
    # The texts were masked; each stay as [position, sentence, start, length], in order.
    masked = models.BooleanField(default=False)
    stays = models.JSONField(default=list)

    objects = ReadingRecordQuerySet.as_manager()

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(device__in=["", "mouse", "touch", "pen", "keyboard"]),
                name="reading_device",
            ),
            models.CheckConstraint(
                condition=Q(visible_ms__lte=F("confirmed_ms")), name="reading_visible"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.answer_id}: {self.confirmed_ms} ms"


class RatingQuerySet(OfStudyQuerySet):
    study_path = "answer__study"

    def counted(self) -> Self:
        """Keep the ratings of answers that count for their study."""
        return self.filter(counted("answer__trial__"))


class Rating(models.Model):
    """A number given with an answer: of one text by a criterion, or of the difference.

    Of a text, by a criterion of a rating study's plan: a magnitude of 1 to 999,999 (methods
    `plain_me` and `rankme`), a point of 1 to `scale_points` (`likert`), or, where the criterion is
    of kind `ticks`, the sum of 1 (something is added) and 2 (something is missing): 0 is neither.

    Without a text the criterion is `degree` (0 to 100) or `difference` (against a reference of
    100). The database keeps what the plan asks for (`studies/rules/ratings.sql`).
    """

    answer = models.ForeignKey(
        Answer, on_delete=models.PROTECT, related_name="ratings", db_index=False
    )
    sample = models.ForeignKey(
        Sample, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    criterion = models.CharField(max_length=30)
    value = models.PositiveIntegerField()

    objects = RatingQuerySet.as_manager()

    class Meta:
        ordering = ["pk"]
        constraints = [
            # Once a text and criterion; also the index of an answer's ratings.
            models.UniqueConstraint(
                fields=["answer", "sample", "criterion"],
                nulls_distinct=False,
                name="rating_once",
            ),
            models.CheckConstraint(condition=Q(value__lte=999_999), name="rating_value"),
        ]

    def __str__(self) -> str:
        return f"{self.answer_id}: {self.criterion} {self.value}"
