"""Tokens of the API: known by their hashes, used until they or their accounts are ended."""

from datetime import timedelta

import pytest
from django.utils import timezone

from studies.models import ApiToken
from studies.services.accounts import tokens
from tests.factories import make_user

pytestmark = pytest.mark.django_db


def test_a_token_is_kept_as_a_hash_alone() -> None:
    token, secret = tokens.make(user=make_user(), name="R")
    assert secret.startswith(tokens.PREFIX)
    stored = ApiToken.objects.values().get()
    assert stored["sha256"] == tokens.hash_of(secret) == token.sha256
    assert secret not in str(stored)


def test_a_token_is_its_owners() -> None:
    user = make_user()
    _token, secret = tokens.make(user=user, name="R")
    tokens.make(user=make_user(), name="R")
    assert tokens.user_of(secret) == user
    assert tokens.user_of(secret + "x") is None
    assert tokens.user_of("") is None


@pytest.mark.parametrize("ended", [{"is_active": False}, {"is_staff": False}])
def test_a_token_of_an_account_that_cannot_sign_in_is_no_ones(ended: dict[str, bool]) -> None:
    user = make_user()
    _token, secret = tokens.make(user=user, name="R")
    type(user).objects.update(**ended)
    assert tokens.user_of(secret) is None


def test_a_token_is_revoked_by_its_owner_alone() -> None:
    user, other = make_user(), make_user()
    token, secret = tokens.make(user=user, name="R")
    tokens.revoke(user=other, token_id=token.pk)
    assert tokens.user_of(secret) == user
    tokens.revoke(user=user, token_id=token.pk)
    assert tokens.user_of(secret) is None


def test_revoked_tokens_make_room_for_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tokens, "MOST_TOKENS", 2)
    user = make_user()
    first, _secret = tokens.make(user=user, name="1")
    tokens.make(user=user, name="2")
    with pytest.raises(tokens.TooManyTokensError):
        tokens.make(user=user, name="3")
    tokens.revoke(user=user, token_id=first.pk)
    tokens.make(user=user, name="3")
    tokens.make(user=make_user(), name="of another account")


def test_last_use_is_written_once_a_minute() -> None:
    token, secret = tokens.make(user=make_user(), name="R")
    tokens.user_of(secret)
    token.refresh_from_db()
    first = token.last_used_at
    assert first is not None
    tokens.user_of(secret)
    token.refresh_from_db()
    assert token.last_used_at == first
    before = timezone.now() - timedelta(seconds=61)
    ApiToken.objects.update(last_used_at=before)
    tokens.user_of(secret)
    token.refresh_from_db()
    assert token.last_used_at is not None
    assert token.last_used_at >= first
