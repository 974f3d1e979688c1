"""Who stands before the admin or the API: Alice and Bob, researchers with studies of their own."""

from collections.abc import Callable

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


@pytest.fixture
def alice() -> User:
    return researcher("alice@example.org")


@pytest.fixture
def bob() -> User:
    return researcher("bob@example.org")


# `enter` is the folder's own: by a session, or by a token.


@pytest.fixture
def as_alice(alice: User, enter: Callable[[User], Client]) -> Client:
    return enter(alice)


@pytest.fixture
def as_bob(bob: User, enter: Callable[[User], Client]) -> Client:
    return enter(bob)
