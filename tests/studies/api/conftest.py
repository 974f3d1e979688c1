"""Callers of the API: Alice owns studies, Bob others."""

import pytest
from django.test import Client

from studies.models import User
from studies.services import tokens
from tests.factories import make_user


def caller(user: User) -> Client:
    _token, secret = tokens.make(user=user, name="test")
    return Client(headers={"authorization": f"Bearer {secret}"})


@pytest.fixture
def alice() -> User:
    return make_user("alice@example.org")


@pytest.fixture
def bob() -> User:
    return make_user("bob@example.org")


@pytest.fixture
def as_alice(alice: User) -> Client:
    return caller(alice)


@pytest.fixture
def as_bob(bob: User) -> Client:
    return caller(bob)
