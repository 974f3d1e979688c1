"""Amendments: changes of the plan of a study that was opened."""

from typing import Self

from django.conf import settings
from django.db import models
from django.db.models.functions import Now

from studies.models.study import Study
from studies.models.visibility import OfStudyQuerySet


class AmendmentQuerySet(OfStudyQuerySet):
    def raised_after_looking(self) -> Self:
        """Keep the raises of the number that end a fixed-number verdict for good."""
        return self.filter(kind=Amendment.Kind.EVALUATIONS, after_looking=True)


class Amendment(models.Model):
    """A change of an opened study's plan: more evaluations, or a reopening."""

    class Kind(models.TextChoices):
        EVALUATIONS = "evaluations", "number of evaluations raised"
        REOPENED = "reopened", "reopened"

    study = models.ForeignKey(Study, on_delete=models.PROTECT, related_name="amendments")
    kind = models.CharField(max_length=12, choices=Kind)
    old_evaluations = models.PositiveIntegerField()
    new_evaluations = models.PositiveIntegerField()
    # Made when results could be seen: it ends the fixed-number verdict for good.
    after_looking = models.BooleanField()
    who = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    why = models.TextField("reason")
    at = models.DateTimeField(db_default=Now(), editable=False)

    objects = AmendmentQuerySet.as_manager()

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(new_evaluations__gte=models.F("old_evaluations")),
                name="amendment_never_lowers",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} {self.old_evaluations} → {self.new_evaluations}"
