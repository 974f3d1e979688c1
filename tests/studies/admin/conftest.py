"""Who stands before the admin: Alice owns studies, Bob owns others, Carol administers."""

import pytest
from django.contrib.auth.models import Group
from django.test import Client

from studies.models import User
from studies.services.people import RESEARCHERS
from tests.factories import make_user


def researcher(email: str) -> User:
    user = make_user(email)
    user.groups.add(Group.objects.get(name=RESEARCHERS))
    return user


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


@pytest.fixture
def alice() -> User:
    return researcher("alice@example.org")


@pytest.fixture
def bob() -> User:
    return researcher("bob@example.org")


@pytest.fixture
def carol() -> User:
    return User.objects.create_superuser("carol@example.org", "secret-pass-1")


@pytest.fixture
def as_alice(alice: User) -> Client:
    return signed_in(alice)


@pytest.fixture
def as_bob(bob: User) -> Client:
    return signed_in(bob)


@pytest.fixture
def as_carol(carol: User) -> Client:
    return signed_in(carol)
