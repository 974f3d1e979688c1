"""How a study is shared: with other accounts, and by links to its results."""

from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

from studies.models.random_codes import new_share_token
from studies.models.study import Study
from studies.models.visibility import OfStudyQuerySet, Role


class Collaborator(models.Model):
    """A study shared with another account."""

    study = models.ForeignKey(Study, on_delete=models.CASCADE, related_name="collaborations")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="collaborations"
    )
    role = models.CharField(max_length=10, choices=Role, default=Role.ANALYST)

    class Meta:
        constraints = [
            # One role a person; also the index of visible_to.
            models.UniqueConstraint(fields=["user", "study"], name="collaborator_unique"),
        ]

    def __str__(self) -> str:
        return f"{self.user}: {self.get_role_display()}"


class ColleagueInvitationQuerySet(models.QuerySet["ColleagueInvitation"]):
    def unused(self) -> Self:
        """Keep those that were neither used nor withdrawn."""
        return self.filter(used_at__isnull=True, withdrawn_at__isnull=True)

    def open(self) -> Self:
        """Keep those with a link that works."""
        return self.unused().filter(expires_at__gt=Now(), invited_by__is_active=True)


class ColleagueInvitation(models.Model):
    """A link by which a colleague without an account makes one and gets a role in a study.

    Only the SHA-256 of its 256 random bits is kept: the link stands in the e-mail alone.
    """

    study = models.ForeignKey(Study, on_delete=models.CASCADE, related_name="colleague_invitations")
    email = models.EmailField()
    role = models.CharField(max_length=10, choices=Role, default=Role.ANALYST)
    invited_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    # Unique: also the index of following the link.
    sha256 = models.CharField(max_length=64, unique=True, editable=False)
    made_at = models.DateTimeField(db_default=Now(), editable=False)
    expires_at = models.DateTimeField()
    sent_at = models.DateTimeField(null=True)
    # What the mail server said where it did not take the e-mail.
    refused = models.CharField(max_length=500, blank=True)
    used_at = models.DateTimeField(null=True)
    withdrawn_at = models.DateTimeField(null=True)

    objects = ColleagueInvitationQuerySet.as_manager()

    class Meta:
        ordering = ["pk"]
        constraints = [
            # A new invitation takes the place of the one before. Also the index of a study's list.
            models.UniqueConstraint(
                fields=["study", "email"],
                condition=Q(used_at__isnull=True, withdrawn_at__isnull=True),
                name="colleague_invitation_unique",
            ),
            models.CheckConstraint(
                condition=Q(used_at__isnull=True) | Q(withdrawn_at__isnull=True),
                name="colleague_invitation_ends_once",
            ),
        ]

    def __str__(self) -> str:
        return self.email


class ShareLink(models.Model):
    """A read-only link to the results of a study, for people without an account."""

    study = models.ForeignKey(Study, on_delete=models.CASCADE, related_name="share_links")
    token = models.CharField(max_length=64, unique=True, default=new_share_token, editable=False)
    note = models.CharField(max_length=200, blank=True)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    made_at = models.DateTimeField(db_default=Now(), editable=False)
    revoked_at = models.DateTimeField(null=True, editable=False)

    objects = OfStudyQuerySet.as_manager()

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.note or f"{self.made_at:%Y-%m-%d}"
