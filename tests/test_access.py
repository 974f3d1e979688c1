"""Every address × role × sealed, generated from the URLconf: who gets in, and what they may see.

A new address fails here until `tests/access/table.py` says who may use it.
"""

import functools
import re
from collections.abc import Callable
from itertools import product

import pytest
from django.urls import reverse

from studies.models import RecruitmentLink, Study
from tests.access.scene import HOSTILE, RAW, ROLES, Scene, build, without_chance
from tests.access.table import API_WRITES, TABLE, Entry
from tests.access.walk import MAKING, ROUTES, Seen, Walk, address_of, send, walk

pytestmark = pytest.mark.django_db

Walked = Callable[[bool], Walk]


@pytest.fixture(scope="module")
def walked() -> Walked:
    """The walks of an open and of a sealed study, each made once, by the test that asks first."""
    return functools.cache(lambda sealed: walk(sealed=sealed))


def test_every_address_has_an_entry_and_every_entry_an_address() -> None:
    assert sorted(set(ROUTES) ^ set(TABLE)) == []


@pytest.mark.parametrize("sealed", [False, True], ids=["open", "sealed"])
def test_who_gets_in(walked: Walked, sealed: bool) -> None:
    wrong = []
    for role, (name, entry) in product(ROLES, sorted(TABLE.items())):
        pages = walked(sealed).made if name in MAKING else walked(sealed).before
        found = pages[role][name]
        expected = entry.status(role, sealed=sealed)
        if found.status != expected:
            wrong.append(f"{role}, {name}: {found.status}, not {expected}")
        if entry.rows and not _rows_are_right(found, entry, role, sealed=sealed):
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


def _rows_are_right(found: Seen, entry: Entry, role: str, *, sealed: bool) -> bool:
    if role == "anonymous":
        return True
    return found.rows is not None and (found.rows > 0) == entry.finds_rows(role, sealed=sealed)


def test_no_page_of_a_sealed_study_depends_on_what_it_hides(walked: Walked) -> None:
    """Every choice, every order and so every number is changed; no page, list or file changes."""
    for role in walked(True).after:
        assert changed(walked(True), role) == set()


def test_pages_of_an_unsealed_study_do_depend_on_it(walked: Walked) -> None:
    """So that the test above would find something."""
    assert changed(walked(False), "owner") >= SHOWS_RESULTS


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


def changed(walk: Walk, role: str) -> set[str]:
    before, after = walk.before[role], walk.after[role]
    assert before.keys() == after.keys()
    return {name for name in after if before[name].without_chance != after[name].without_chance}


def test_no_order_stands_on_any_page_of_a_sealed_study(walked: Walked) -> None:
    """Not even one that does not change: the last test's own pages, looked at."""
    order = re.compile(r"\b(ABB|ABA|AAB|BAA|BAB|BBA)\b")
    pages = walked(True).before["superuser"]
    shown = [name for name, seen in pages.items() if order.search(without_chance(seen.body))]
    assert shown == []


@pytest.mark.parametrize("role", ["anonymous", "superuser"])
def test_hostile_text_is_shown_and_never_obeyed(walked: Walked, role: str) -> None:
    wrong, shown = [], set()
    for name, seen in walked(False).before[role].items():
        if not seen.headers.get("Content-Type", "").startswith("text/html"):
            continue
        wrong += [f"{name}: {raw}" for raw in RAW if raw in seen.body]
        if "k1&lt;script&gt;" in seen.body:
            shown.add(name)
    assert wrong == []
    assert len(shown) >= {"anonymous": 3, "superuser": 30}[role]


def test_no_file_is_taken_for_a_page(walked: Walked) -> None:
    for name in ("answers", "links", "texts"):
        headers = walked(False).before["owner"][f"studies:export_{name}"].headers
        assert headers["Content-Type"].startswith("text/csv")
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert "attachment" in headers["Content-Disposition"]
        assert "<" not in headers["Content-Disposition"]


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
