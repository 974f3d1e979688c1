"""One scene and one walk for all tests of a file, which says whether its study is `SEALED`."""

from collections.abc import Iterator

import pytest
from django.core.cache import cache
from pytest_django.plugin import DjangoDbBlocker

from tests.access.scene import Scene, build
from tests.access.walk import Walk, walk
from tests.rolled_back import rolled_back


@pytest.fixture(scope="module")
def scene(
    request: pytest.FixtureRequest, django_db_setup: None, django_db_blocker: DjangoDbBlocker
) -> Iterator[Scene]:
    """Each test finds it as it was built: what a test changes is taken back after it."""
    with rolled_back(django_db_blocker):
        cache.clear()
        yield build(blind=request.module.SEALED)


@pytest.fixture(scope="module")
def walked(scene: Scene, django_db_blocker: DjangoDbBlocker) -> Walk:
    """What every role saw; what the walk changed is taken back."""
    with rolled_back(django_db_blocker):
        return walk(scene)
