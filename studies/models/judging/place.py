"""Places: what one judge answers on one page, held for that judge: a triad or a sheet."""

from datetime import UTC, datetime
from typing import Self

from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Now

from studies.models.sample import Kind
from studies.models.visibility import OfStudyQuerySet

# Long past: a new place is free.
ALWAYS_FREE = datetime(1970, 1, 1, tzinfo=UTC)
_UNANSWERED = Q(free_from__lt=datetime(9000, 1, 1, tzinfo=UTC))


class Mode(models.TextChoices):
    """Live trials count towards the study; pilot trials, for trying things out, never do."""

    LIVE = "live", "live"
    PILOT = "pilot", "pilot"


class PlaceKind(models.TextChoices):
    """What a place is for. Only `main` is ever counted.

    `repeat` is a sheet that its judge has rated before, with the texts in other places.
    """

    MAIN = "main", "main"
    PRACTICE = "practice", "practice"
    ATTENTION = "attention", "attention"
    REPEAT = "repeat", "repeat"


class PlaceQuerySet(OfStudyQuerySet):
    def planned(self) -> Self:
        """Keep the live main places within their study's number: only these ever count."""
        return self.filter(mode=Mode.LIVE, kind=Kind.MAIN, number__lte=F("study__evaluations"))

    def unanswered(self) -> Self:
        """Keep the places that are free or held."""
        # The condition of the index `triad_unanswered`, literally: it serves no other.
        return self.filter(free_from__lt=datetime(9000, 1, 1, tzinfo=UTC))

    def free(self) -> Self:
        """Keep the places that can be claimed now, by the database's clock."""
        return self.filter(free_from__lte=Now())


class Place(models.Model):
    """A numbered place of a study's design. All but the hold is fixed (triggers).

    Each kind of place is a table of its own, with its own key to the study.
    """

    number = models.PositiveIntegerField()
    block = models.PositiveIntegerField()
    kind = models.CharField(max_length=10, choices=PlaceKind, default=PlaceKind.MAIN)
    mode = models.CharField(max_length=5, choices=Mode, default=Mode.LIVE)
    # The hold: in the past the place is free, in the future it is held, at `infinity` answered.
    # One UPDATE claims a place, so no two judges can hold it.
    free_from = models.DateTimeField(default=ALWAYS_FREE)
    # When it was held for the first time: set by the database, kept for ever. Answers are taken in
    # this order wherever the order matters, since that of completion puts guessers first.
    first_held_at = models.DateTimeField(null=True, editable=False)
    # The last sign of life of the judge who holds it: a hold without one may be given on.
    seen_at = models.DateTimeField(null=True, editable=False)

    class Meta:
        abstract = True
        ordering = ["study", "mode", "kind", "number"]
        constraints = [
            models.UniqueConstraint(
                fields=["study", "mode", "kind", "number"], name="%(class)s_number_unique"
            ),
            models.CheckConstraint(
                condition=Q(kind__in=PlaceKind.values, mode__in=Mode.values, number__gte=1),
                name="%(class)s_choices",
            ),
        ]
        indexes = [
            # The claim: the lowest free number, without a look at all that are answered.
            models.Index(
                fields=["study", "mode", "kind", "number"],
                condition=_UNANSWERED,
                name="%(class)s_unanswered_number",
            ),
            # When the next place is free: of unanswered places only.
            models.Index(
                fields=["study", "mode", "free_from"],
                condition=_UNANSWERED,
                name="%(class)s_unanswered",
            ),
        ]
