"""How a study is shared: with other accounts, and by links to its results."""

import secrets

from django.conf import settings
from django.db import models

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


def new_share_token() -> str:
    """Return the permission to read a page of results: 144 random bits."""
    return secrets.token_urlsafe(18)


class ShareLink(models.Model):
    """A read-only link to the results of a study, for people without an account."""

    study = models.ForeignKey(Study, on_delete=models.CASCADE, related_name="share_links")
    token = models.CharField(max_length=64, unique=True, default=new_share_token, editable=False)
    note = models.CharField(max_length=200, blank=True)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    made_at = models.DateTimeField(auto_now_add=True)
    revoked_at = models.DateTimeField(null=True, editable=False)

    objects = OfStudyQuerySet.as_manager()

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.note or f"{self.made_at:%Y-%m-%d}"
