"""A researcher who is signed in."""

import pytest

from tests.factories import make_user


@pytest.fixture
def owner(client):
    owner = make_user()
    client.force_login(owner)
    return owner
