"""Tell many who watch a page of results that it has no news, without asking Django for each.

A class that watches asks twice a second, each of them, and Django takes some milliseconds to say
304. What it has just said to one watcher holds for the next, who names the same page by the same
tag; the tag tells apart what people with different rights see. That a watcher may ask at all is
asked of Django anew twice a minute.
"""

import re
import time
from dataclasses import dataclass
from typing import Any, NamedTuple

POLLED = re.compile(r"/(studies/[0-9a-f-]{36}/results|r/[^/]+)/poll/")
# News reach a page this much later at most.
NEWS_SECONDS = 0.25
# Who signs out, or loses a right, is told so this much later at most, and sees nothing new.
WATCHER_SECONDS = 30.0
# Watchers that are remembered, by each process of the web server.
MOST_WATCHERS = 5000
# What Django looks at before it says who watches, and from where.
OF_THE_WATCHER = (b"host", b"cookie", b"x-forwarded-proto")


class Question(NamedTuple):
    """One watcher's question for news."""

    path: str
    tag: bytes
    watcher: tuple[tuple[bytes, bytes], ...]


@dataclass(frozen=True, slots=True)
class _Told:
    head: dict[str, Any]
    at: float


def question_in(scope: dict[str, Any]) -> Question | None:
    """Return what the request asks, if it asks for nothing but news."""
    if scope["method"] != "GET" or scope["query_string"] or not POLLED.fullmatch(scope["path"]):
        return None
    tags = [value for name, value in scope["headers"] if name == b"if-none-match"]
    watcher = tuple(pair for pair in scope["headers"] if pair[0] in OF_THE_WATCHER)
    return Question(scope["path"], tags[0], watcher) if len(tags) == 1 else None


class Unchanged:
    """What Django has said to watchers a moment ago."""

    def __init__(self) -> None:
        self._told: dict[Question, _Told] = {}
        self._asked: dict[tuple[str, bytes], float] = {}

    def answer(self, question: Question) -> dict[str, Any] | None:
        """Return the head of Django's 304, if it still holds; None where Django has to be asked.

        While one known watcher asks, the others need not.
        """
        now, told = time.monotonic(), self._told.get(question)
        if told is None or now - told.at > WATCHER_SECONDS:
            return None
        if now - self._asked.get(question[:2], 0.0) < NEWS_SECONDS:
            return told.head
        self._asked[question[:2]] = now
        return None

    def note(self, question: Question, head: dict[str, Any]) -> None:
        """Remember that Django has told this watcher of no news, or forget it."""
        headers = [pair for pair in head.get("headers", ()) if pair[0] != b"x-request-id"]
        if head.get("status") == 304 and b"set-cookie" not in dict(headers):
            if len(self._told) >= MOST_WATCHERS:
                self._told.clear()
                self._asked.clear()
            self._told[question] = _Told({**head, "headers": headers}, time.monotonic())
        else:
            self._told.pop(question, None)
            self._asked.pop(question[:2], None)
