"""The folders of one checkout, and the account of the system that its servers run under."""

import hashlib
import os
import pwd
import re
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TypedDict

# For root: its servers run as another user, who may not be able to reach the checkout.
ROOT_DATA = Path("/var/lib/triadsurvey")


@dataclass(frozen=True)
class Places:
    """The folders and files of a checkout."""

    checkout: Path

    @property
    def local(self) -> Path:
        """Logs, keys and the record of the run. They belong to us, also where we are root."""
        return self.checkout / ".local"

    @property
    def data(self) -> Path:
        """The servers' data: in `.local`, or for root in a folder of this checkout in /var/lib."""
        if os.geteuid() != 0:
            return self.local
        checkout = str(self.checkout.resolve())
        name = re.sub(r"[^A-Za-z0-9.-]", "_", self.checkout.resolve().name)
        return ROOT_DATA / f"{name}-{hashlib.sha256(checkout.encode()).hexdigest()[:12]}"

    @property
    def logs(self) -> Path:
        return self.local / "log"

    @property
    def mails(self) -> Path:
        return self.local / "mail"

    @property
    def run_ledger(self) -> Path:
        return self.local / "run.json"

    @property
    def port(self) -> Path:
        """The port at which the last run listened."""
        return self.local / "port"

    @property
    def test_ledgers(self) -> Path:
        return self.local / "tests"


def this_checkout() -> Places:
    return Places(Path(__file__).resolve().parents[2])


# The path of a Unix socket, with its name, may have 104 bytes on macOS and 108 on Linux.
LONGEST_FOLDER = 80


class Identity(TypedDict, total=False):
    """The arguments of `subprocess.Popen` that say which account runs the program."""

    user: int
    group: int
    extra_groups: list[int]


@dataclass(frozen=True)
class Account:
    """Ourselves, or for root, as which PostgreSQL refuses to run, an unprivileged user."""

    uid: int | None = None
    gid: int | None = None

    def identity(self) -> Identity:
        if self.uid is None or self.gid is None:
            return {}
        return {"user": self.uid, "group": self.gid, "extra_groups": []}

    def give(self, path: Path) -> Path:
        """Give `path` to this account, and close it to others."""
        if self.uid is not None and self.gid is not None:
            os.chown(path, self.uid, self.gid)
        path.chmod(0o700)
        return path

    def folder(self, path: Path) -> Path:
        path.mkdir(parents=True, exist_ok=True)
        return self.give(path)


def server_account() -> Account:
    if os.geteuid() != 0:
        return Account()
    nobody = pwd.getpwnam("nobody")
    return Account(nobody.pw_uid, nobody.pw_gid)


def fresh_folder(account: Account, purpose: str) -> Path:
    """Make a folder that belongs to the account, with a path short enough for sockets."""
    candidates = [Path(tempfile.gettempdir()), Path("/tmp"), Path("/var/tmp")]  # noqa: S108 - mkdtemp below
    parent = next(
        (folder for folder in candidates if _short(folder) and _open_to(folder, account)),
        candidates[0],
    )
    return account.give(Path(tempfile.mkdtemp(prefix=f"triadsurvey-{purpose}-", dir=parent)))


def _short(folder: Path) -> bool:
    return len(os.fsencode(folder)) + len("/triadsurvey-servers-12345678") <= LONGEST_FOLDER


def _open_to(folder: Path, account: Account) -> bool:
    """Return whether the account can reach it (root's TMPDIR may lie in a closed home)."""
    if account.uid is None:
        return os.access(folder, os.W_OK | os.X_OK)
    resolved = folder.resolve()
    return all(part.stat().st_mode & 0o001 for part in (resolved, *resolved.parents))
