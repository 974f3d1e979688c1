"""The web application behind gunicorn's asynchronous worker.

A request takes a thread only while Django works on it. What a slow client keeps waiting (its head,
its body, its reading of the answer) is waited for by the event loop, so that hundreds of slow or
silent clients hold up no others. Bodies are read whole before Django sees them, up to a limit.
Files that are written while they are sent need a thread for as long as that takes; they have a few
of their own. Judges and monitors have one, too: what researchers ask for may take half a minute.
"""

import asyncio
import os
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, nullcontext, suppress
from functools import lru_cache
from http import HTTPStatus
from importlib import import_module
from io import BytesIO
from tempfile import TemporaryFile
from typing import IO, TYPE_CHECKING, Any
from urllib.parse import unquote_to_bytes

from django.conf import settings
from django.core.cache import close_caches
from django.core.handlers.wsgi import WSGIHandler
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import reset_queries
from django.http.response import HttpResponseBase
from psycopg2 import extensions

from triadsurvey import checks, env
from triadsurvey.deadlines import QUICK_PATHS, wait_until_deadline
from triadsurvey.unchanged import Unchanged, question_in

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse

Message = dict[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

THREADS = env.whole("WEB_THREADS", default=4, lowest=1)
DOWNLOADS = 4
# Larger bodies are put on disk.
SPOOLED_BYTES = 1024 * 1024
# Of each body so much may arrive; beyond it, all that arrive at once have so much together.
SMALL_BYTES = 64 * 1024
ARRIVING_BYTES = 512 * 1024 * 1024
# A client that neither sends nor reads anything for so long is given up, and so is one that
# sends its body more slowly.
PATIENCE_SECONDS = 60.0
LEAST_BYTES_A_SECOND = 10_000
# What judges send is small; researchers upload files.
JUDGE_PATHS = ("/j/", "/t/", "/i/")
# What judges wait for, and what ends this server where it does not answer.
NEVER_SLOW = (*QUICK_PATHS, "/static/")

TOO_LARGE = "This is more than can be sent to this address."
NO_ROOM = "The server has no room for this just now, and stored nothing. Try again in some minutes."
TOO_MANY_DOWNLOADS = "Too many downloads at once. Try again in a minute."


class TooLargeError(Exception):
    """The request's body is larger than is read at this address."""


class NoRoomError(Exception):
    """The disk for large bodies is full."""


class Body:
    """The body of a request while it arrives. Use it as a context manager.

    The first part is in memory, the rest on disk.
    """

    # Of all bodies of this process, beyond the first part of each.
    arriving = 0

    def __init__(self, limit: int) -> None:
        self.file: IO[bytes] = BytesIO()
        self.size = 0
        self._limit = limit

    def __enter__(self) -> "Body":
        return self

    def __exit__(self, *_error: object) -> None:
        Body.arriving -= max(0, self.size - SMALL_BYTES)
        with suppress(OSError):  # what it still holds cannot be written
            self.file.close()

    def add(self, chunk: bytes) -> None:
        """Add what has arrived.

        Raises:
            TooLargeError: it is larger than allowed at this address.
            NoRoomError: the disk is full, or too much arrives at once.
        """
        before = max(SMALL_BYTES, self.size)
        self.size += len(chunk)
        Body.arriving += max(0, self.size - before)
        if self.size > self._limit:
            raise TooLargeError
        if self.size > SMALL_BYTES and Body.arriving > ARRIVING_BYTES:
            raise NoRoomError
        if self.size > SPOOLED_BYTES and isinstance(self.file, BytesIO):
            self._on_disk(self._move)
        self._on_disk(lambda: self.file.write(chunk))

    def end(self) -> None:
        """Turn back to the first byte."""
        self._on_disk(lambda: self.file.seek(0))

    def _move(self) -> None:
        in_memory, self.file = self.file, TemporaryFile()  # noqa: SIM115 - see __exit__
        in_memory.seek(0)
        self.file.write(in_memory.read())

    def _on_disk(self, change: Callable[[], object]) -> None:
        try:
            change()
        except OSError as error:
            raise NoRoomError from error


class Application:
    """Serves Django's WSGI handler from a fixed number of threads."""

    def __init__(self, handler: WSGIHandler) -> None:
        self._handler = handler
        self._threads = ThreadPoolExecutor(THREADS + DOWNLOADS, thread_name_prefix="web")
        self._working = asyncio.Semaphore(THREADS)
        self._slow = asyncio.Semaphore(max(1, THREADS - 1))
        self._downloads = asyncio.Semaphore(DOWNLOADS)
        self._unchanged = Unchanged()

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Serve a request; leave it unfinished if its client has stopped sending or reading."""
        if scope["type"] != "http":
            return
        if (question := question_in(scope)) is None:
            await self._serve(scope, receive, send)
        elif head := self._unchanged.answer(question):
            await _send(send, head, _piece(b"", more=False))
        else:
            self._unchanged.note(question, await self._serve(scope, receive, send))

    async def _serve(self, scope: Message, receive: Receive, send: Send) -> Message:
        """Have Django answer; return the head of its answer, empty where there is none."""
        with suppress(TimeoutError), Body(_limit(scope["path"])) as body:
            try:
                is_whole = await _read(scope, receive, body)
            except NoRoomError:
                await _refuse(send, HTTPStatus.INSUFFICIENT_STORAGE, NO_ROOM)
                return {}
            except TooLargeError:
                await _refuse(send, HTTPStatus.REQUEST_ENTITY_TOO_LARGE, TOO_LARGE)
                return {}
            if is_whole:
                return await self._answer(_environ(scope, body.file), receive, send)
        return {}

    async def _answer(self, environ: Message, receive: Receive, send: Send) -> Message:
        loop = asyncio.get_running_loop()
        head: Message = {}
        # The content, or a download that has begun.
        answered: asyncio.Future[bytes | _Download] = loop.create_future()

        def work() -> None:
            """In a thread: have Django answer; send a file that is still to be written."""
            awaited: asyncio.Future[Any] = answered
            content = None
            try:
                with closing(self._handler(environ, _start_response(head))) as response:
                    if _is_download(response):
                        download = _Download(loop, send)
                        loop.call_soon_threadsafe(_settle, answered, download)
                        awaited = download.finished
                        download.send_all(head, response)
                    else:
                        content = b"".join(response)
            except Exception as error:  # noqa: BLE001 - raised where it is waited for
                loop.call_soon_threadsafe(_settle, awaited, None, error)
            else:
                loop.call_soon_threadsafe(_settle, awaited, content)

        is_quick = environ["PATH_INFO"].startswith(NEVER_SLOW)
        async with nullcontext() if is_quick else self._slow, self._working:
            self._threads.submit(work)
            answer = await answered
        if isinstance(answer, bytes):
            await _send(send, head, _piece(answer, more=False))
        else:
            await self._finish_download(answer, receive)
        return head

    async def _finish_download(self, download: "_Download", receive: Receive) -> None:
        """Let the thread write its file, if not too many do so already."""
        if self._downloads.locked():
            download.allowed.set_result(False)
            await download.finished
            return
        async with self._downloads:
            download.allowed.set_result(True)
            gone = asyncio.ensure_future(receive())
            waited: list[asyncio.Future[Any]] = [download.finished, gone]
            await asyncio.wait(waited, return_when=asyncio.FIRST_COMPLETED)
            if not download.finished.done():
                download.is_broken_off = True
            gone.cancel()
            await download.finished


def _settle(future: asyncio.Future[Any], result: object, error: Exception | None = None) -> None:
    """End a future, unless who waited for it is gone."""
    if future.done():
        return
    if error is None:
        future.set_result(result)
    else:
        future.set_exception(error)


class _Download:
    """A response that a thread writes piece by piece, as fast as its client reads."""

    def __init__(self, loop: asyncio.AbstractEventLoop, send: Send) -> None:
        self._loop = loop
        self._send = send
        self.finished: asyncio.Future[None] = loop.create_future()
        self.allowed: asyncio.Future[bool] = loop.create_future()
        self.is_broken_off = False

    def send_all(self, head: Message, response: HttpResponseBase) -> None:
        """In the thread that has the response: its database connection is this thread's."""
        if not self._await(_value(self.allowed)):
            self._await(
                _refuse(
                    self._send,
                    HTTPStatus.SERVICE_UNAVAILABLE,
                    TOO_MANY_DOWNLOADS,
                )
            )
            return
        self._await(_send(self._send, head))
        for chunk in response:
            if self.is_broken_off:
                return
            if chunk:
                self._await(_send(self._send, _piece(chunk, more=True)))
        self._await(_send(self._send, _piece(b"", more=False)))

    def _await(self, awaitable: Any) -> Any:
        return asyncio.run_coroutine_threadsafe(awaitable, self._loop).result()


def _is_download(response: HttpResponseBase) -> bool:
    """Return whether the content is made while it is sent, or is large."""
    length = response.headers.get("Content-Length", str(SPOOLED_BYTES + 1))
    return response.streaming and int(length) > SPOOLED_BYTES


async def _value(future: asyncio.Future[bool]) -> bool:
    return await future


def _piece(chunk: bytes, *, more: bool) -> Message:
    return {"type": "http.response.body", "body": chunk, "more_body": more}


async def _send(send: Send, *messages: Message) -> None:
    """Send, and wait until the client has read most of it."""
    # `wait_for` would make a task of it.
    async with asyncio.timeout(PATIENCE_SECONDS):
        for message in messages:
            await send(message)


async def _refuse(send: Send, status: HTTPStatus, words: str) -> None:
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"connection", b"close")]
    if status == HTTPStatus.SERVICE_UNAVAILABLE:
        headers.append((b"retry-after", b"60"))
    head = {"type": "http.response.start", "status": int(status), "headers": headers}
    await _send(send, head, _piece(words.encode(), more=False))


async def _read(scope: Message, receive: Receive, body: Body) -> bool:
    """Read the request's body; return False if the client went away before its end.

    Raises:
        TooLargeError: it is, or says that it will be, larger than allowed at this address.
        NoRoomError: there is no room for it just now.
    """
    headers = dict(scope["headers"])
    if not headers.keys() & {b"content-length", b"transfer-encoding"}:
        return bool((await receive())["type"] == "http.request")  # at once: there is no body
    announced = headers.get(b"content-length", b"0")
    if not announced.isdigit() or int(announced) > _limit(scope["path"]):
        raise TooLargeError
    now = asyncio.get_running_loop().time
    begun, more = now(), True
    while more:
        whole = begun + PATIENCE_SECONDS + body.size / LEAST_BYTES_A_SECOND
        async with asyncio.timeout_at(min(whole, now() + PATIENCE_SECONDS)):
            message = await receive()
        if message["type"] == "http.disconnect":
            return False
        body.add(message.get("body", b""))
        more = message.get("more_body", False)
    body.end()
    return True


def _limit(path: str) -> int:
    """Return the largest body that is read, in bytes."""
    if path.startswith(JUDGE_PATHS):
        return settings.JUDGE_BODY_BYTES
    return settings.DATA_UPLOAD_MAX_MEMORY_SIZE


def _start_response(head: Message) -> "StartResponse":
    def write(_data: bytes) -> object:
        raise NotImplementedError("Django writes by its response alone")

    def start_response(
        status: str, headers: list[tuple[str, str]], _error: Any = None, /
    ) -> Callable[[bytes], object]:
        head.update(
            type="http.response.start",
            status=int(status[:3]),
            headers=[(k.lower().encode("latin-1"), v.encode("latin-1")) for k, v in headers],
        )
        return write

    return start_response


def _environ(scope: Message, body: IO[bytes]) -> Message:
    """Return the request as WSGI has it (PEP 3333)."""
    client, server = scope.get("client"), scope.get("server") or ("localhost", 80)
    prefix = scope.get("root_path", "")
    path = unquote_to_bytes(scope.get("raw_path") or scope["path"]).decode("latin-1")
    body.seek(0, os.SEEK_END)
    environ = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": prefix,
        "PATH_INFO": path.removeprefix(prefix),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "SERVER_NAME": server[0],
        "SERVER_PORT": str(server[1] or 0),
        # Over a socket in the file system there is no address.
        "REMOTE_ADDR": client[0] if client else "",
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope.get("scheme", "http"),
        "wsgi.input": body,
        "wsgi.errors": None,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
    }
    for raw_name, raw_value in scope["headers"]:
        # A proxy's `X-Forwarded-For` is not to be had as `X_Forwarded_For`.
        if b"_" not in raw_name:
            _add_header(environ, _key_of(raw_name), raw_value.decode("latin-1"))
    # Also of a body that came in chunks, without a length.
    environ["CONTENT_LENGTH"] = str(body.tell())
    body.seek(0)
    return environ


@lru_cache(maxsize=200)
def _key_of(raw_name: bytes) -> str:
    name = raw_name.decode("latin-1").upper().replace("-", "_")
    return name if name in {"CONTENT_TYPE", "CONTENT_LENGTH"} else f"HTTP_{name}"


def _add_header(environ: Message, key: str, value: str) -> None:
    if key in environ:
        value = f"{environ[key]}{';' if key == 'HTTP_COOKIE' else ','}{value}"
    environ[key] = value


os.environ.setdefault("DJANGO_SETTINGS_MODULE", "triadsurvey.settings")
django = get_wsgi_application()
checks.refuse_bad_settings()
# All pages, once for all processes (`preload_app`): else the first visitor of each waits for half a
# second of processor time, and on a full machine for longer than the database's deadline.
import_module(settings.ROOT_URLCONF)
extensions.set_wait_callback(wait_until_deadline)
# They would walk through all connections for each request, for nothing: statements are logged only
# in tests and while debugging, and the cache has nothing to close.
request_started.disconnect(reset_queries)
request_finished.disconnect(close_caches)
application = Application(django)
