"""Sentences are looked at in English."""

import pytest
from django.utils.translation import override


@pytest.fixture(autouse=True)
def _english():
    with override("en"):
        yield
