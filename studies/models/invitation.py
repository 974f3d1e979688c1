"""Invitations by e-mail, and panel members who may not take part."""

from typing import Self

from django.db import models
from django.db.models import Case, Count, Exists, F, OuterRef, Q, Subquery, Value, When
from django.db.models.functions import Coalesce, Now

from studies.models.judging.judge import LONGEST_EXTERNAL_ID, Judge
from studies.models.judging.trial import Trial
from studies.models.recruitment import RecruitmentLink
from studies.models.study import Study
from studies.models.visibility import OfStudyQuerySet


class InvitationQuerySet(OfStudyQuerySet):
    def waiting(self) -> Self:
        """Keep those neither sent nor failed."""
        return self.filter(sent_at__isnull=True, failed_at__isnull=True)

    def not_begun(self) -> Self:
        """Keep those that were sent and have a usable link without a judge."""
        usable = RecruitmentLink.objects.usable()
        return self.filter(sent_at__isnull=False, link__in=usable, link__judges__isnull=True)

    def with_state(self) -> Self:
        """Annotate `state`: waiting, failed, refused, sent, started or finished."""
        judges = Judge.objects.filter(link=OuterRef("link"))
        used = Trial.objects.used().filter(judge__link=OuterRef("link"))
        used = used.exclude(state=Trial.State.WITHDRAWN)
        count = used.order_by().values("judge").annotate(number=Count("pk")).values("number")
        return self.annotate(
            used=Coalesce(Subquery(count, output_field=models.IntegerField()), 0),
            state=Case(
                When(
                    Exists(judges) & Q(used__gte=F("study__evaluations_per_judge")),
                    then=Value("finished"),
                ),
                When(Exists(judges), then=Value("started")),
                When(refused=True, then=Value("refused")),
                When(failed_at__isnull=False, then=Value("failed")),
                When(sent_at__isnull=False, then=Value("sent")),
                default=Value("waiting"),
            ),
        )


class Invitation(models.Model):
    """One e-mail with a personal link; the address is the link's addressee.

    Whether its judge has started or finished is read from the judge's trials: opening a page
    stores nothing.
    """

    study = models.ForeignKey(Study, on_delete=models.CASCADE, related_name="invitations")
    link = models.OneToOneField(
        RecruitmentLink, on_delete=models.CASCADE, related_name="invitation"
    )
    subject = models.CharField(max_length=200)
    body = models.TextField(max_length=10_000)
    asked_at = models.DateTimeField(db_default=Now(), editable=False)
    sent_at = models.DateTimeField(null=True)
    failed_at = models.DateTimeField(null=True)
    error = models.CharField(max_length=500, blank=True)
    # The mail server said that it will never take an e-mail to this address (5xx).
    refused = models.BooleanField(default=False)

    objects = InvitationQuerySet.as_manager()

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(refused=False) | Q(failed_at__isnull=False),
                name="invitation_refused_has_failed",
            ),
        ]
        indexes = [
            # The next to send, also after a worker was killed.
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
    external_id = models.CharField(max_length=LONGEST_EXTERNAL_ID)

    objects = OfStudyQuerySet.as_manager()

    class Meta:
        ordering = ["pk"]
        constraints = [
            # Also the index of "may this panel member start".
            models.UniqueConstraint(fields=["study", "external_id"], name="excluded_id_unique"),
        ]

    def __str__(self) -> str:
        return self.external_id
