"""Both servers in a temporary folder."""

from contextlib import nullcontext
from pathlib import Path
from typing import Self

from triadsurvey.localstack.binaries import Binaries, usable_binaries
from triadsurvey.localstack.ledger import Ledger, reap
from triadsurvey.localstack.places import (
    Account,
    Places,
    fresh_folder,
    server_account,
    this_checkout,
)
from triadsurvey.localstack.postgres import PostgresServer
from triadsurvey.localstack.processes import Child
from triadsurvey.localstack.valkey import ValkeyServer


class TemporaryServers:
    """PostgreSQL and Valkey for a test run: fast, empty and gone afterwards.

    Nothing in them outlives a crash. A run that was killed leaves its record in `.local/tests`, and
    the next one clears up after it.
    """

    def __init__(
        self, places: Places | None = None, *, durable: bool = False, logs: Path | None = None
    ) -> None:
        places = places or this_checkout()
        account = server_account()
        binaries = usable_binaries(account, places.data)
        self.folder = fresh_folder(account, "tests")
        self._ledger = Ledger.of_this_process(places.test_ledgers / f"{self.folder.name}.json")
        self._ledger.add_folder(self.folder)
        self.postgres, self.valkey = pair(
            self.folder,
            account=account,
            binaries=binaries,
            durable=durable,
            logs=logs or self.folder,
        )
        self.adopt(self.postgres.child)
        self.adopt(self.valkey.child)

    def adopt(self, child: Child) -> None:
        """Record each start of `child`, so that it is stopped with the servers."""
        child.around_start = self._ledger.written_down(nullcontext)

    def start(self, *, postgres: bool = True, valkey: bool = True) -> Self:
        """Start both, or only the one that is not given from outside."""
        try:
            if postgres:
                self.postgres.start()
            if valkey:
                self.valkey.start()
        except BaseException:
            self.stop()
            raise
        return self

    def stop(self) -> None:
        self.valkey.stop()
        # Its data are not kept, so that it need not write them out.
        self.postgres.stop("immediate")
        self._ledger.clear()


def pair(
    folder: Path, *, account: Account, binaries: Binaries, durable: bool, logs: Path
) -> tuple[PostgresServer, ValkeyServer]:
    """Both servers with data and sockets in one folder of the account's own."""
    postgres = PostgresServer(
        binaries=binaries,
        account=account,
        data=folder / "postgres",
        sockets=folder,
        log=logs / "postgres.log",
        durable=durable,
    )
    valkey = ValkeyServer(
        binaries=binaries,
        account=account,
        data=folder / "valkey",
        sockets=folder,
        log=logs / "valkey.log",
        durable=durable,
    )
    return postgres, valkey


def reap_test_servers(places: Places | None = None) -> None:
    for ledger in (places or this_checkout()).test_ledgers.glob("*.json"):
        reap(ledger)
