"""How long a page waits for the database.

A lock that a frozen worker holds, or a server that is frozen itself, would keep a thread waiting
without end, and a few such threads are all there are. While a request is answered, psycopg2 waits
for the database until the request's deadline; past it the connection is closed, and Django raises
OperationalError: judges get the page that keeps what they typed.
"""

import select
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import psycopg2
from django.http import HttpRequest, HttpResponse
from psycopg2 import extensions

GetResponse = Callable[[HttpRequest], HttpResponse]

# Judges, and monitors, get an answer within five seconds.
JUDGE_SECONDS = 4.0
RESEARCHER_SECONDS = 30.0
QUICK_PATHS = ("/j/", "/t/", "/i/", "/livez", "/readyz")

_EVENTS = {extensions.POLL_READ: select.POLLIN, extensions.POLL_WRITE: select.POLLOUT}
_request = threading.local()


class NoAnswerError(psycopg2.OperationalError):  # type: ignore[misc] # psycopg2 has no types
    """The database did not answer before the request's deadline."""


def wait_until_deadline(connection: Any) -> None:
    """Wait for the answer to a statement. For `psycopg2.extensions.set_wait_callback`."""
    while (state := connection.poll()) != extensions.POLL_OK:
        poll = select.poll()
        poll.register(connection.fileno(), _EVENTS[state])
        if not poll.poll(_milliseconds_left()):
            raise NoAnswerError("the database has not answered in time")


def _milliseconds_left() -> float | None:
    """Return the time to this thread's deadline; None where it has none."""
    until = getattr(_request, "until", None)
    return None if until is None else max(0.0, 1000 * (until - time.monotonic()))


def database_deadline(get_response: GetResponse) -> GetResponse:
    """Give each request a deadline.

    A file that is written while it is sent is not bound by it: the deadline ends with the view.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        is_quick = request.path.startswith(QUICK_PATHS)
        with time_limit(JUDGE_SECONDS if is_quick else RESEARCHER_SECONDS):
            return get_response(request)

    return middleware


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Let this thread wait for the database so long in all."""
    _request.until = time.monotonic() + seconds
    try:
        yield
    finally:
        _request.until = None
