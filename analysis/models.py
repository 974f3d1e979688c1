"""The tables of `analysis`: results and verdicts."""

from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

from studies.models import OfStudyQuerySet, Study
from studies.values.json_values import FiniteJSONEncoder


class Result(models.Model):
    """The current counts of a study for one analysis set.

    The inputs never shrink (answers stored, trials withdrawn, amendments, judges excluded, version
    of the method): a run that saw less of one never overwrites a run that saw more
    (analysis.recomputation.store).
    """

    study = models.ForeignKey(Study, on_delete=models.CASCADE, related_name="results")
    analysis_set = models.CharField(max_length=20, default="all")
    answers_stored = models.PositiveIntegerField(default=0)
    trials_withdrawn = models.PositiveIntegerField(default=0)
    amendments = models.PositiveIntegerField(default=0)
    judges_excluded = models.PositiveIntegerField(default=0)
    method_version = models.PositiveIntegerField(default=0)
    counted = models.PositiveIntegerField(default=0)
    correct = models.PositiveIntegerField(default=0)
    # All counts that are shown, as JSON (analysis.recomputation.counts).
    numbers = models.JSONField(default=dict, encoder=FiniteJSONEncoder)
    # Of a rating study, beside what decides: how the RankME paper would rank the systems, with the
    # fingerprint of the ratings that it is of (analysis.recomputation.rating_study.ranking).
    paper_ranking = models.JSONField(null=True, blank=True, encoder=FiniteJSONEncoder)
    # Grows with every change: part of the ETag of the live page.
    revision = models.PositiveIntegerField(default=1)
    computed_at = models.DateTimeField(db_default=Now(), editable=False)

    objects = OfStudyQuerySet.as_manager()

    class Meta:
        constraints = [
            # One current row; also the index of the live page.
            models.UniqueConstraint(fields=["study", "analysis_set"], name="result_current"),
            models.CheckConstraint(
                condition=Q(correct__lte=models.F("counted")), name="result_correct_of_counted"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.correct} of {self.counted}"


class Verdict(models.Model):
    """The verdict of a plan: stored once, and never changed (a trigger)."""

    study = models.OneToOneField(Study, on_delete=models.CASCADE, related_name="verdict")
    # difference, similarity, not_shown, none (sequential: the largest number was reached), ranked
    outcome = models.CharField(max_length=20)
    counted = models.PositiveIntegerField()
    correct = models.PositiveIntegerField()
    evaluations = models.PositiveIntegerField()
    last_answer = models.BigIntegerField()
    method_version = models.PositiveIntegerField()
    # The numbers of the tests at that moment, for the statement (analysis.verdict_text).
    numbers = models.JSONField(encoder=FiniteJSONEncoder)
    given_at = models.DateTimeField(db_default=Now(), editable=False)

    objects = OfStudyQuerySet.as_manager()

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(correct__lte=models.F("counted")), name="verdict_correct_of_counted"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.outcome}: {self.correct} of {self.counted}"
