"""Jobs: long work in a worker, with its progress."""

from itertools import combinations
from typing import Any, Self

from django.conf import settings
from django.db import models
from django.db.models.functions import Now

from studies.models.study import SYSTEMS, Study
from studies.models.visibility import OfStudyQuerySet
from studies.values.json_values import FiniteJSONEncoder

# The letters of two subjects that are compared by their texts.
FIRST_PAIR = "AB"
PAIRS = ["".join(two) for two in combinations(SYSTEMS, 2)]


class JobQuerySet(OfStudyQuerySet):
    def unfinished(self) -> Self:
        """Keep jobs that wait or run."""
        return self.filter(finished_at__isnull=True)

    def running(self, study: Study, kind: str, pair: str = FIRST_PAIR) -> "Job | None":
        """Return the study's unfinished job of this kind."""
        return self.unfinished().filter(study=study, kind=kind, pair=pair).first()

    # Any, not Job: to mypy `result` may be None, and here it never is.
    def newest_result(self, study: Study, kind: str, pair: str = FIRST_PAIR) -> Any:
        """Return the study's newest job of this kind with a result, or None."""
        left = self.filter(study=study, kind=kind, pair=pair, result__isnull=False)
        return left.order_by("-pk").first()


class Job(models.Model):
    """Long work, such as opening a study; its page shows the progress and can be left."""

    class Kind(models.TextChoices):
        OPEN = "open", "opening the study"
        CHECK_UPLOAD = "check_upload", "reading the upload"
        SAVE_UPLOAD = "save_upload", "storing the texts"
        REHEARSE = "rehearse", "rehearsing the study"
        MACHINE_JUDGE = "machine_judge", "asking the machine judge"
        SURFACE_CUES = "tells", "looking for what gives the texts away"
        COMPANIONS = "companions", "trying one-rule judges on the texts"
        HARD_TRIADS = "hard_triads", "looking for hard triads"
        SEND_INVITATIONS = "send_invitations", "sending invitations"
        READING = "reading", "analysing how people read"

    # What compares the texts of two subjects.
    OF_PAIRS = (Kind.MACHINE_JUDGE, Kind.SURFACE_CUES)

    study = models.ForeignKey(Study, on_delete=models.CASCADE, related_name="jobs")
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE)
    kind = models.CharField(max_length=20, choices=Kind)
    # Which two subjects are compared; other than the first two in a rating study only.
    pair = models.CharField(max_length=2, default=FIRST_PAIR, db_default=FIRST_PAIR)
    arguments = models.JSONField(default=dict)
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)
    error = models.TextField(blank=True)
    # "Cancel" was pressed: the work stops at its next step. Stays set only if it did stop.
    cancel_asked = models.BooleanField(default=False)
    # What the work found, unless that is stored elsewhere.
    result = models.JSONField(null=True, encoder=FiniteJSONEncoder)
    created_at = models.DateTimeField(db_default=Now(), editable=False)
    finished_at = models.DateTimeField(null=True)

    objects = JobQuerySet.as_manager()

    class Meta:
        ordering = ["pk"]
        constraints = [
            # Two clicks on a button, two workers: one job of a kind and a pair at a time.
            models.UniqueConstraint(
                fields=["study", "kind", "pair"],
                condition=models.Q(finished_at__isnull=True),
                name="job_one_of_a_kind",
            ),
            # What compares two subjects has one result for each pair: no pair is there twice, as
            # AB and BA.
            models.CheckConstraint(
                condition=models.Q(pair=FIRST_PAIR)
                | models.Q(kind__in=["machine_judge", "tells"], pair__in=PAIRS),
                name="job_pair",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} {self.percent} %"

    @property
    def percent(self) -> int:
        """Return the progress, 0 to 100."""
        return min(100, 100 * self.done // self.total) if self.total else 0

    @property
    def was_cancelled(self) -> bool:
        """Whether the job stopped because of "Cancel"."""
        return self.cancel_asked and self.finished_at is not None
