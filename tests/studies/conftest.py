"""Alice and Bob, researchers with studies of their own, and Carol, who administers."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import Group
from django.test import Client

from studies.models import User
from studies.services.accounts.people import RESEARCHERS
from tests.factories import make_user


def researcher(email: str) -> User:
    user = make_user(email)
    user.groups.add(Group.objects.get(name=RESEARCHERS))
    return user


@pytest.fixture
def alice() -> User:
    return researcher("alice@example.org")


@pytest.fixture
def bob() -> User:
    return researcher("bob@example.org")


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


@pytest.fixture
def enter() -> Callable[[User], Client]:
    """Sign in by a session; the API's tests do it by a token."""
    return signed_in


@pytest.fixture
def carol() -> User:
    return User.objects.create_superuser("carol@example.org", "secret-pass-1")


@pytest.fixture
def as_carol(carol: User) -> Client:
    return signed_in(carol)


@pytest.fixture
def as_alice(alice: User, enter: Callable[[User], Client]) -> Client:
    return enter(alice)


@pytest.fixture
def as_bob(bob: User, enter: Callable[[User], Client]) -> Client:
    return enter(bob)
