"""Two addresses for monitors: alive without any I/O, ready where the database answers."""

import pytest
from django.db import OperationalError, connection
from django.test import Client


def test_alive_asks_nothing() -> None:
    answer = Client().get("/livez")  # without the database: the test has none
    assert (answer.status_code, answer.content) == (200, b"ok")


@pytest.mark.django_db
def test_ready_asks_the_database_once(django_assert_num_queries: object) -> None:
    with django_assert_num_queries(1):  # type: ignore[operator]  # a context of pytest-django
        answer = Client().get("/readyz")
    assert (answer.status_code, answer.content) == (200, b"ok")


@pytest.mark.django_db
def test_not_ready_without_the_database(monkeypatch: pytest.MonkeyPatch) -> None:
    def away() -> None:
        raise OperationalError

    monkeypatch.setattr(connection, "cursor", away)
    client = Client(raise_request_exception=False)
    assert client.get("/readyz").status_code >= 500
    assert client.get("/livez").status_code == 200
