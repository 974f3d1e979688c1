"""An https server on loopback, as a researcher's program that is told what happens."""

import ssl
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

PEM = Path(__file__).parents[1] / "data" / "localhost.pem"


class Receiver(ThreadingHTTPServer):
    """It keeps what it is sent, and answers with `status`; with `drips` a byte at a time."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Answers)
        tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        tls.load_cert_chain(PEM)
        self.socket = tls.wrap_socket(self.socket, server_side=True)
        self.got: list[tuple[Any, bytes]] = []
        self.paths: list[str] = []
        self.status = 200
        self.drips = False

    @property
    def url(self) -> str:
        return f"https://localhost:{self.server_port}/hook?x=1"


class Answers(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"  # which leaves it to the client to close the connection
    server: Receiver

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.got.append((self.headers, body))
        self.server.paths.append(self.path)
        if self.server.drips:
            self._drip()
            return
        self.send_response(self.server.status)
        if self.server.status == 302:
            self.send_header("Location", self.server.url)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def _drip(self) -> None:
        self.wfile.write(b"HTTP/1.1 200 OK\r\nX-Slow: ")
        with suppress(OSError):  # the client leaves
            for _ in range(500):  # ten seconds, for one that does not
                self.wfile.write(b"x")
                time.sleep(0.02)

    def log_message(self, *_arguments: Any) -> None:
        pass


@contextmanager
def receiving() -> Iterator[Receiver]:
    server = Receiver()
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def trust() -> ssl.SSLContext:
    """A context that takes the receiver's certificate, which is for `localhost`."""
    return ssl.create_default_context(cafile=str(PEM))
