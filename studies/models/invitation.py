"""Invitations by e-mail, and people who are not to be invited again."""

from django.db import models
from django.db.models import Q

from studies.models.recruitment import RecruitmentLink
from studies.models.study import Study
from studies.models.visibility import OfStudyQuerySet


class Invitation(models.Model):
    """One e-mail with a personal link; the address is the link's addressee.

    Whether its judge has started or finished is read from the judge: opening a page records
    nothing.
    """

    study = models.ForeignKey(Study, on_delete=models.CASCADE, related_name="invitations")
    link = models.OneToOneField(
        RecruitmentLink, on_delete=models.CASCADE, related_name="invitation"
    )
    subject = models.CharField(max_length=200)
    body = models.TextField(max_length=10_000)
    asked_at = models.DateTimeField(auto_now_add=True)
    sent_at = models.DateTimeField(null=True)
    failed_at = models.DateTimeField(null=True)
    error = models.CharField(max_length=500, blank=True)

    objects = OfStudyQuerySet.as_manager()

    class Meta:
        ordering = ["pk"]
        indexes = [
            # The next to send: taken up again where a worker was killed.
            models.Index(
                fields=["study"],
                condition=Q(sent_at__isnull=True, failed_at__isnull=True),
                name="invitation_waiting",
            ),
        ]

    def __str__(self) -> str:
        return self.link.addressee


class ExcludedId(models.Model):
    """A member of a panel who may not take part, for example a judge of an earlier study."""

    study = models.ForeignKey(Study, on_delete=models.CASCADE, related_name="excluded_ids")
    external_id = models.CharField(max_length=200)

    objects = OfStudyQuerySet.as_manager()

    class Meta:
        ordering = ["pk"]
        constraints = [
            # Also the index of "may this person start".
            models.UniqueConstraint(fields=["study", "external_id"], name="excluded_id_unique"),
        ]

    def __str__(self) -> str:
        return self.external_id
