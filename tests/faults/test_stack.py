"""The stack that end-to-end and fault tests stand on: every part can be taken away and put back."""

import http.client

import pytest
import redis

from tests.stack import Stack
from triadsurvey.localstack.processes import birth


def status(stack: Stack, path: str) -> int:
    connection = http.client.HTTPConnection("127.0.0.1", stack.port, timeout=10)
    try:
        connection.request("GET", path)
        return connection.getresponse().status
    finally:
        connection.close()


def test_stack_serves_and_reaches_its_own_database(stack: Stack) -> None:
    assert status(stack, "/readyz") == 200
    assert stack.sql("SELECT count(*) > 0 FROM django_migrations") == [(True,)]
    assert "no issues" in stack.manage("check").stdout


def test_redis_goes_and_comes_back_empty(stack: Stack) -> None:
    client = redis.Redis.from_url(stack.redis_url)
    client.set("a", 1)
    stack.stop_redis()
    with pytest.raises(redis.ConnectionError):
        client.get("a")
    assert status(stack, "/readyz") == 200
    stack.start_redis()
    client.close()


def test_frozen_redis_does_not_answer_until_it_is_thawed(stack: Stack) -> None:
    client = redis.Redis.from_url(stack.redis_url, socket_timeout=0.2, retry=None)
    stack.freeze_redis()
    with pytest.raises(redis.TimeoutError):
        client.ping()
    stack.thaw_redis()
    assert client.ping()
    client.close()


@pytest.mark.parametrize("mode", ["fast", "immediate"])
def test_postgres_restarts_and_the_site_finds_it_again(stack: Stack, mode: str) -> None:
    assert status(stack, "/readyz") == 200
    stack.restart_postgres(mode)
    assert [status(stack, "/readyz") for _ in range(8)] == [200] * 8


def test_killed_worker_leaves_no_pool_and_starts_again(stack: Stack) -> None:
    before = stack.workers["results"].pid
    stack.kill_worker()
    assert birth(before) is None
    stack.start_worker()
    assert stack.workers["results"].running()
    assert stack.workers["results"].pid != before
