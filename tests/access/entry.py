"""What a row of the table says: how an address is filled, who may, and which status tells so."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tests.access.scene import ROLES, Scene

# Who may do it; where `read` or `read texts` is asked, a sealed study knows fewer.
WHO = {
    "everyone": ROLES,
    "signed in": ROLES[1:],
    "see": ("recruiter", "analyst", "editor", "owner", "superuser"),
    "recruit": ("recruiter", "editor", "owner", "superuser"),
    "read": ("analyst", "editor", "owner", "superuser"),
    "read texts": ("analyst", "editor", "owner", "superuser"),
    "read or edit": ("analyst", "editor", "owner", "superuser"),
    "edit": ("editor", "owner", "superuser"),
    "own": ("owner", "superuser"),
    "administer": ("superuser",),
    "no one": (),
}
WHO_OF_SEALED = WHO | {"read": (), "read texts": WHO["edit"], "read or edit": WHO["edit"]}

Arguments = Callable[[Scene], list[Any]]


@dataclass(frozen=True)
class Entry:
    """One address: how it is filled, who may, and which status tells so."""

    may: str
    arguments: Arguments = lambda scene: []
    ok: int = 200
    denied: int = 404
    anonymous: int = 302
    method: str = "get"
    # Of a sealed study, where it differs.
    sealed_denied: int | None = None
    ok_of_sealed: int | None = None
    # A list: all who are signed in get the page, but only these find rows in it.
    rows: str = ""
    # It makes something, so that a second reading of other pages would differ.
    makes: bool = False
    # The status of those who may not and cannot even see the study.
    unseen: int | None = None

    def status(self, role: str, *, sealed: bool) -> int:
        """What this role gets."""
        who = WHO_OF_SEALED if sealed else WHO
        if role in who[self.may]:
            return self.ok_of_sealed if sealed and self.ok_of_sealed else self.ok
        if role == "anonymous":
            return self.anonymous
        if self.unseen and role not in WHO["see"]:
            return self.unseen
        return self.sealed_denied if sealed and self.sealed_denied else self.denied

    def finds_rows(self, role: str, *, sealed: bool) -> bool:
        """Whether this role finds anything in the list."""
        return role in (WHO_OF_SEALED if sealed else WHO)[self.rows]
