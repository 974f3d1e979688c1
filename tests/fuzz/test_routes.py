"""A sample of hostile requests in the suite; `make fuzz` sends 10,000."""

import os
from collections.abc import Iterator

import pytest
from pytest_django.plugin import DjangoDbBlocker

from tests.access.scene import Scene, build
from tests.fuzz.hostile import documented, requests, send
from tests.rolled_back import rolled_back

INPUTS = int(os.environ.get("FUZZ_INPUTS", "500"))
SEED = int(os.environ.get("FUZZ_SEED", "1"))


@pytest.fixture(scope="module")
def scene(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Scene]:
    with rolled_back(django_db_blocker):
        yield build(blind=False)


@pytest.mark.django_db
def test_no_request_is_an_error_of_ours(scene: Scene) -> None:
    failed, undocumented = [], set()
    for request in requests(scene, INPUTS, SEED):
        status, error = send(scene, request)
        if status not in request.may_be:
            failed.append(f"{status} {error}\n    {str(request)[:600]}")
        if status not in documented(request):
            undocumented.add((request.method, request.name, status))
    assert not undocumented
    assert failed == [], f"{len(failed)} of {INPUTS}:\n" + "\n".join(failed)
