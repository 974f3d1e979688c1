"""One stack for all tests of this folder: starting one takes longer than most of them."""

from collections.abc import Iterator

import pytest

from tests.faults.people import Person
from tests.stack import Stack

METRICS_TOKEN = "metrics-of-the-tests"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.is_relative_to(__file__.rpartition("/")[0]):
            item.add_marker(pytest.mark.fault)
            # With pytest-xdist: all in one process, which has the stack.
            item.add_marker(pytest.mark.xdist_group("faults"))


@pytest.fixture(scope="session")
def stack(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    settings = {
        "DJANGO_SETTINGS_MODULE": "tests.faults.fast_sweep",
        "METRICS_TOKEN": METRICS_TOKEN,
        # A web server that is killed takes no folder of its own away.
        "PROMETHEUS_MULTIPROC_DIR": str(tmp_path_factory.mktemp("metrics")),
    }
    with Stack(tmp_path_factory.mktemp("faults"), environment=settings) as started:
        yield started


@pytest.fixture(autouse=True)
def _close_browsers() -> Iterator[None]:
    yield
    while Person.here:
        Person.here.pop().browser.close()
