"""Rows that all tests of a file share: made once, in a transaction round those of the tests."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction
from pytest_django.plugin import DjangoDbBlocker


@contextmanager
def rolled_back(blocker: DjangoDbBlocker) -> Iterator[None]:
    """For a fixture of a module, which needs `django_db_setup`: nothing made in here stays."""
    atomic = transaction.atomic()
    atomic._from_testcase = True  # as Django's TestCase does: a durable one may begin inside
    with blocker.unblock(), atomic:
        yield
        transaction.set_rollback(True)
