"""The plan of a rating study, beside what its study has in common with those of triads."""

from dataclasses import asdict
from typing import Any

from django.core.exceptions import ValidationError
from django.core.validators import MaxLengthValidator, MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q

from studies.models.study import Study
from studies.ratings import criteria
from studies.ratings.criteria import Criterion, criteria_of, that_show_context
from studies.values.text_codes import labels_of, letters_of


def default_criteria() -> list[dict[str, Any]]:
    """Return the three criteria of Novikova, Dušek and Rieser (2018), in words of our own."""
    return [asdict(one) for one in criteria.DEFAULT]


def check_criteria(value: Any) -> None:
    """Refuse what is no list of criteria."""
    try:
        criteria.checked(value)
    except criteria.BadCriteriaError as error:
        raise ValidationError(list(error.problems.values())) from error


class RatingPlan(models.Model):
    """How texts are rated. Fixed once the study leaves draft (a trigger).

    Sheets a judge, alpha, exclusion rule, seed and wording are columns of the study.
    """

    class Method(models.TextChoices):
        LIKERT = "likert", "a scale of points, one text a page"
        PLAIN_ME = "plain_me", "magnitude estimation, one text a page"
        RANKME = "rankme", "magnitude estimation, texts about an item on one page"

    class Setup(models.TextChoices):
        TOGETHER = "together", "one page asks all criteria"
        APART = "apart", "a page asks one criterion"

    class Entry(models.TextChoices):
        NUMBER = "number", "a number that is typed"
        SLIDER = "slider", "a slider"

    class Identical(models.TextChoices):
        MERGE = "merge", "shown once, the rating stored for each"
        KEEP = "keep", "shown as often as they occur"

    class TextLabels(models.TextChoices):
        LETTERS = "letters", "a letter, drawn for each page"
        CODES = "codes", "a number of three digits, drawn for each page"

    study = models.OneToOneField(
        Study, on_delete=models.PROTECT, primary_key=True, related_name="rating_plan"
    )
    method = models.CharField(max_length=8, choices=Method, default=Method.RANKME)
    setup = models.CharField(max_length=8, choices=Setup, default=Setup.APART)
    # Of criteria asked apart, a judge works on the first one given unless this is set.
    mixes_criteria = models.BooleanField("a judge may get several criteria", default=False)
    criteria = models.JSONField(default=default_criteria, validators=[check_criteria])
    primary_criterion = models.CharField(max_length=30, default="quality")
    scale_points = models.PositiveSmallIntegerField(
        default=6, validators=[MinValueValidator(2), MaxValueValidator(11)]
    )
    scale_low = models.CharField("label of the lowest point", max_length=100, default="very bad")
    scale_high = models.CharField("label of the highest point", max_length=100, default="very good")
    # The text with the fixed number 100; never one of the study's.
    reference_context = models.TextField(blank=True, max_length=20_000)
    reference_text = models.TextField(blank=True, validators=[MaxLengthValidator(50_000)])
    judges_per_item = models.PositiveSmallIntegerField(
        default=3, validators=[MinValueValidator(1), MaxValueValidator(100)]
    )
    # How many judges are looked for: of fewer than can decide the study is not opened.
    judges = models.PositiveIntegerField("planned judges", default=20)
    entry = models.CharField(max_length=6, choices=Entry, default=Entry.NUMBER)
    identical = models.CharField(max_length=5, choices=Identical, default=Identical.MERGE)
    # Under what a page shows its texts. Beside a reference called 100 a code of three digits was
    # read as a rating; plans of before keep it (docs/adr/0031).
    text_labels = models.CharField(
        max_length=7,
        choices=TextLabels,
        default=TextLabels.LETTERS,
        db_default=TextLabels.CODES,
        editable=False,
    )
    # Before the last sheet each judge gets the first one again, with the texts in other places: for
    # how alike one judge rates. It counts for nothing.
    repeats_one = models.BooleanField("one sheet twice", default=False, db_default=False)
    # Within which two systems are called similar: a ratio such as 1.10, on a scale so many points.
    margin = models.FloatField(
        null=True, blank=True, validators=[MinValueValidator(0.001), MaxValueValidator(10)]
    )
    resamples = models.PositiveIntegerField(
        default=10_000, validators=[MinValueValidator(1000), MaxValueValidator(100_000)]
    )

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(method__in=["likert", "plain_me", "rankme"])
                & Q(setup__in=["together", "apart"])
                & Q(entry__in=["number", "slider"])
                & Q(identical__in=["merge", "keep"]),
                name="ratingplan_choices",
            ),
            models.CheckConstraint(
                condition=Q(scale_points__gte=2, scale_points__lte=11)
                & Q(judges_per_item__gte=1, judges_per_item__lte=100)
                & Q(judges__gte=1)
                & Q(resamples__gte=1000, resamples__lte=100_000)
                & (Q(margin__isnull=True) | Q(margin__gt=0, margin__lte=10)),
                name="ratingplan_numbers",
            ),
            models.CheckConstraint(
                condition=Q(margin__isnull=True) | Q(margin__gt=1) | Q(method="likert"),
                name="ratingplan_margin",
                violation_error_message="A ratio within which systems are similar is above 1.",
            ),
            models.CheckConstraint(
                condition=Q(text_labels__in=["letters", "codes"]), name="ratingplan_text_labels"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.study_id}: {self.method}"

    @property
    def method_in_words(self) -> str:
        """Say how texts are rated, with the points of a scale and their ends."""
        if self.method == self.Method.RANKME:
            return "RankME (relative magnitude estimation): texts about an item on one page"
        if self.has_reference:
            return str(self.get_method_display())
        return (
            f"a scale of {self.scale_points} points from “{self.scale_low}” to "
            f"“{self.scale_high}”, one text a page"
        )

    @property
    def has_reference(self) -> bool:
        """Whether judges compare with a text of the number 100: a scale of points has none."""
        return self.method != self.Method.LIKERT

    @property
    def shares_judges(self) -> bool:
        """Whether each judge may rate by every criterion; else each criterion has its own."""
        return self.setup == self.Setup.TOGETHER or self.mixes_criteria

    @property
    def judges_of_criterion(self) -> int:
        """How many of the planned judges rate by one criterion."""
        return self.judges if self.shares_judges else self.judges // max(1, len(self.criteria))

    def labels_of(self, trial_code: str, texts: int) -> list[str]:
        """Return under what the page of a trial shows its texts, by place."""
        if self.text_labels == self.TextLabels.CODES:
            return [str(code) for code in labels_of(trial_code, texts)]
        return letters_of(trial_code, texts)

    @property
    def rated_by(self) -> list[Criterion]:
        """The criteria, in the plan's order."""
        return criteria_of(self.criteria)

    def context_shown_by(self, criterion: Criterion) -> list[Criterion]:
        """Return for which criteria the page of this one shows what texts are made from.

        None: it is hidden. All criteria of a page share what it shows.
        """
        together = self.setup == self.Setup.TOGETHER
        return that_show_context(self.rated_by if together else [criterion])
