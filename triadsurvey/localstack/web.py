"""The port that the web server gets, and the wait until it answers."""

import errno
import http.client
import os
import socket

from triadsurvey.localstack import StackError
from triadsurvey.localstack.control import say

HOST = "127.0.0.1"
FIRST_PORT = 8000
PORTS_TRIED = 100


def wanted_port() -> int:
    told = os.environ.get("PORT", str(FIRST_PORT))
    if not told.isdigit() or not 1 <= int(told) <= 65535:
        raise StackError(f"PORT must be a number from 1 to 65535, not {told!r}.")
    return int(told)


def listening_socket(first: int) -> socket.socket:
    """On the first free port from `first` on. To be handed over: nobody can take it meanwhile."""
    for port in range(first, min(first + PORTS_TRIED, 65536)):
        listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        # The connections of a run that ended a moment ago do not keep its port taken.
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((HOST, port))
            listener.listen(2048)
        except OSError as error:
            listener.close()
            if error.errno not in {errno.EADDRINUSE, errno.EACCES}:
                raise
        else:
            if port != first:
                say(f"Port {first} is taken: using {port}.")
            return listener
    raise StackError(f"No free port from {first} on: name one with PORT=…")


def answers(port: int) -> bool:
    """Whether the site behind `port` says that it is alive."""
    connection = http.client.HTTPConnection(HOST, port, timeout=5)
    try:
        connection.request("GET", "/livez")
        return connection.getresponse().status < 500
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()
