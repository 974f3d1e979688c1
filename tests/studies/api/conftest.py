"""Callers of the API, each with a token."""

from collections.abc import Callable

import pytest
from django.test import Client

from studies.models import User
from studies.services.accounts import tokens


def caller(user: User) -> Client:
    _token, secret = tokens.make(user=user, name="test")
    return Client(headers={"authorization": f"Bearer {secret}"})


@pytest.fixture
def enter() -> Callable[[User], Client]:
    return caller
