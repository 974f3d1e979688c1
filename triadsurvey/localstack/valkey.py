"""A Valkey server, which speaks the Redis protocol, on a Unix socket."""

import time
from pathlib import Path
from urllib.parse import quote

import redis

from triadsurvey.localstack import StackError
from triadsurvey.localstack.binaries import Binaries
from triadsurvey.localstack.places import Account
from triadsurvey.localstack.processes import POLL_SECONDS, Child

START_SECONDS = 30.0
# More than a test run has workers: each takes one.
DATABASES = 64
_DURABLE = ["--appendonly", "yes", "--appendfsync", "everysec"]
_NOT_DURABLE = ["--appendonly", "no"]


class ValkeyServer:
    name = "Valkey"

    def __init__(
        self,
        *,
        binaries: Binaries,
        account: Account,
        data: Path,
        sockets: Path,
        log: Path,
        durable: bool = True,
    ) -> None:
        self._account = account
        self._data = data
        self._socket = sockets / "valkey.sock"
        command: list[str | Path] = [
            binaries.valkey_server, "--port", "0", "--unixsocket", self._socket,
            "--unixsocketperm", "700", "--dir", data, "--databases", str(DATABASES),
            "--daemonize", "no", "--save", "", *(_DURABLE if durable else _NOT_DURABLE),
        ]  # fmt: skip
        self.child = Child(
            self.name, command, log=log, env={"LC_ALL": "C", "TZ": "UTC"}, account=account
        )

    def url(self, database: int = 0) -> str:
        return f"unix://{quote(str(self._socket))}?db={database}"

    def start(self) -> None:
        self._account.folder(self._data)
        self._socket.unlink(missing_ok=True)
        self.child.start()
        self._wait_until_ready()

    def stop(self) -> None:
        self.child.stop()

    def _wait_until_ready(self) -> None:
        deadline = time.monotonic() + START_SECONDS
        client = redis.Redis(unix_socket_path=str(self._socket))
        try:
            while True:
                try:
                    client.ping()
                except redis.ConnectionError as error:
                    if not self.child.running() or time.monotonic() > deadline:
                        self.child.stop()
                        raise StackError(
                            f"Valkey did not start: {self.child.last_words()}"
                        ) from error
                    time.sleep(POLL_SECONDS)
                else:
                    return
        finally:
            client.close()
