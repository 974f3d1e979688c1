"""Rows that all tests of a file share: made once, in a transaction round those of the tests."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.db import transaction
from pytest_django.plugin import DjangoDbBlocker

from triadsurvey import deadlines

PATIENCE_SECONDS = 300.0


@contextmanager
def rolled_back(blocker: DjangoDbBlocker) -> Iterator[None]:
    """For a fixture of a module, which needs `django_db_setup`: nothing made in here stays.

    Past a request's deadline the product closes the connection, and with it the rows of all tests
    of the file would be gone. So a page may come late here, from a machine with other work.
    """
    atomic = transaction.atomic()
    atomic._from_testcase = True  # as Django's TestCase does: a durable one may begin inside
    with blocker.unblock(), atomic, pytest.MonkeyPatch.context() as patched:
        patched.setattr(deadlines, "JUDGE_SECONDS", PATIENCE_SECONDS)
        patched.setattr(deadlines, "RESEARCHER_SECONDS", PATIENCE_SECONDS)
        yield
        transaction.set_rollback(True)
