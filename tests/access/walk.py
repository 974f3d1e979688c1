"""The walk: every address as every role sees it, of one scene; what it leaves is plain data.

The scene itself is gone with the transaction of the test that asked first; the other tests of
the same study, sealed or not, read what was seen.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from django.http import HttpResponseBase
from django.urls import NoReverseMatch, reverse

from tests.access.scene import ROLES, Scene, addresses, build, turn_round, without_chance
from tests.access.table import TABLE

ROUTES = dict(addresses())
# Longer readings of the same pages: filters, orders, formats.
MORE = {
    "studies:preview": [f"?page={name}" for name in ("texts", "thanks", "leave", "complete")],
    "studies:job": ["?as=json"],
    "admin:studies_study_changelist": ["?o=4", "?status=complete", "?q=k1"],
    "admin:studies_judge_changelist": ["?o=-1", "?q=k1", "?o=3.4"],
    "admin:studies_answer_changelist": ["?o=1", "?o=-8"],
    "admin:studies_triad_changelist": ["?o=-5"],
    "admin:studies_sample_changelist": ["?q=by", "?subject=A"],
}
MAKING = {name for name, entry in TABLE.items() if entry.makes}


@dataclass(frozen=True)
class Seen:
    """One answer of the site."""

    status: int
    headers: Mapping[str, str]
    body: str
    # Of a list in the admin: how many rows were found.
    rows: int | None

    @property
    def without_chance(self) -> tuple[int, str, str]:
        """What two readings of the same page have in common."""
        return self.status, self.headers.get("ETag", ""), without_chance(self.body)


Pages = Mapping[str, Seen]


@dataclass(frozen=True)
class Walk:
    """What each role saw: first, and after everything that a sealed study hides was changed."""

    before: Mapping[str, Pages]
    after: Mapping[str, Pages]
    # Addresses that make something, visited last: other pages differ from then on.
    made: Mapping[str, Pages]


def walk(*, sealed: bool) -> Walk:
    """Through a scene of its own."""
    scene = build(blind=sealed)
    before = {role: dict(_pages(scene, role)) for role in ROLES}
    turn_round(scene.study)
    # Of a sealed study who sees least, and who sees most of it.
    again = ("anonymous", "analyst", "owner") if sealed else ("owner",)
    after = {role: dict(_pages(scene, role)) for role in again}
    made = {role: dict(_visit(scene, role, MAKING)) for role in ROLES}
    return Walk(before, after, made)


def _pages(scene: Scene, role: str) -> Iterator[tuple[str, Seen]]:
    """Every address that makes nothing."""
    return _visit(scene, role, TABLE.keys() - MAKING)


def _visit(scene: Scene, role: str, names: Iterable[str]) -> Iterator[tuple[str, Seen]]:
    for name in sorted(names):
        for more in ("", *MORE.get(name, [])):
            yield name + more, _seen(fetch(scene, role, name, more), listed=bool(TABLE[name].rows))


def _seen(response: HttpResponseBase, *, listed: bool) -> Seen:
    content = b"".join(response) if response.streaming else response.content
    found = listed and response.status_code == 200
    return Seen(
        status=response.status_code,
        headers=response.headers,
        body=content.decode("utf-8", "backslashreplace"),  # an archive, an image
        rows=response.context["cl"].result_count if found else None,
    )


def address_of(name: str, scene: Scene) -> str:
    """With the rows of this scene."""
    arguments = TABLE[name].arguments(scene)
    try:
        return reverse(name, args=arguments)
    except NoReverseMatch:  # it has no name: fill its route
        parts = iter(arguments)
        return "/" + re.sub(r"<[^>]*>|\(\?P<.*\)\$", lambda _: str(next(parts)), ROUTES[name])


def fetch(scene: Scene, role: str, name: str, more: str = "") -> HttpResponseBase:
    """By the method that the table names."""
    return send(scene, role, name, TABLE[name].method, more)


def send(scene: Scene, role: str, name: str, method: str, more: str = "") -> HttpResponseBase:
    """With an empty body."""
    as_json = name.startswith("api:") and method != "get"
    body = {"data": {}, "content_type": "application/json"} if as_json else {}
    return getattr(scene.clients[role], method)(address_of(name, scene) + more, **body)
