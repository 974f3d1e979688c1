"""A mail server on loopback that takes every e-mail but those to `refused@…`."""

import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager


class MailServer(socketserver.ThreadingTCPServer):
    """What it took is in `taken`."""

    daemon_threads = True
    allow_reuse_address = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Session)
        self.taken: list[str] = []


class Session(socketserver.StreamRequestHandler):
    server: MailServer

    def handle(self) -> None:
        self._say("220 tests")
        while line := self.rfile.readline().decode().strip():
            command = line.upper()
            if command.startswith("RCPT TO:<REFUSED@"):
                self._say("550-5.1.1 No <mailbox>\r\n550 5.1.1 of this name")
            elif command == "DATA":
                self._say("354 go on")
                self.server.taken.append(self._message())
                self._say("250 taken")
            else:
                self._say("221 bye" if command == "QUIT" else "250 fine")

    def _message(self) -> str:
        lines = []
        while (line := self.rfile.readline()) not in (b".\r\n", b""):
            lines.append(line.decode())
        return "".join(lines)

    def _say(self, answer: str) -> None:
        self.wfile.write(f"{answer}\r\n".encode())


@contextmanager
def mail_server() -> Iterator[MailServer]:
    with MailServer() as server:
        thread = threading.Thread(target=server.serve_forever, args=[0.01], daemon=True)
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()
