"""Triads: three samples planned to be served together in one of the protocol's orders."""

from django.db import models
from django.db.models import F, Q

from studies.design import ORDERS
from studies.models.judging.place import Mode, Place, PlaceQuerySet
from studies.models.sample import Sample
from studies.models.study import Study

__all__ = ["Mode", "Triad"]


class Triad(Place):
    """Three samples, served together in one order. All but the hold is fixed (triggers)."""

    study = models.ForeignKey(Study, on_delete=models.PROTECT, related_name="triads")
    order = models.CharField(max_length=3, choices=[(order, order) for order in ORDERS])
    odd_position = models.PositiveSmallIntegerField()
    first = models.ForeignKey(Sample, on_delete=models.PROTECT, related_name="+")
    second = models.ForeignKey(Sample, on_delete=models.PROTECT, related_name="+")
    third = models.ForeignKey(Sample, on_delete=models.PROTECT, related_name="+")

    objects = PlaceQuerySet.as_manager()

    class Meta(Place.Meta):
        constraints = [
            *Place.Meta.constraints,
            models.CheckConstraint(condition=Q(order__in=ORDERS), name="triad_order"),
            # The odd position is the one that the order says.
            models.CheckConstraint(
                condition=Q(order__in=["ABB", "BAA"], odd_position=1)
                | Q(order__in=["ABA", "BAB"], odd_position=2)
                | Q(order__in=["AAB", "BBA"], odd_position=3),
                name="triad_odd_position",
            ),
            models.CheckConstraint(
                condition=~Q(first=F("second")) & ~Q(second=F("third")) & ~Q(first=F("third")),
                name="triad_three_samples",
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
