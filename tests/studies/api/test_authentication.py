"""Tokens: made and revoked on one's own page, shown once, kept as a hash."""

import re

import pytest
from django.test import Client

from studies.models import ApiToken, User
from studies.services.accounts import tokens

pytestmark = pytest.mark.django_db

STUDIES = "/api/v1/studies/"


def browser(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def make_on_page(user: User, name: str = "laptop") -> str:
    page = browser(user).post("/admin/profile/", {"action": "make_token", "name": name})
    assert "no-store" in page["Cache-Control"].split(", ")
    [secret] = re.findall(r"triad_[\w-]{40,}", page.content.decode())
    return str(secret)


def status_with(secret: str) -> int:
    return Client(headers={"authorization": f"Bearer {secret}"}).get(STUDIES).status_code


def test_a_token_is_shown_once_and_kept_as_a_hash(alice: User) -> None:
    secret = make_on_page(alice)
    assert status_with(secret) == 200
    kept = ApiToken.objects.values().get()
    assert kept["sha256"] == tokens.hash_of(secret)
    assert secret not in str(kept)
    assert secret not in browser(alice).get("/admin/profile/").content.decode()
    assert kept["name"] in browser(alice).get("/admin/profile/").content.decode()


def test_use_is_noted_but_not_at_each_request(alice: User) -> None:
    secret = make_on_page(alice)
    status_with(secret)
    first = ApiToken.objects.get().last_used_at
    assert first is not None
    status_with(secret)
    assert ApiToken.objects.get().last_used_at == first


def test_only_its_owner_revokes_it(alice: User, bob: User) -> None:
    secret = make_on_page(alice)
    address = f"/admin/profile/tokens/{ApiToken.objects.get().pk}/revoke/"
    browser(bob).post(address)
    assert status_with(secret) == 200
    assert browser(alice).get(address).status_code == 405
    browser(alice).post(address)
    assert status_with(secret) == 401


@pytest.mark.parametrize("field", ["is_active", "is_staff"])
def test_a_blocked_account_has_no_token(alice: User, field: str) -> None:
    secret = make_on_page(alice)
    setattr(alice, field, False)
    alice.save()
    assert status_with(secret) == 401


@pytest.mark.parametrize("secret", ["", "x", "triad_" + "a" * 43, "é\x00", "a b c"])
def test_no_other_text_signs_in(alice: User, secret: str) -> None:
    make_on_page(alice)
    header = f"Bearer {secret}".encode().decode("latin-1")
    response = Client().get(STUDIES, HTTP_AUTHORIZATION=header)
    assert response.status_code == 401
    assert response["WWW-Authenticate"] == "Bearer"
    assert response["Content-Type"] == "application/problem+json"


def test_a_browsers_session_does_not_sign_in(alice: User) -> None:
    assert browser(alice).get(STUDIES).status_code == 401


def test_a_token_needs_a_name_and_there_are_not_too_many(alice: User) -> None:
    page = browser(alice).post("/admin/profile/", {"action": "make_token", "name": ""})
    assert page.context["token_form"].errors
    for number in range(tokens.MOST_TOKENS):
        tokens.make(user=alice, name=str(number))
    page = browser(alice).post("/admin/profile/", {"action": "make_token", "name": "one more"})
    assert page.context["token_form"].errors
    assert ApiToken.objects.count() == tokens.MOST_TOKENS
