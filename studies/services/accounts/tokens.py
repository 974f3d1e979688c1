"""Tokens of the API: make, recognise and revoke them."""

import hashlib
import secrets
from datetime import timedelta

from django.db.models import Q
from django.db.models.functions import Now

from studies.models import ApiToken, User

# How a token begins, so that a search finds one that was published by mistake.
PREFIX = "triad_"
MOST_TOKENS = 20
# "Last used" is for people: writing it at each request would cost too much.
USED_EVERY = timedelta(minutes=1)


class TooManyTokensError(ValueError):
    """The account has as many tokens as it may have."""


def make(*, user: User, name: str) -> tuple[ApiToken, str]:
    """Make a token; return it and its secret, which is kept nowhere."""
    if ApiToken.objects.filter(user=user, revoked_at__isnull=True).count() >= MOST_TOKENS:
        raise TooManyTokensError(f"At most {MOST_TOKENS} tokens: revoke one that is not used.")
    secret = PREFIX + secrets.token_urlsafe(32)
    return ApiToken.objects.create(user=user, name=name, sha256=hash_of(secret)), secret


def hash_of(secret: str) -> str:
    """Return what is kept of a token's secret."""
    return hashlib.sha256(secret.encode()).hexdigest()


def user_of(secret: str) -> User | None:
    """Return the account of a token, if neither is revoked or blocked."""
    found = (
        ApiToken.objects.filter(sha256=hash_of(secret), revoked_at__isnull=True)
        .filter(user__is_active=True, user__is_staff=True)
        .select_related("user")
        .first()
    )
    if found is None:
        return None
    is_due = Q(last_used_at__isnull=True) | Q(last_used_at__lt=Now() - USED_EVERY)
    ApiToken.objects.filter(is_due, pk=found.pk).update(last_used_at=Now())
    return found.user


def revoke(*, user: User, token_id: int) -> None:
    """End a token of this account."""
    ApiToken.objects.filter(user=user, pk=token_id, revoked_at__isnull=True).update(
        revoked_at=Now()
    )
