"""The web server's side of the product, with a real server in front of a small application."""

import contextlib
import http.client
import os
import select
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from triadsurvey import asgi
from triadsurvey.localstack.environment import web_command
from triadsurvey.localstack.places import this_checkout

# In which others are served while some answers are not read.
PROMISED_SECONDS = 2.0


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    listener = socket.create_server(("127.0.0.1", 0), backlog=512)
    environment = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "tests.settings",
        "WEB_CONCURRENCY": "1",
    }
    command = web_command(f"fd://{listener.fileno()}")
    command[command.index("triadsurvey.asgi:application")] = (
        "tests.triadsurvey.downloads:application"
    )
    log = (tmp_path_factory.mktemp("web") / "web.log").open("wb")
    server = subprocess.Popen(
        command, cwd=this_checkout().checkout, env=environment, stdout=log, stderr=log,
        pass_fds=[listener.fileno()],
    )  # fmt: skip
    try:
        yield listener.getsockname()[1]
    finally:
        server.terminate()
        server.wait()
        listener.close()
        log.close()


def ask(
    port: int, path: str, *, method: str = "GET", body: bytes | None = None, **headers: str
) -> tuple[int, bytes]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    with contextlib.closing(connection):
        connection.request(method, path, body, headers)
        response = connection.getresponse()
        return response.status, response.read()


def test_the_first_visitor_does_not_wait_for_the_pages_to_be_loaded():
    """Nor does each process load what few pages need, which takes a third of a second."""
    loaded = (
        "import sys, triadsurvey.asgi, triadsurvey.celery\n"
        "assert 'studies.judge.views' in sys.modules\n"
        "assert 'scipy.stats' not in sys.modules"
    )
    environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "tests.settings"}
    subprocess.run([sys.executable, "-c", loaded], env=environment, check=True)


def test_a_request_comes_as_it_was_sent(port):
    status, content = ask(
        port, "/caf%C3%A9%20x?a=1&b=%20", method="POST", body="ä".encode(), Cookie="a=1; b=2"
    )
    assert (status, content.decode()) == (200, "POST | /café x | a=1&b=+ | ä | a=1; b=2")


def test_a_body_in_pieces_of_unknown_length_is_whole(port):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    with contextlib.closing(connection):
        connection.request("POST", "/x", iter([b"one", b"two"]), encode_chunked=True)
        assert connection.getresponse().read() == b"POST | /x |  | onetwo"


def test_a_header_is_not_forged_by_an_underscore(port):
    assert ask(port, "/x", X_A="forged") == (200, b"GET | /x |  | ")
    assert ask(port, "/x", **{"X-A": "true"}) == (200, b"GET | /x |  |  | true")


def test_a_file_is_sent_piece_by_piece(port):
    assert ask(port, "/pieces") == (200, b"one two three")


def test_a_file_that_breaks_off_cannot_be_taken_for_a_whole_one(port):
    with pytest.raises(http.client.IncompleteRead):
        ask(port, "/broken")


def test_unread_downloads_hold_up_no_one_and_more_are_refused_in_words(port):
    with contextlib.ExitStack() as opened:
        for _ in range(asgi.DOWNLOADS):
            client = opened.enter_context(socket.create_connection(("127.0.0.1", port)))
            client.sendall(b"GET /endless HTTP/1.1\r\nHost: localhost\r\n\r\n")
            assert client.recv(15) == b"HTTP/1.1 200 OK"
        status, content = ask(port, "/endless")
        assert (status, content.decode()) == (503, asgi.TOO_MANY_DOWNLOADS)
        for _ in range(2 * asgi.THREADS):
            begin = time.monotonic()
            assert ask(port, "/x")[0] == 200
            assert time.monotonic() - begin < PROMISED_SECONDS
    # Those who left have made room.
    deadline = time.monotonic() + 20
    while True:
        client = socket.create_connection(("127.0.0.1", port))
        with client:
            client.sendall(b"GET /endless HTTP/1.1\r\nHost: localhost\r\n\r\n")
            if client.recv(15) == b"HTTP/1.1 200 OK":
                return
        assert time.monotonic() < deadline
        time.sleep(0.1)


def test_a_full_disk_is_said_in_words(port):
    """Nothing can be written beyond the size that `downloads` allows to this server's files."""
    status, content = ask(port, "/x", method="POST", body=b"x" * (asgi.SPOOLED_BYTES * 3))
    assert (status, content.decode()) == (507, asgi.NO_ROOM)
    assert ask(port, "/x", method="POST", body=b"small")[0] == 200


def test_a_judge_is_served_while_researchers_wait_for_slow_pages(port):
    """Which are ready when the judge has come, and not before."""
    with ThreadPoolExecutor() as researchers:
        pages = [researchers.submit(ask, port, "/slow") for _ in range(3 * asgi.THREADS)]
        assert ask(port, "/j/a-judge/")[0] == 200
        assert [page.result()[0] for page in pages] == [200] * len(pages)


def test_bodies_that_never_arrive_whole_fill_neither_memory_nor_disk(port):
    size = asgi.SPOOLED_BYTES
    head = f"POST /x HTTP/1.1\r\nHost: localhost\r\nContent-Length: {size + 1}\r\n\r\n".encode()
    with contextlib.ExitStack() as clients:
        waiting = [
            clients.enter_context(socket.create_connection(("127.0.0.1", port), timeout=30))
            for _ in range(5)
        ]
        for client in waiting:
            client.sendall(head + b"x" * size)
        # As many are kept as there is room for; the others are told.
        refused = select.select(waiting, [], [], 30)[0]
        assert refused
        assert all(client.recv(12) == b"HTTP/1.1 507" for client in refused)
        assert ask(port, "/x", method="POST", body=b"x" * asgi.SMALL_BYTES)[0] == 200
    deadline = time.monotonic() + 20
    while ask(port, "/x", method="POST", body=b"x" * size)[0] != 200:
        assert time.monotonic() < deadline
