"""Slow, silent and greedy clients, from a real server's sockets: others are served all the same."""

import http.client
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from tests.faults import scenes
from triadsurvey import asgi

SLOW = 500
PROMISED_SECONDS = 1.0

HALF_HEAD = b"GET /livez HTTP/1.1\r\nHost: localhost\r\nX-A: "
HALF_BODY = (
    b"POST /j/nothing/start/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9000\r\n"
    b"Content-Type: application/x-www-form-urlencoded\r\n\r\nform_key="
)


@contextmanager
def clients(port: int, number: int, sent: bytes) -> Iterator[list[socket.socket]]:
    opened = [socket.create_connection(("127.0.0.1", port)) for _ in range(number)]
    try:
        for client in opened:
            client.sendall(sent)
        yield opened
    finally:
        for client in opened:
            client.close()


def seconds_of_a_page(scene: scenes.Scene) -> float:
    connection = http.client.HTTPConnection("127.0.0.1", scene.stack.port, timeout=20)
    begin = time.monotonic()
    connection.request("GET", f"/j/{scene.token}/")
    response = connection.getresponse()
    assert response.status == 200
    assert b"form_key" in response.read()
    connection.close()
    return time.monotonic() - begin


@pytest.fixture(scope="module")
def scene(stack) -> scenes.Scene:
    [made] = scenes.make(stack, {"evaluations": 24})
    return made


@pytest.mark.parametrize(
    ("number", "sent"),
    [(SLOW, b""), (SLOW, HALF_HEAD), (200, HALF_BODY)],
    ids=["silent", "half a head", "half a body"],
)
def test_a_judge_is_served_while_clients_send_slowly(scene, number, sent):
    seconds_of_a_page(scene)
    with clients(scene.stack.port, number, sent):
        time.sleep(0.5)
        assert min(seconds_of_a_page(scene) for _ in range(3)) < PROMISED_SECONDS


def test_a_judge_is_served_while_clients_do_not_read(scene):
    page = f"GET /j/{scene.token}/ HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()
    with clients(scene.stack.port, 200, page):
        deadline = time.monotonic() + 30
        while seconds_of_a_page(scene) > PROMISED_SECONDS:  # while it makes their pages
            assert time.monotonic() < deadline


def answer_to(port: int, *pieces: bytes, most: int) -> tuple[bytes, int]:
    """Return the first line of the answer, and how many pieces of the body were taken."""
    with socket.create_connection(("127.0.0.1", port)) as client:
        client.settimeout(10)
        sent = 0
        try:
            for piece in pieces:
                client.sendall(piece)
            while sent < most:
                client.sendall(pieces[-1])
                sent += 1
        except OSError:
            pass  # it has stopped reading
        try:
            return client.recv(64).split(b"\r\n")[0], sent
        except OSError:
            return b"", sent


@pytest.mark.parametrize("path", [b"/j/nothing/start/", b"/t/nothing/", b"/admin/login/"])
def test_a_body_that_says_that_it_is_too_large_is_not_read(stack, path):
    head = b"POST " + path + b" HTTP/1.1\r\nHost: localhost\r\nContent-Length: 600000000\r\n\r\n"
    first, _ = answer_to(stack.port, head, most=0)
    assert first.startswith(b"HTTP/1.1 413 ")


def test_a_body_that_does_not_say_how_large_it_is_is_read_up_to_the_limit(stack, settings):
    head = b"POST /t/nothing/ HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
    chunk = b"10000\r\n" + b"x" * 65536 + b"\r\n"
    first, sent = answer_to(stack.port, head, chunk, most=4000)
    assert first == b"" or first.startswith(b"HTTP/1.1 413 ")
    # Beside what the sockets hold.
    assert sent < settings.JUDGE_BODY_BYTES // 65536 + 200


def test_what_judges_send_is_never_too_large():
    assert asgi._limit("/t/x/") >= 20 * (5000 * 4 + 5000)
