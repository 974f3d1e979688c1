"""The owner of the studies that are reported."""

import pytest

from tests.factories import make_user


@pytest.fixture
def owner():
    return make_user()
