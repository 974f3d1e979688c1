"""The history of a study: what was done, by which person, when and why."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

from studies.models.study import Study
from studies.models.visibility import OfStudyQuerySet


class Event(models.Model):
    """Who did what to a study, when and why. Append-only (a trigger); outlives its study."""

    class What(models.TextChoices):
        """What can be logged. A code is never renamed or removed: events are append-only."""

        MADE = "made", "Draft made"
        DUPLICATED = "duplicated", "Draft made as a copy of another study"
        NEXT_STUDY = "texts taken over", "Draft made of the texts of another study"
        STUDY_CHANGED = "study changed", "Settings of the study changed"
        TEXTS_STORED = "texts stored", "Texts stored"
        TEXTS_DELETED = "texts deleted", "Texts deleted"
        TEXTS_LEFT_OUT = "texts left out", "Texts left out, or taken back"
        TEXT_CHANGED = "sample changed", "A text changed"
        TEXT_DELETED = "sample deleted", "A text deleted"
        PLAN_FROZEN = "plan frozen", "Plan frozen"
        OPENED = "opened", "Opened"
        PAUSED = "paused", "Paused"
        RESUMED = "resumed", "Resumed"
        CLOSED = "closed", "Closed"
        AMENDED = "amended", "Plan amended"
        NUMBER_REACHED = "number reached", "Number of evaluations reached"
        VERDICT_REACHED = "verdict reached", "Recruitment ended by the verdict"
        VERDICT_GIVEN = "verdict given", "Verdict given"
        UNSEALED = "unsealed", "Results unsealed before the study was complete"
        ARCHIVED = "archived", "Archived"
        UNARCHIVED = "brought back from the archive", "Brought back from the archive"
        ERASED = "erased", "Erased"
        SHARED = "shared", "Shared"
        UNSHARED = "no longer shared", "No longer shared"
        COLLEAGUE_INVITED = "colleague invited", "A colleague without an account invited"
        COLLEAGUE_NOT_INVITED = (
            "invitation of a colleague withdrawn",
            "Invitation of a colleague withdrawn",
        )
        SHARE_LINK_MADE = "results shared by a link", "Link to the results made"
        SHARE_LINK_WITHDRAWN = "link to results withdrawn", "Link to the results withdrawn"
        LINK_ADDED = "recruitmentlink added", "Recruitment link made"
        LINK_CHANGED = "recruitmentlink changed", "Recruitment link changed"
        LINK_REVOKED = "link revoked", "Recruitment link revoked"
        PERSONAL_LINKS_MADE = "personal links made", "Personal links made"
        INVITED = "invitations asked for", "Invitations sent"
        INVITED_AGAIN = "invitations asked for again", "Invitations sent again"
        REMINDED = "reminders asked for", "Reminders sent"
        EXCLUDED_IDS_CHANGED = "excluded ids changed", "List of excluded ids changed"
        ANSWERS_WITHDRAWN = "answers withdrawn", "A judge withdrew answers"
        ANSWERS_WITHDRAWN_FOR = (
            "answers withdrawn on request",
            "Answers of a judge withdrawn on request",
        )
        SECOND_CHOICE_REFUSED = "second choice refused", "A second, different choice was refused"
        WEBHOOK_ADDED = "webhook added", "Webhook added"
        WEBHOOK_STOPPED = "webhook stopped", "Webhook stopped"
        REPORT_DETAILS_CHANGED = "report details changed", "What the report should say changed"
        OWNER_TOLD = "owner told", "Owner told by e-mail"
        OWNER_TOLD_OF_SILENCE = "owner told of silence", "Owner told that no answers come in"
        RETENTION_CHANGED = "keeping changed", "How long data are kept changed"
        OWNER_TOLD_OF_ERASURE = (
            "owner told of the erasure to come",
            "Owner told that the study will be erased",
        )
        OWNER_TOLD_OF_RETENTION = (
            "owner told of the end of keeping",
            "Owner told that retention is over",
        )

    # Neither constraint nor cascade: the events of an erased study stay.
    study = models.ForeignKey(
        Study, on_delete=models.DO_NOTHING, db_constraint=False, null=True, related_name="events"
    )
    study_code = models.UUIDField()
    at = models.DateTimeField(db_default=Now(), editable=False)
    who = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    # No `choices`: each new code or better label would need a migration.
    what = models.CharField(max_length=50)
    why = models.TextField(blank=True)
    details = models.JSONField(default=dict)

    objects = OfStudyQuerySet.as_manager()

    class Meta:
        ordering = ["pk"]
        indexes = [
            # The history on a study's page, and "was the owner told already".
            models.Index(fields=["study", "what"], name="event_of_study"),
            # Erased studies with the same texts as another, beside its verdict: few of many rows.
            models.Index(fields=["at"], condition=Q(what="erased"), name="event_erased"),
        ]

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M} {self.what}"

    @property
    def label(self) -> str:
        """Return the label of the code, or the code where a former version wrote it."""
        return str(self.What(self.what).label) if self.what in self.What.values else self.what
