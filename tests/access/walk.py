"""The walk: every address as every role sees it, of one scene; what it leaves is plain data."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product

from django.core.cache import cache
from django.http import HttpResponseBase
from django.urls import NoReverseMatch, reverse

from studies.models import RecruitmentLink, Study
from tests.access.entry import Entry
from tests.access.scene import ROLES, Scene, addresses, turn_round, without_chance
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


def walk(scene: Scene) -> Walk:
    """Through the whole scene, which is another afterwards."""
    before = {role: dict(_pages(scene, role)) for role in ROLES}
    turn_round(scene.study)
    # Of a sealed study who sees least, and who sees most of it.
    again = ("anonymous", "analyst", "owner") if scene.study.blind else ("owner",)
    after = {role: dict(_pages(scene, role)) for role in again}
    made = {role: dict(_visit(scene, role, MAKING)) for role in ROLES}
    return Walk(before, after, made)


def _pages(scene: Scene, role: str) -> Iterator[tuple[str, Seen]]:
    """Every address that makes nothing."""
    return _visit(scene, role, TABLE.keys() - MAKING)


def _visit(scene: Scene, role: str, names: Iterable[str]) -> Iterator[tuple[str, Seen]]:
    cache.clear()  # a walk asks more often than one address may
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


def mistakes(walked: Walk, *, sealed: bool) -> list[str]:
    """Return what was not as the table says."""
    wrong = []
    for role, (name, entry) in product(ROLES, sorted(TABLE.items())):
        found = (walked.made if name in MAKING else walked.before)[role][name]
        expected = entry.status(role, sealed=sealed)
        if found.status != expected:
            wrong.append(f"{role}, {name}: {found.status}, not {expected}")
        if entry.rows and not _rows_are_right(found, entry, role, sealed=sealed):
            wrong.append(f"{role}, {name}: rows of its list")
    return wrong


def _rows_are_right(found: Seen, entry: Entry, role: str, *, sealed: bool) -> bool:
    if role == "anonymous":
        return True
    return found.rows is not None and (found.rows > 0) == entry.finds_rows(role, sealed=sealed)


def changed(walked: Walk, role: str) -> set[str]:
    """Return the names of the pages that turning the study round has changed."""
    before, after = walked.before[role], walked.after[role]
    assert before.keys() == after.keys()
    return {name for name in after if before[name].without_chance != after[name].without_chance}


def state_of(scene: Scene) -> list[object]:
    """Return what only people with a part in the study may change."""
    return [
        list(Study.objects.order_by("pk").values()),
        list(RecruitmentLink.objects.order_by("pk").values()),
        scene.draft.samples.count(),
        sorted(scene.study.collaborations.values_list("user", "role")),
        scene.study.events.count(),
    ]
