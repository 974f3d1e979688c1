"""The pair of servers in a folder of its own."""

from pathlib import Path
from typing import Self

from triadsurvey.localstack.account import Account, fresh_folder, server_account
from triadsurvey.localstack.binaries import Binaries, usable_binaries
from triadsurvey.localstack.ledger import Ledger, reap
from triadsurvey.localstack.places import Places, this_checkout
from triadsurvey.localstack.postgres import PostgresServer
from triadsurvey.localstack.valkey import ValkeyServer


class TemporaryServers:
    """PostgreSQL and Valkey for a test run: fast, empty and gone afterwards.

    Nothing in them outlives a crash. A run that was killed leaves its record under
    `.local/tests`, and the next one clears up after it.
    """

    def __init__(self, places: Places | None = None, *, durable: bool = False) -> None:
        places = places or this_checkout()
        account = server_account()
        binaries = usable_binaries(account, places.data)
        self.folder = fresh_folder(account, "tests")
        self._ledger = Ledger.of_this_process(places.test_ledgers / f"{self.folder.name}.json")
        self._ledger.add_folder(self.folder)
        self.postgres, self.valkey = pair(
            self.folder, account=account, binaries=binaries, durable=durable
        )

    def start(self, *, postgres: bool = True, valkey: bool = True) -> Self:
        """Both, or the one that is not lent by somebody else."""
        try:
            if postgres:
                self.postgres.start()
                self.note(self.postgres)
            if valkey:
                self.valkey.start()
                self.note(self.valkey)
        except BaseException:
            self.stop()
            raise
        return self

    def note(self, server: PostgresServer | ValkeyServer) -> None:
        """To be called again by whoever starts one of the two anew."""
        if server.child.started is not None:
            self._ledger.add(server.child.started)

    def stop(self) -> None:
        self.valkey.stop()
        # Nothing is kept, so there is nothing to write out first.
        self.postgres.stop("immediate")
        self._ledger.clear()


def pair(
    folder: Path, *, account: Account, binaries: Binaries, durable: bool
) -> tuple[PostgresServer, ValkeyServer]:
    """Both servers with data, sockets and logs in one folder of the account's own."""
    postgres = PostgresServer(
        binaries=binaries,
        account=account,
        data=folder / "postgres",
        sockets=folder,
        log=folder / "postgres.log",
        durable=durable,
    )
    valkey = ValkeyServer(
        binaries=binaries,
        account=account,
        data=folder / "valkey",
        sockets=folder,
        log=folder / "valkey.log",
        durable=durable,
    )
    return postgres, valkey


def reap_test_servers(places: Places | None = None) -> None:
    for ledger in (places or this_checkout()).test_ledgers.glob("*.json"):
        reap(ledger)
