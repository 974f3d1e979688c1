"""The history of a study: what was done, by which person, when and why."""

from django.conf import settings
from django.db import models

from studies.models.study import Study
from studies.models.visibility import OfStudyQuerySet


class Event(models.Model):
    """Who did what to a study, when and why. Append-only (a trigger); outlives an erased study."""

    # Neither constraint nor cascade: the record of an erased study stays.
    study = models.ForeignKey(
        Study, on_delete=models.DO_NOTHING, db_constraint=False, null=True, related_name="events"
    )
    study_code = models.UUIDField()
    at = models.DateTimeField(auto_now_add=True)
    who = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    what = models.CharField(max_length=50)
    why = models.TextField(blank=True)
    details = models.JSONField(default=dict)

    objects = OfStudyQuerySet.as_manager()

    class Meta:
        ordering = ["pk"]
        indexes = [
            # The audit trail on a study's page, and "was the owner told already".
            models.Index(fields=["study", "what"], name="event_of_study"),
        ]

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M} {self.what}"
