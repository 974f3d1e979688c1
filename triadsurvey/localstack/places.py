"""Where one checkout keeps its things."""

import hashlib
import os
import re
from dataclasses import dataclass
from pathlib import Path

# Root's servers run as another user, who may not be able to pass to the checkout.
ROOT_DATA = Path("/var/lib/triadsurvey")


@dataclass(frozen=True)
class Places:
    checkout: Path

    @property
    def local(self) -> Path:
        """Logs, keys and the record of the run: ours, whoever runs the servers."""
        return self.checkout / ".local"

    @property
    def data(self) -> Path:
        """The servers' data: under `.local`, or for root in this checkout's folder in /var/lib."""
        if os.geteuid() != 0:
            return self.local
        checkout = str(self.checkout.resolve())
        name = re.sub(r"[^A-Za-z0-9.-]", "_", self.checkout.resolve().name)
        return ROOT_DATA / f"{name}-{hashlib.sha256(checkout.encode()).hexdigest()[:12]}"

    @property
    def logs(self) -> Path:
        return self.local / "log"

    @property
    def run_ledger(self) -> Path:
        return self.local / "run.json"

    @property
    def test_ledgers(self) -> Path:
        return self.local / "tests"


def this_checkout() -> Places:
    return Places(Path(__file__).resolve().parents[2])
