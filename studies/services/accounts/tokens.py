"""Tokens of the API: made, recognised, revoked."""

import hashlib
import secrets
from datetime import timedelta

from django.db.models import Q
from django.db.models.functions import Now

from studies.models import ApiToken, User

# How a token begins, so that one that was published by mistake can be found by a search.
PREFIX = "triad_"
MOST_TOKENS = 20
# "Last used" is for people: to write it at each request would cost a write a request.
USED_EVERY = timedelta(minutes=1)


class TooManyTokensError(ValueError):
    """Somebody has as many tokens as anybody can keep apart."""


def make(*, user: User, name: str) -> tuple[ApiToken, str]:
    """A new token, and the secret itself, which is shown now and never again."""
    if ApiToken.objects.filter(user=user, revoked_at__isnull=True).count() >= MOST_TOKENS:
        raise TooManyTokensError(f"At most {MOST_TOKENS} tokens: revoke one that is not used.")
    secret = PREFIX + secrets.token_urlsafe(32)
    return ApiToken.objects.create(user=user, name=name, sha256=hash_of(secret)), secret


def hash_of(secret: str) -> str:
    """What is kept of a token."""
    return hashlib.sha256(secret.encode()).hexdigest()


def user_of(secret: str) -> User | None:
    """Whose token this is, where it is not revoked and the account may still sign in."""
    found = (
        ApiToken.objects.filter(sha256=hash_of(secret), revoked_at__isnull=True)
        .filter(user__is_active=True, user__is_staff=True)
        .select_related("user")
        .first()
    )
    if found is None:
        return None
    unnoted = Q(last_used_at__isnull=True) | Q(last_used_at__lt=Now() - USED_EVERY)
    ApiToken.objects.filter(unnoted, pk=found.pk).update(last_used_at=Now())
    return found.user


def revoke(*, user: User, token_id: int) -> None:
    """End a token of one's own; anybody else's stays."""
    ApiToken.objects.filter(user=user, pk=token_id, revoked_at__isnull=True).update(
        revoked_at=Now()
    )
