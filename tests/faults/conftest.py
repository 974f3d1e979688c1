"""Judges of these tests leave no browser open."""

from collections.abc import Iterator

import pytest

from tests.faults.people import Person


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.is_relative_to(__file__.rpartition("/")[0]):
            item.add_marker(pytest.mark.fault)


@pytest.fixture(autouse=True)
def _close_browsers() -> Iterator[None]:
    yield
    while Person.here:
        Person.here.pop().browser.close()
