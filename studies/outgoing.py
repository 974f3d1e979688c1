"""POST to an address that a researcher chose, but never into our own network. No Django."""

import socket
import ssl
from collections.abc import Callable
from contextlib import suppress
from http.client import HTTPException, HTTPSConnection
from ipaddress import IPv6Network, ip_address
from threading import Timer
from urllib.parse import urlsplit

TIMEOUT_SECONDS = 5
# The most for the whole exchange: a server that sends a byte at a time must not keep a worker.
DEADLINE_SECONDS = 15
# IPv6 addresses that lead to an IPv4 address (compatible, translated, NAT64, 6to4, Teredo), and the
# site-local ones of old.
DETOURS = [
    IPv6Network(net)
    for net in (
        "::/96", "::ffff:0:0:0/96", "64:ff9b::/96", "64:ff9b:1::/48", "2002::/16", "2001::/32",
        "fec0::/10",
    )
]  # fmt: skip


class NotSentError(Exception):
    """No answer came back; the message says why."""


def is_public(address: str) -> bool:
    """Whether an address is public: not private, loopback, link-local or multicast."""
    found = ip_address(address.split("%")[0])
    if found.version == 6:
        if found.ipv4_mapped:
            found = found.ipv4_mapped
        elif any(found in net for net in DETOURS):
            return False
    return found.is_global and not found.is_multicast


def post(
    url: str,
    body: bytes,
    headers: dict[str, str],
    *,
    allowed: Callable[[str], bool] = is_public,
    context: ssl.SSLContext | None = None,
) -> int:
    """Return the status of the answer, and follow no redirect. Raises NotSentError.

    The name is looked up once and the connection goes to the address that was checked, so that a
    name that changes in between leads nowhere else.
    """
    parts = urlsplit(url)
    try:
        port = parts.port or 443
    except ValueError as error:
        raise NotSentError("The port is not a number.") from error
    if parts.scheme != "https" or not parts.hostname or parts.username is not None:
        raise NotSentError("The address is not one of https.")
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    address = _address_of(parts.hostname, port, allowed)
    connection = _Pinned(parts.hostname, port, address, context or ssl.create_default_context())
    deadline = Timer(DEADLINE_SECONDS, connection.cut)
    deadline.daemon = True
    deadline.start()
    try:
        connection.request("POST", path, body=body, headers=headers)
        status = connection.getresponse().status
        if connection.is_cut:
            raise TimeoutError(f"no complete answer within {DEADLINE_SECONDS} s")
        return status
    except (OSError, HTTPException, ValueError) as error:
        raise NotSentError(f"{type(error).__name__}: {error}"[:200]) from error
    finally:
        deadline.cancel()
        connection.close()


def _address_of(host: str, port: int, allowed: Callable[[str], bool]) -> str:
    """Return an address of the host. Raises NotSentError if any of its addresses is not allowed."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise NotSentError("The name of the server was not found.") from error
    addresses = [str(entry[4][0]) for entry in found]
    if not addresses or not all(allowed(address) for address in addresses):
        raise NotSentError("The server is not on the public internet.")
    return addresses[0]


class _Pinned(HTTPSConnection):
    """A connection to one checked address, with TLS for the server's name."""

    def __init__(self, host: str, port: int, address: str, context: ssl.SSLContext) -> None:
        super().__init__(host, port, timeout=TIMEOUT_SECONDS, context=context)
        self._address = address
        self._tls = context
        self.is_cut = False

    def connect(self) -> None:
        plain = socket.create_connection((self._address, self.port), timeout=TIMEOUT_SECONDS)
        try:
            self.sock = self._tls.wrap_socket(plain, server_hostname=self.host)
        except BaseException:
            plain.close()
            raise

    def cut(self) -> None:
        """End it from another thread: what waits for the answer finds its end.

        Closed, the socket would live on for the answer that is read from it.
        """
        self.is_cut = True
        if self.sock is not None:
            with suppress(OSError):  # the other side has ended it
                self.sock.shutdown(socket.SHUT_RDWR)
