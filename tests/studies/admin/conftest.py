"""Who stands before the admin beside Alice and Bob: Carol, who administers."""

from collections.abc import Callable

import pytest
from django.test import Client

from studies.models import User


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


@pytest.fixture
def enter() -> Callable[[User], Client]:
    return signed_in


@pytest.fixture
def carol() -> User:
    return User.objects.create_superuser("carol@example.org", "secret-pass-1")


@pytest.fixture
def as_carol(carol: User) -> Client:
    return signed_in(carol)
