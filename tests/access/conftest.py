"""One scene and one walk for all tests of a file, which says whether its study is `SEALED`."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.core.cache import cache
from django.db import transaction
from pytest_django.plugin import DjangoDbBlocker

from tests.access.scene import Scene, build
from tests.access.walk import Walk, walk


@contextmanager
def taken_back() -> Iterator[None]:
    """A transaction round other tests' own; like theirs, no durable one minds it."""
    atomic = transaction.atomic()
    atomic._from_testcase = True  # as Django's TestCase does
    with atomic:
        yield
        transaction.set_rollback(True)


@pytest.fixture(scope="module")
def scene(
    request: pytest.FixtureRequest, django_db_setup: None, django_db_blocker: DjangoDbBlocker
) -> Iterator[Scene]:
    """Each test finds it as it was built: what a test changes is taken back after it."""
    with django_db_blocker.unblock(), taken_back():
        cache.clear()
        yield build(blind=request.module.SEALED)


@pytest.fixture(scope="module")
def walked(scene: Scene, django_db_blocker: DjangoDbBlocker) -> Walk:
    """What every role saw; what the walk changed is taken back."""
    with django_db_blocker.unblock(), taken_back():
        return walk(scene)
