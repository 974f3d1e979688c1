"""A web application with files that never end, on a small disk, for the test of the web server."""

import resource
from collections.abc import Iterator
from threading import Event, current_thread
from typing import Any

from django.core.handlers.wsgi import WSGIHandler
from django.http import HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse

from triadsurvey import asgi
from triadsurvey.asgi import SPOOLED_BYTES, Application

# So that a test need not send as much.
asgi.ARRIVING_BYTES = 3 * SPOOLED_BYTES
# A larger file is refused, as by a full disk.
resource.setrlimit(resource.RLIMIT_FSIZE, (2 * SPOOLED_BYTES, resource.RLIM_INFINITY))

judge_came = Event()


def endless() -> Iterator[bytes]:
    """Only the thread that made the response can read on: so it is with a database's snapshot."""
    thread = current_thread()
    while True:
        assert current_thread() is thread
        yield b"x" * 65536


class Handler(WSGIHandler):
    """Answers by path, without settings of a site."""

    def load_middleware(self, is_async: bool = False) -> None:
        self._middleware_chain: Any = None

    def get_response(self, request: HttpRequest) -> HttpResponseBase:
        if request.path == "/endless":
            return StreamingHttpResponse(endless())
        if request.path == "/slow":
            assert judge_came.wait(60)
        if request.path == "/j/a-judge/":
            judge_came.set()
        if request.path == "/pieces":
            return StreamingHttpResponse(iter([b"one ", b"", b"two ", b"three"]))
        if request.path == "/broken":
            return StreamingHttpResponse(_broken())
        words = [request.method, request.path, request.GET.urlencode(), request.body.decode()]
        words += [
            request.META[name] for name in ("HTTP_COOKIE", "HTTP_X_A") if name in request.META
        ]
        return HttpResponse(" | ".join(str(word) for word in words))


def _broken() -> Iterator[bytes]:
    yield b"half"
    raise RuntimeError("the database went away")


application = Application(Handler())
