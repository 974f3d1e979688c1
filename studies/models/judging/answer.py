"""What was answered to a trial, what was given with it, and how its texts were read."""

from typing import Any, Self

from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Now

from studies.models.judging.place import PlaceKind
from studies.models.judging.triad import Mode
from studies.models.judging.trial import Trial, counted
from studies.models.recruitment import RecruitmentLink
from studies.models.sample import Sample
from studies.models.study import Study
from studies.models.visibility import OfStudyQuerySet


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
