"""Triads: three samples planned to be served together in one of the protocol's orders."""

from datetime import UTC, datetime
from typing import Self

from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Now

from studies.design import ORDERS
from studies.models.sample import Kind, Sample
from studies.models.study import Study
from studies.models.visibility import OfStudyQuerySet

# Long past: a new triad is free.
ALWAYS_FREE = datetime(1970, 1, 1, tzinfo=UTC)


class Mode(models.TextChoices):
    """Live trials count towards the study; pilot trials, for trying things out, never do."""

    LIVE = "live", "live"
    PILOT = "pilot", "pilot"


class TriadQuerySet(OfStudyQuerySet):
    def planned(self) -> Self:
        """Keep the live main triads within their study's number: only these ever count."""
        return self.filter(mode=Mode.LIVE, kind=Kind.MAIN, number__lte=F("study__evaluations"))

    def unanswered(self) -> Self:
        """Keep the triads that are free or held."""
        # The condition of the index `triad_unanswered`, literally: it serves no other.
        return self.filter(free_from__lt=datetime(9000, 1, 1, tzinfo=UTC))

    def free(self) -> Self:
        """Keep the triads that can be claimed now, by the database's clock."""
        return self.filter(free_from__lte=Now())


class Triad(models.Model):
    """Three samples, served together in one order. All but the hold is fixed (triggers)."""

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
    # The hold: in the past the triad is free, in the future it is held, at `infinity` answered.
    # One UPDATE claims a triad, so no two judges can hold it.
    free_from = models.DateTimeField(default=ALWAYS_FREE)
    # When it was held for the first time: set by the database, kept for ever. Answers are taken in
    # this order wherever the order matters, since that of completion puts guessers first.
    first_held_at = models.DateTimeField(null=True, editable=False)
    # The last sign of life of the judge who holds it: a hold without one may be given on.
    seen_at = models.DateTimeField(null=True, editable=False)

    objects = TriadQuerySet.as_manager()

    class Meta:
        ordering = ["study", "mode", "kind", "number"]
        constraints = [
            models.UniqueConstraint(
                fields=["study", "mode", "kind", "number"], name="triad_number_unique"
            ),
            models.CheckConstraint(condition=Q(order__in=ORDERS), name="triad_order"),
            # The odd position is the one that the order says.
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
            # The claim: the lowest free number, without a look at all that are answered.
            models.Index(
                fields=["study", "mode", "kind", "number"],
                condition=Q(free_from__lt=datetime(9000, 1, 1, tzinfo=UTC)),
                name="triad_unanswered_number",
            ),
            # When the next triad is free: of unanswered triads only.
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
        """Return the keys of the three samples by position."""
        return self.first_id, self.second_id, self.third_id

    @property
    def samples(self) -> tuple[Sample, Sample, Sample]:
        """Return the three samples by position."""
        return self.first, self.second, self.third
