"""Requests that are none, and those that Django refuses: answered, and hardly a line in the log."""

import socket

import pytest

from tests.stack import Stack

CODE = "a-code-that-is-a-permission"
BROKEN = {
    "of no version": f"GET /t/{CODE}/ HTTP/9.9",
    "without a version": f"GET /t/{CODE}/",
    "of no method": f"G@T /t/{CODE}/ HTTP/1.1",
    "with a blank": f"GET /t/{CODE}/ x HTTP/1.1",
    "with a NUL": f"GET /t/{CODE}/\0 HTTP/1.1",
    "that never ends": f"GET /t/{CODE}/{'x' * 100_000} HTTP/1.1",
    "with a broken header": f"GET /t/{CODE}/ HTTP/1.1\r\nReferer /t/{CODE}/",
    "with a huge header": f"GET /t/{CODE}/ HTTP/1.1\r\nX: {'x' * 100_000}",
    "with two lengths": f"POST /t/{CODE}/ HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2",
}


def status_of(stack: Stack, request: str, host: str = "127.0.0.1") -> int:
    with socket.create_connection(("127.0.0.1", stack.port), timeout=10) as connection:
        connection.sendall(f"{request}\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode())
        return int(connection.recv(100).split()[1])


@pytest.mark.parametrize("request_", BROKEN.values(), ids=BROKEN.keys())
def test_no_code_of_a_request_that_is_none_is_in_the_log(stack: Stack, request_: str) -> None:
    assert 400 <= status_of(stack, request_) < 500
    assert CODE not in stack.log("web")


def test_what_django_refuses_takes_a_line_of_the_log(stack: Stack) -> None:
    """With a traceback each, any visitor could fill the disk."""
    before = len(stack.log("web"))
    assert status_of(stack, "GET / HTTP/1.1", "elsewhere.example") == 400
    stack.wait_for(lambda: "elsewhere.example" in stack.log("web")[before:], "a line of the log", 5)
    [line] = stack.log("web")[before:].splitlines()
    assert "WARNING django.security.DisallowedHost" in line
