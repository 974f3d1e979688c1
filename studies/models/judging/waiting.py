"""People at a recruitment link for whom there was no place yet."""

from typing import Self

from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

from studies.models.recruitment import RecruitmentLink
from studies.models.study import Study
from studies.models.visibility import OfStudyQuerySet


class WaitingQuerySet(OfStudyQuerySet):
    def present(self) -> Self:
        """Keep those who still wait, or read the consent before a place that is kept for them."""
        return self.filter(until__gt=Now())


class Waiting(models.Model):
    """A person who waits, or who was sent away: known by a hash of the browser's key alone.

    The row stays when the waiting is over: the owner is told how many had to.
    """

    class Reason(models.TextChoices):
        """What was missing: a triad, a place of the link's quota, or one for this address."""

        TRIADS = "triads"
        QUOTA = "quota"
        ADDRESS = "address"

    study = models.ForeignKey(Study, on_delete=models.PROTECT, related_name="waiting")
    link = models.ForeignKey(RecruitmentLink, on_delete=models.PROTECT, related_name="waiting")
    ticket = models.CharField(max_length=32)
    reason = models.CharField(max_length=10, choices=Reason)
    # A judge who has begun and waits for the next texts.
    began = models.BooleanField(default=False)
    since = models.DateTimeField(db_default=Now())
    # Until when the person is taken to be there; each visit of the page puts it off.
    until = models.DateTimeField(db_default=Now())

    objects = WaitingQuerySet.as_manager()

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["study", "ticket"], name="waiting_once"),
            models.CheckConstraint(
                condition=Q(reason__in=["triads", "quota", "address"]), name="waiting_reason"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.link_id}: {self.reason}"
