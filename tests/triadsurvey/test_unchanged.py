"""Watchers of a page of results are told of no news without Django, and of news at once."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.core.handlers.wsgi import WSGIHandler
from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from triadsurvey import unchanged
from triadsurvey.asgi import Application

PATH = "/r/some-token/poll/"


class Handler(WSGIHandler):
    """A page with a tag, but for visitors with the cookie `out`."""

    def __init__(self) -> None:
        self.tag = "1"
        self.asked = 0

    def get_response(self, request: HttpRequest) -> HttpResponse:
        self.asked += 1
        if request.META.get("HTTP_COOKIE") == "out":
            return HttpResponse(status=302)
        if request.META.get("HTTP_IF_NONE_MATCH") == self.tag:
            return HttpResponse(status=304, headers={"ETag": self.tag})
        return HttpResponse("new", headers={"ETag": self.tag})


class Site:
    """The web server's application, asked without a server."""

    def __init__(self) -> None:
        self.handler = Handler()
        self._application = Application(self.handler)

    def ask(self, cookie: str = "a", tag: str = "1", **more: Any) -> tuple[int, bytes]:
        pairs = {"host": "localhost", "cookie": cookie, "if-none-match": tag}
        scope = {
            "type": "http", "http_version": "1.1", "method": "GET", "path": PATH,
            "query_string": b"",
            "headers": [(name.encode(), value.encode()) for name, value in pairs.items()],
            **more,
        }  # fmt: skip
        sent: list[dict[str, Any]] = []

        async def receive() -> dict[str, Any]:
            return {"type": "http.request", "body": b""}

        async def send(message: dict[str, Any]) -> None:
            sent.append(message)

        # In a thread of its own: tests with a browser leave a loop that runs in this one.
        with ThreadPoolExecutor(1) as thread:
            thread.submit(asyncio.run, self._application(scope, receive, send)).result()
        return sent[0]["status"], sent[1]["body"]


@pytest.fixture
def site() -> Site:
    return Site()


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    now = [1000.0]
    monkeypatch.setattr(unchanged.time, "monotonic", lambda: now[0])
    return now


def test_django_is_asked_once_for_many_who_watch(site, clock):
    for watcher in "abc":
        assert site.ask(watcher) == (304, b"")
    assert site.handler.asked == 3  # each of them has to be known first
    for _ in range(5):
        for watcher in "abc":
            assert site.ask(watcher) == (304, b"")
    assert site.handler.asked == 4


def test_news_come_within_a_moment(site, clock):
    for watcher in "aabb":
        site.ask(watcher)
    site.handler.tag = "2"
    assert site.ask("a") == (304, b"")
    clock[0] += unchanged.NEWS_SECONDS
    assert site.ask("a") == (200, b"new")
    assert site.ask("b") == (200, b"new")


def test_who_has_lost_the_right_is_told_soon_and_hears_of_no_news_meanwhile(site, clock):
    for _ in range(2):
        assert site.ask("out") == (302, b"")
        assert site.ask("a")[0] == 304
    clock[0] += unchanged.WATCHER_SECONDS + 1
    asked = site.handler.asked
    assert site.ask("a")[0] == 304
    assert site.handler.asked == asked + 1


@pytest.mark.parametrize(
    "other",
    [
        {"method": "POST"},
        {"query_string": b"a=1"},
        {"path": "/studies/list/poll/"},
        {"headers": [(b"host", b"localhost"), (b"cookie", b"a")]},
    ],
)
def test_all_else_is_always_asked(site, clock, other):
    for _ in range(2):
        site.ask()
    asked = site.handler.asked
    site.ask(**other)
    assert site.handler.asked == asked + 1


def test_watchers_are_forgotten_before_they_are_too_many(site, clock, monkeypatch):
    monkeypatch.setattr(unchanged, "MOST_WATCHERS", 2)
    for watcher in "abc":
        site.ask(watcher)
    asked = site.handler.asked
    site.ask("a")
    assert site.handler.asked == asked + 1


def test_both_pages_that_ask_are_known():
    code = "01234567-89ab-cdef-0123-456789abcdef"
    for address in (
        reverse("analysis:poll", args=[code]),
        reverse("analysis:shared_poll", args=["Ab-_1"]),
    ):
        assert unchanged.POLLED.fullmatch(address)
