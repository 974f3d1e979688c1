"""Triads: three samples planned to be served together in one of six orders."""

from datetime import UTC, datetime
from typing import Self

from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Now

from studies.design import ORDERS
from studies.models.sample import Kind, Sample
from studies.models.study import Study
from studies.models.visibility import OfStudyQuerySet

# PostgreSQL's `infinity` as psycopg2 hands it over: a triad that will never be free again.
ALWAYS_FREE = datetime(1970, 1, 1, tzinfo=UTC)


class Mode(models.TextChoices):
    """Live counts towards the study; pilot is made to try things out and never counts."""

    LIVE = "live", "live"
    PILOT = "pilot", "pilot"


class TriadQuerySet(OfStudyQuerySet):
    """Triads."""

    def planned(self) -> Self:
        """The live main triads within their study's number: the only ones that ever count."""
        return self.filter(mode=Mode.LIVE, kind=Kind.MAIN, number__lte=F("study__evaluations"))

    def unanswered(self) -> Self:
        """Not answered yet: free or held."""
        # In the words of the index `triad_unanswered`, which serves no other condition.
        return self.filter(free_from__lt=datetime(9000, 1, 1, tzinfo=UTC))

    def free(self) -> Self:
        """To be had now, by the database's clock."""
        return self.filter(free_from__lte=Now())


class Triad(models.Model):
    """Three samples, served together in one order. All but `free_from` is fixed (a trigger)."""

    study = models.ForeignKey(Study, on_delete=models.PROTECT, related_name="triads")
    number = models.PositiveIntegerField()
    block = models.PositiveIntegerField()
    kind = models.CharField(max_length=10, choices=Kind, default=Kind.MAIN)
    mode = models.CharField(max_length=5, choices=Mode, default=Mode.LIVE)
    order = models.CharField(max_length=3, choices=[(order, order) for order in ORDERS])
    odd_position = models.PositiveSmallIntegerField()
    first = models.ForeignKey(Sample, on_delete=models.PROTECT, related_name="+")
    second = models.ForeignKey(Sample, on_delete=models.PROTECT, related_name="+")
    third = models.ForeignKey(Sample, on_delete=models.PROTECT, related_name="+")
    # The hold is this column: free where it is past, held where it lies ahead, answered at
    # `infinity`. One UPDATE claims a triad, so no two judges can hold it.
    free_from = models.DateTimeField(default=ALWAYS_FREE)

    objects = TriadQuerySet.as_manager()

    class Meta:
        ordering = ["study", "mode", "kind", "number"]
        constraints = [
            # Also the index of the claim: the lowest free number of a study.
            models.UniqueConstraint(
                fields=["study", "mode", "kind", "number"], name="triad_number_unique"
            ),
            models.CheckConstraint(condition=Q(order__in=ORDERS), name="triad_order"),
            # The odd one stands where the order says.
            models.CheckConstraint(
                condition=Q(order__in=["ABB", "BAA"], odd_position=1)
                | Q(order__in=["ABA", "BAB"], odd_position=2)
                | Q(order__in=["AAB", "BBA"], odd_position=3),
                name="triad_odd_position",
            ),
            models.CheckConstraint(
                condition=Q(kind__in=Kind.values, mode__in=Mode.values, number__gte=1),
                name="triad_choices",
            ),
            models.CheckConstraint(
                condition=~Q(first=F("second")) & ~Q(second=F("third")) & ~Q(first=F("third")),
                name="triad_three_samples",
            ),
        ]
        indexes = [
            # The claim and "when is the next place free" look only at what is not answered.
            models.Index(
                fields=["study", "mode", "free_from"],
                condition=Q(free_from__lt=datetime(9000, 1, 1, tzinfo=UTC)),
                name="triad_unanswered",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number} {self.order}"

    @property
    def sample_ids(self) -> tuple[int, int, int]:
        """The keys of the three samples by position."""
        return self.first_id, self.second_id, self.third_id

    @property
    def samples(self) -> tuple[Sample, Sample, Sample]:
        """The three samples by position."""
        return self.first, self.second, self.third
