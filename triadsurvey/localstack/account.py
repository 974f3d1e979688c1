"""Which account of the operating system the servers run under, and folders made for it."""

import os
import pwd
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TypedDict

# A Unix socket's path has room for 104 bytes on macOS and 108 on Linux, its name included.
LONGEST_FOLDER = 80


class Identity(TypedDict, total=False):
    """The arguments of `subprocess.Popen` that change who runs the program."""

    user: int
    group: int
    extra_groups: list[int]


@dataclass(frozen=True)
class Account:
    """Ourselves, or (as root, for which PostgreSQL refuses to run) an unprivileged user."""

    uid: int | None = None
    gid: int | None = None

    def identity(self) -> Identity:
        if self.uid is None or self.gid is None:
            return {}
        return {"user": self.uid, "group": self.gid, "extra_groups": []}

    def give(self, path: Path) -> Path:
        """Hand `path` over to this account, closed to everybody else."""
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
    """A new folder of the account's own, with a path short enough for sockets."""
    candidates = [Path(tempfile.gettempdir()), Path("/tmp"), Path("/var/tmp")]  # noqa: S108 - mkdtemp below
    parent = next(
        (folder for folder in candidates if _short(folder) and _open_to(folder, account)),
        candidates[0],
    )
    return account.give(Path(tempfile.mkdtemp(prefix=f"triadsurvey-{purpose}-", dir=parent)))


def _short(folder: Path) -> bool:
    return len(os.fsencode(folder)) + len("/triadsurvey-servers-12345678") <= LONGEST_FOLDER


def _open_to(folder: Path, account: Account) -> bool:
    """Whether the account can pass through (root's TMPDIR may lie under a closed home)."""
    if account.uid is None:
        return os.access(folder, os.W_OK | os.X_OK)
    resolved = folder.resolve()
    return all(part.stat().st_mode & 0o001 for part in (resolved, *resolved.parents))
