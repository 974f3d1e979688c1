"""The proxy of docker-compose.yml: the program, and our file for this machine alone."""

import socket
import sys
from pathlib import Path

from triadsurvey.localstack.places import this_checkout

CADDY = Path(sys.executable).with_name("caddy")
CADDYFILE = (
    (this_checkout().checkout / "deploy" / "Caddyfile")
    .read_text()
    .replace("\tservers {", "\tdefault_bind 127.0.0.1\n\tservers {")
)


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])
