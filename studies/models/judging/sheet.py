"""Sheets: what one judge rates on one page, the counterpart of triads in a rating study."""

from django.db import models
from django.db.models import Q

from studies.models.judging.place import Place, PlaceQuerySet
from studies.models.sample import Sample
from studies.models.study import SYSTEMS, Study
from studies.models.visibility import OfStudyQuerySet


class Sheet(Place):
    """Texts about one item, rated on one page by one criterion or by all.

    All but the hold is fixed (triggers).
    """

    study = models.ForeignKey(Study, on_delete=models.PROTECT, related_name="sheets")
    item = models.CharField(max_length=200)
    # The key of the criterion that the page asks for; empty where it asks for all.
    criterion = models.CharField(max_length=30, blank=True, default="")
    # The number of what the page asks (this item, or this text, by this criterion). The copies of a
    # question are for different judges: none gets one twice (a trigger).
    question = models.PositiveIntegerField()

    objects = PlaceQuerySet.as_manager()

    def __str__(self) -> str:
        return f"{self.number} {self.item}"


class SheetText(models.Model):
    """A text at its place on a sheet. Identical texts that are shown once share a place."""

    sheet = models.ForeignKey(Sheet, on_delete=models.PROTECT, related_name="texts", db_index=False)
    place = models.PositiveSmallIntegerField()
    sample = models.ForeignKey(Sample, on_delete=models.PROTECT, related_name="+")

    objects = OfStudyQuerySet.as_manager()

    class Meta:
        ordering = ["sheet", "place", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["sheet", "sample"], name="sheettext_once"),
            models.CheckConstraint(
                condition=Q(place__gte=1, place__lte=len(SYSTEMS)), name="sheettext_place"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.sheet_id}: {self.place}"
