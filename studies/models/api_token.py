"""Tokens: how a program signs in to the API in a person's name."""

from django.conf import settings
from django.db import models


class ApiToken(models.Model):
    """A person's key for one program. Only its SHA-256 is kept: it is shown once, when made.

    A plain hash is enough, since what is hashed are 256 random bits and not a password.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="api_tokens"
    )
    name = models.CharField(
        "what it is for", max_length=100, help_text="For example “analysis on my laptop”."
    )
    # Unique: also the index of signing in.
    sha256 = models.CharField(max_length=64, unique=True, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    last_used_at = models.DateTimeField(null=True, editable=False)
    revoked_at = models.DateTimeField(null=True, editable=False)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.name
