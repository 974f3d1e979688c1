"""What two researchers call the reasons that judges gave."""

from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

from studies.models.judging.answer import Answer
from studies.models.judging.trial import counted
from studies.models.study import Study
from studies.models.visibility import OfStudyQuerySet

LONGEST_CODE = 60


class ReasonCodeQuerySet(OfStudyQuerySet):
    study_path = "answer__study"

    def counted(self) -> Self:
        """Keep the codes of answers that count for their study."""
        return self.filter(counted("answer__trial__"))

    def coders_of(self, study: Study) -> list[int]:
        """Return who has coded reasons of the study, by the first code that each stored."""
        rows = self.filter(answer__study=study).order_by().values("coder")
        first = rows.annotate(first=models.Min("pk")).order_by("first")
        return [*first.values_list("coder", flat=True)]


class ReasonCode(models.Model):
    """One coder's word for the reason of one answer; withdrawal of the answer deletes it."""

    answer = models.ForeignKey(Answer, on_delete=models.PROTECT, related_name="reason_codes")
    coder = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="reason_codes"
    )
    code = models.CharField(max_length=LONGEST_CODE)
    coded_at = models.DateTimeField(db_default=Now(), editable=False)
    # Both coders have seen one another's codes: it stays, whatever reasons come later.
    compared = models.BooleanField(default=False, editable=False)

    objects = ReasonCodeQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["answer", "coder"], name="reason_code_once"),
            models.CheckConstraint(
                condition=Q(code__regex=r"\S"), name="reason_code_says_something"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.answer_id}: {self.code}"
