"""What the installation remembers of itself: nothing of any person."""

from datetime import datetime

from django.db import models


class MaintenanceRunQuerySet(models.QuerySet["MaintenanceRun"]):
    def finished(self) -> dict[str, datetime]:
        """Return when each kind was last done."""
        return dict(self.values_list("kind", "finished_at"))


class MaintenanceRun(models.Model):
    """When a backup, and a restore drill, has last succeeded.

    The scripts write it (`deploy/note.sql`): they work on the database while the site is stopped.
    """

    class Kind(models.TextChoices):
        BACKUP = "backup", "Backup"
        DRILL = "drill", "Restore drill"

    kind = models.CharField(max_length=20, primary_key=True, choices=Kind.choices)
    finished_at = models.DateTimeField()

    objects = MaintenanceRunQuerySet.as_manager()

    class Meta:
        default_permissions = ()
        constraints = [
            models.CheckConstraint(
                condition=models.Q(kind__in=["backup", "drill"]), name="maintenance_run_kind"
            )
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()}, {self.finished_at}"
