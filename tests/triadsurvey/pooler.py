"""What PgBouncer does with pool_mode = transaction: many clients, one session of the server.

It speaks as much of PostgreSQL's protocol as our programs do when they start, and needs no package.
"""

import socket
import struct
import threading
from pathlib import Path

NO_ENCRYPTION = {80877103, 80877104}  # the codes of requests for TLS and GSSAPI
READY = struct.pack("!cIc", b"Z", 5, b"I")


class TransactionPooler:
    """Listens in `folder`; each query of each client goes to the same session of `server`."""

    def __init__(self, folder: Path, server: str, *, user: str, database: str) -> None:
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(str(folder / ".s.PGSQL.5432"))
        self._listener.listen()
        self._server = socket.socket(socket.AF_UNIX)
        self._server.connect(f"{server}/.s.PGSQL.5432")
        words = b"".join(word.encode() + b"\0" for word in ("user", user, "database", database, ""))
        self._server.sendall(struct.pack("!II", 8 + len(words), 196608) + words)
        # What the server says of itself; each client is told the same.
        self._greeting = self._answer()
        self._turn = threading.Lock()

    def __enter__(self) -> "TransactionPooler":
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(self, *_error: object) -> None:
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self._server.close()

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._listener.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=[client], daemon=True).start()

    def _serve(self, client: socket.socket) -> None:
        with client:
            while _number_in(_packet(client)) in NO_ENCRYPTION:
                client.sendall(b"N")
            client.sendall(self._greeting)
            while (kind := client.recv(1)) == b"Q":
                message = _packet(client)
                with self._turn:
                    self._server.sendall(kind + struct.pack("!I", 4 + len(message)) + message)
                    answer = self._answer()
                client.sendall(answer)

    def _answer(self) -> bytes:
        """Return all that the server says, to its next *ready for query*."""
        said = b""
        while not said.endswith(READY):
            kind = _exactly(self._server, 1)
            message = _packet(self._server)
            said += kind + struct.pack("!I", 4 + len(message)) + message
        return said


def _packet(connection: socket.socket) -> bytes:
    (length,) = struct.unpack("!I", _exactly(connection, 4))
    return _exactly(connection, length - 4)


def _exactly(connection: socket.socket, size: int) -> bytes:
    content = b""
    while len(content) < size:
        piece = connection.recv(size - len(content))
        if not piece:
            raise ConnectionError("the other side has gone")
        content += piece
    return content


def _number_in(packet: bytes) -> int:
    return int(struct.unpack("!I", packet[:4])[0])
