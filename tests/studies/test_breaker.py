"""A breaker makes a call, and after one that failed makes none for a while."""

import logging
import time

import pytest

from studies.breaker import Breaker


def test_a_call_that_succeeds_gives_its_result() -> None:
    assert Breaker("pages are slower").attempt(lambda: "found") == "found"


def test_a_breaker_rests_after_a_failure_and_tries_again_later() -> None:
    breaker, calls = Breaker("pages are slower", rest_seconds=0.05), []

    def call() -> str:
        calls.append(1)
        if len(calls) == 1:
            raise OSError
        return "found"

    assert [breaker.attempt(call), breaker.attempt(call)] == [None, None]
    assert len(calls) == 1
    time.sleep(0.06)
    assert breaker.attempt(call) == "found"
    assert len(calls) == 2


def test_without_a_rest_each_call_is_tried(caplog: pytest.LogCaptureFixture) -> None:
    breaker = Breaker("the limit is off", rest_seconds=0)
    with caplog.at_level(logging.WARNING):
        assert [breaker.attempt(lambda: 1 // 0), breaker.attempt(lambda: 7)] == [None, 7]
    assert caplog.messages == ["Redis does not answer: the limit is off"]
