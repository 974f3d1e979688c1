"""How a judge read the texts of a trial: the record of the page, beside the answer."""

from typing import Self

from django.db import models
from django.db.models import Q

from studies.models.trial import Answer
from studies.models.visibility import OfStudyQuerySet


class ReadingRecordQuerySet(OfStudyQuerySet):
    """Reading records."""

    study_path = "answer__trial__study"

    def counted(self) -> Self:
        """Records of the answers that stand for their study."""
        return self.filter(answer__in=Answer.objects.counted())


class ReadingRecord(models.Model):
    """What the page measured in one trial. Written once with the answer; erased by withdrawal.

    Times are milliseconds of the judge's own clock since the texts were shown, bounded by what the
    server's clock allows. No address, no name of a browser.
    """

    class Device(models.TextChoices):
        MOUSE = "mouse"
        TOUCH = "touch"
        PEN = "pen"
        KEYBOARD = "keyboard"

    answer = models.OneToOneField(Answer, on_delete=models.PROTECT, related_name="reading")
    # From shown to the last choice before it was confirmed, and to the confirmation.
    chosen_ms = models.PositiveIntegerField(null=True)
    confirmed_ms = models.PositiveIntegerField()
    visible_ms = models.PositiveIntegerField()
    # The positions chosen one after the other with their times: [[2, 5120], [3, 9040]].
    choices = models.JSONField(default=list)
    device = models.CharField(max_length=8, choices=Device, blank=True)
    width = models.PositiveSmallIntegerField(null=True)
    # The texts were masked; each stay as [position, sentence, start, length], in order.
    masked = models.BooleanField(default=False)
    stays = models.JSONField(default=list)

    objects = ReadingRecordQuerySet.as_manager()

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(device__in=["", "mouse", "touch", "pen", "keyboard"]),
                name="reading_device",
            ),
            models.CheckConstraint(
                condition=Q(visible_ms__lte=models.F("confirmed_ms")), name="reading_visible"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.answer_id}: {self.confirmed_ms} ms"
