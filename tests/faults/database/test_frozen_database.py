"""PostgreSQL frozen, or a worker that holds a lock: no judge waits long, nothing is lost."""

import http.client
import time

import pytest

from tests.faults import scenes
from tests.faults.people import Ledger, Person, arrive
from tests.faults.workers.test_broker_and_worker import table_locked

PROMISED_SECONDS = 5.0


def status_of(port: int, path: str) -> tuple[int, float]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    begin = time.monotonic()
    connection.request("GET", path)
    response = connection.getresponse()
    response.read()
    connection.close()
    return response.status, time.monotonic() - begin


@pytest.fixture
def person(stack) -> Person:
    [scene] = scenes.make(stack, {"evaluations": 24})
    [person] = arrive(scene, 1)
    return person


def test_a_frozen_database_keeps_no_judge_waiting(stack, person):
    with stack.frozen_postgres():
        begin = time.monotonic()
        page = person.choose(2, Ledger())
        assert time.monotonic() - begin < PROMISED_SECONDS
        assert page.status == 503
        assert page.form.hidden["choice"] == "2"
        assert status_of(stack.port, "/livez")[0] == 200
        status, seconds = status_of(stack.port, "/readyz")
        assert (status, seconds < PROMISED_SECONDS) == (503, True)
    ledger = Ledger()
    page = person.browser.submit(page, page.form, {}, step="again")
    assert page.status == 200
    assert ledger.missing_in(person.scene) == {}
    assert list(person.scene.answers().values()) == [2]


def test_a_lock_that_is_held_keeps_no_judge_waiting_and_others_are_served(stack, person):
    with table_locked(stack, "studies_answer"):
        begin = time.monotonic()
        page = person.choose(3, Ledger())
        assert time.monotonic() - begin < PROMISED_SECONDS
        assert (page.status, page.form.hidden["choice"]) == (503, "3")
        assert status_of(stack.port, f"/j/{person.scene.token}/")[0] == 200
    page = person.browser.submit(page, page.form, {}, step="again")
    assert page.status == 200
    assert list(person.scene.answers().values()) == [3]


def test_a_transaction_that_is_left_open_is_ended(stack):
    """Of a worker that is frozen between two statements: its locks are released."""
    asked = (
        "from django.db import connection as c; k = c.cursor(); "
        "k.execute('SHOW idle_in_transaction_session_timeout'); print(k.fetchone()[0])"
    )
    limit = stack.shell(asked).strip()
    assert limit in {"90s", "1min30s"}
