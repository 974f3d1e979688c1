"""Every address × role × sealed, generated from the URLconf: who gets in, and what they may see.

A new address fails here until `tests/access/table.py` says who may use it.
"""

import re
from collections.abc import Iterator
from itertools import product

import pytest
from django.http import HttpResponseBase
from django.urls import NoReverseMatch, reverse

from studies.models import RecruitmentLink, Study
from tests.access.scene import (
    HOSTILE,
    RAW,
    ROLES,
    Scene,
    addresses,
    build,
    turn_round,
    without_chance,
)
from tests.access.table import API_WRITES, TABLE, Entry

pytestmark = pytest.mark.django_db

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


def test_every_address_has_an_entry_and_every_entry_an_address() -> None:
    assert sorted(set(ROUTES) ^ set(TABLE)) == []


def address_of(name: str, scene: Scene) -> str:
    arguments = TABLE[name].arguments(scene)
    try:
        return reverse(name, args=arguments)
    except NoReverseMatch:  # it has no name: fill its route
        parts = iter(arguments)
        return "/" + re.sub(r"<[^>]*>|\(\?P<.*\)\$", lambda _: str(next(parts)), ROUTES[name])


def fetch(scene: Scene, role: str, name: str, more: str = "") -> HttpResponseBase:
    return send(scene, role, name, TABLE[name].method, more)


def send(scene: Scene, role: str, name: str, method: str, more: str = "") -> HttpResponseBase:
    as_json = name.startswith("api:") and method != "get"
    body = {"data": {}, "content_type": "application/json"} if as_json else {}
    return getattr(scene.clients[role], method)(address_of(name, scene) + more, **body)


def body_of(response: HttpResponseBase) -> str:
    content = b"".join(response) if response.streaming else response.content
    return content.decode("utf-8", "backslashreplace")  # an archive, an image


def walk(scene: Scene, role: str) -> Iterator[tuple[str, HttpResponseBase, str]]:
    """Every address as this role sees it, with what it holds."""
    for name in sorted(name for name in TABLE if not TABLE[name].makes):
        for more in ("", *MORE.get(name, [])):
            response = fetch(scene, role, name, more)
            yield name + more, response, body_of(response)


@pytest.mark.parametrize("sealed", [False, True], ids=["open", "sealed"])
def test_who_gets_in(sealed: bool) -> None:
    scene = build(blind=sealed)
    wrong = []
    for role, (name, entry) in product(ROLES, sorted(TABLE.items())):
        response = fetch(scene, role, name)
        expected = entry.status(role, sealed=sealed)
        if response.status_code != expected:
            wrong.append(f"{role}, {name}: {response.status_code}, not {expected}")
        if entry.rows and not _rows_are_right(response, entry, role, sealed=sealed):
            wrong.append(f"{role}, {name}: rows of its list")
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("role", ROLES)
def test_who_may_write_by_the_api(role: str) -> None:
    scene = build(blind=True)
    before = _state(scene)
    for name, entry in API_WRITES.items():
        response = send(scene, role, name, entry.method)
        assert (name, response.status_code) == (name, entry.status(role, sealed=True))
    assert _state(scene) == before


def _rows_are_right(response: HttpResponseBase, entry: Entry, role: str, *, sealed: bool) -> bool:
    if role == "anonymous":
        return True
    found = response.context["cl"].result_count > 0
    return bool(found == entry.finds_rows(role, sealed=sealed))


def test_no_page_of_a_sealed_study_depends_on_what_it_hides() -> None:
    """Every choice, every order and so every number is changed; no page, list or file changes."""
    scene = build(blind=True)
    # Who sees least, and who sees most of it.
    roles = ("anonymous", "analyst", "owner")
    before = {role: readings(scene, role) for role in roles}
    turn_round(scene.study)
    for role in roles:
        after = readings(scene, role)
        assert [name for name in after if before[role][name] != after[name]] == []


def test_pages_of_an_unsealed_study_do_depend_on_it() -> None:
    """So that the test above would find something."""
    scene = build(blind=False)
    before = readings(scene, "owner")
    turn_round(scene.study)
    after = readings(scene, "owner")
    assert {name for name in before if before[name] != after[name]} >= SHOWS_RESULTS


SHOWS_RESULTS = {
    "api:answers",
    "api:results",
    "studies:export_answers",
    "analysis:results",
    "analysis:poll",
    "analysis:export_results",
    "admin:studies_answer_changelist",
    "admin:studies_answer_change",
    "admin:studies_triad_changelist",
    "admin:studies_triad_change",
}


def readings(scene: Scene, role: str) -> dict[str, tuple[int, str, str]]:
    return {
        name: (response.status_code, response.headers.get("ETag", ""), without_chance(body))
        for name, response, body in walk(scene, role)
    }


def test_no_order_stands_on_any_page_of_a_sealed_study() -> None:
    """Not even one that does not change: the last test's own pages, looked at."""
    scene = build(blind=True)
    order = re.compile(r"\b(ABB|ABA|AAB|BAA|BAB|BBA)\b")
    pages = {name: without_chance(body) for name, _, body in walk(scene, "superuser")}
    assert [name for name, body in pages.items() if order.search(body)] == []


@pytest.mark.parametrize("role", ["anonymous", "superuser"])
def test_hostile_text_is_shown_and_never_obeyed(role: str) -> None:
    scene = build(blind=False)
    wrong, shown = [], set()
    for name, response, body in walk(scene, role):
        if not response.headers.get("Content-Type", "").startswith("text/html"):
            continue
        wrong += [f"{name}: {raw}" for raw in RAW if raw in body]
        if "k1&lt;script&gt;" in body:
            shown.add(name)
    assert wrong == []
    assert len(shown) >= {"anonymous": 3, "superuser": 30}[role]


def test_no_file_is_taken_for_a_page() -> None:
    scene = build(blind=False)
    for name in ("answers", "links", "texts"):
        response = fetch(scene, "owner", f"studies:export_{name}")
        assert response["Content-Type"].startswith("text/csv")
        assert response["X-Content-Type-Options"] == "nosniff"
        assert "attachment" in response["Content-Disposition"]
        assert "<" not in response["Content-Disposition"]


def test_autocompletion_tells_nobody_of_other_peoples_rows() -> None:
    scene = build(blind=False)
    for field, model in (("study", "sample"), ("owner", "study")):
        address = reverse("admin:autocomplete")
        query = f"?app_label=studies&model_name={model}&field_name={field}&term=k1"
        response = scene.clients["other"].get(address + query)
        assert "k1" not in response.content.decode()


@pytest.mark.parametrize("role", ["other", "recruiter", "analyst"])
def test_who_may_not_change_a_study_changes_nothing_by_posting(role: str) -> None:
    """The same addresses, posted to: whatever is answered, nothing of the study moves."""
    scene = build(blind=False)
    form = {"why": "x", "evaluations": 40, "title": HOSTILE, "email": "other@example.org"}
    form |= {"accept_cost": "on", "role": "editor", "action": "save", "panel": "stolen"}
    mine = "recruit" if role == "recruiter" else "nothing"
    others = {"read", "read texts", "edit", "own", "recruit"} - {mine}
    # Before the state is looked at: some addresses are of rows made for them.
    addresses = [address_of(n, scene) for n, entry in sorted(TABLE.items()) if entry.may in others]
    before = _state(scene)
    for address in addresses:
        scene.clients[role].post(address, form)
    assert _state(scene) == before


def _state(scene: Scene) -> list[object]:
    return [
        list(Study.objects.order_by("pk").values()),
        list(RecruitmentLink.objects.order_by("pk").values()),
        scene.draft.samples.count(),
        sorted(scene.study.collaborations.values_list("user", "role")),
        scene.study.events.count(),
    ]
