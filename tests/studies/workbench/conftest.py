"""A draft without texts, and its researcher, signed in."""

import pytest

from tests.factories import make_study


@pytest.fixture
def study():
    return make_study(items=0)


@pytest.fixture
def researcher(client, study):
    client.force_login(study.owner)
    return client
