"""Every address × role of an open study, generated from the URLconf: who gets in, and sees what.

A new address fails here until `tests/access/table.py` says who may use it.
"""

from collections.abc import Iterator

import pytest
from django.db.models import Model
from django.urls import reverse

from studies.models import Collaborator, Job, Upload, Webhook
from studies.services.texts import upload as uploads
from tests.access.scene import HOSTILE, RAW, Scene
from tests.access.table import TABLE
from tests.access.walk import ROUTES, Seen, Walk, address_of, changed, mistakes, state_of
from tests.factories import make_link, make_study
from tests.policies import OF_IMAGES, OF_PAGES, SELF, read_policy

pytestmark = pytest.mark.django_db
SEALED = False
TABLE_FILE = b"subject,item,text\nA,1,one\nB,1,two"


def test_every_address_has_an_entry_and_every_entry_an_address() -> None:
    assert sorted(set(ROUTES) ^ set(TABLE)) == []


def test_who_gets_in(walked: Walk) -> None:
    wrong = mistakes(walked, sealed=SEALED)
    assert not wrong, "\n".join(wrong)


def test_pages_of_an_unsealed_study_do_depend_on_it(walked: Walk) -> None:
    """So that the test above would find something."""
    assert changed(walked, "owner") >= SHOWS_RESULTS


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


@pytest.mark.parametrize("role", ["anonymous", "superuser"])
def test_hostile_text_is_shown_and_never_obeyed(walked: Walk, role: str) -> None:
    wrong, shown = [], set()
    for name, seen in walked.before[role].items():
        if not seen.headers.get("Content-Type", "").startswith("text/html"):
            continue
        wrong += [f"{name}: {raw}" for raw in RAW if raw in seen.body]
        if "k1&lt;script&gt;" in seen.body:
            shown.add(name)
    assert wrong == []
    assert len(shown) >= {"anonymous": 3, "superuser": 30}[role]


def test_no_file_is_taken_for_a_page(walked: Walk) -> None:
    for name in ("answers", "links", "texts"):
        headers = walked.before["owner"][f"studies:export_{name}"].headers
        assert headers["Content-Type"].startswith("text/csv")
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert "attachment" in headers["Content-Disposition"]
        assert "<" not in headers["Content-Disposition"]


def test_autocompletion_does_not_tell_of_other_peoples_rows(scene: Scene) -> None:
    for field, model in (("study", "sample"), ("owner", "study")):
        address = reverse("admin:autocomplete")
        query = f"?app_label=studies&model_name={model}&field_name={field}&term=k1"
        response = scene.clients["other"].get(address + query)
        assert "k1" not in response.content.decode()


@pytest.mark.parametrize("role", ["other", "recruiter", "analyst"])
def test_who_may_not_change_a_study_changes_nothing_by_posting(scene: Scene, role: str) -> None:
    """The same addresses, posted to: with any answer, nothing of the study moves."""
    form = {"why": "x", "evaluations": 40, "title": HOSTILE, "email": "other@example.org"}
    form |= {"accept_cost": "on", "role": "editor", "action": "save", "panel": "stolen"}
    mine = "recruit" if role == "recruiter" else "nothing"
    others = {"read", "read texts", "edit", "own", "recruit"} - {mine}
    # Before the state is looked at: some addresses are of rows made for them.
    addresses = [address_of(n, scene) for n, entry in sorted(TABLE.items()) if entry.may in others]
    before = state_of(scene)
    for address in addresses:
        scene.clients[role].post(address, form)
    assert state_of(scene) == before


def seen_by_all(walked: Walk) -> Iterator[tuple[str, Seen]]:
    for pages in (*walked.before.values(), *walked.made.values()):
        yield from pages.items()


def test_every_answer_has_the_whole_policy(walked: Walk) -> None:
    for name, seen in seen_by_all(walked):
        image = name == "judge:image" and seen.status == 200
        found = read_policy(seen.headers["Content-Security-Policy"])
        # The judge's pages are previewed in frames; who may not see the study is not let so far.
        if name == "studies:pages" and seen.status == 200:
            assert found.pop("frame-src") == SELF, name
        if name == "analysis:report_page" and seen.status == 200:
            # One file with its own style, by its hash: it loads nothing and sends nothing.
            assert found["default-src"] == found["form-action"] == {"'none'"}
            assert all("unsafe" not in value for values in found.values() for value in values)
        else:
            assert found == (OF_IMAGES if image else OF_PAGES), name
        assert (seen.headers["X-Frame-Options"], seen.headers["X-Content-Type-Options"]) == (
            "DENY",
            "nosniff",
        ), name
        assert seen.headers["Referrer-Policy"] in {"same-origin", "no-referrer"}, name


KEPT = {
    # Never changes, under a name that cannot be guessed.
    "judge:image": "private, max-age=31536000, immutable",
    # Asked for twice a second, and answered with 304.
    "analysis:poll": "private, no-cache",
}


def test_no_cache_keeps_what_it_may_show(walked: Walk) -> None:
    for name, seen in seen_by_all(walked):
        if seen.status == 200 and name in KEPT:
            assert seen.headers["Cache-Control"] == KEPT[name]
        else:
            assert "no-store" in seen.headers.get("Cache-Control", "").split(", "), name


def test_the_token_of_a_judge_or_a_reader_is_told_to_no_other_site(walked: Walk) -> None:
    for name, seen in walked.before["anonymous"].items():
        if name.startswith(("judge:", "analysis:shared")) and name != "judge:image":
            assert seen.headers["Referrer-Policy"] == "no-referrer", name
            assert "noindex" in seen.headers["X-Robots-Tag"], name


def _rows_of_another_study(scene: Scene) -> dict[str, Model]:
    """For each address below a study that names a row: such a row of another draft."""
    user, other = scene.people["owner"], make_study(owner=scene.people["owner"])
    upload = uploads.receive(study=other, user=user, name="other.csv", content=TABLE_FILE)
    link = make_link(other)
    rows = {
        **dict.fromkeys(("api:revoke_link", "studies:link", "studies:revoke_link"), link),
        "studies:link_qr": link,
        **dict.fromkeys(("studies:text", "studies:delete_text"), other.samples.first()),
        "api:shared": Collaborator(study=other, user=scene.people["editor"], role="editor"),
        "api:webhook": Webhook(study=other, url="https://example.org/other", made_by=user),
        "studies:job": Job(study=other, owner=user, kind=Job.Kind.OPEN),
        "studies:upload_columns": upload,
        "studies:upload_review": upload,
    }
    for row in rows.values():
        row.save()
    return rows | {"studies:cancel_job": rows["studies:job"]}


@pytest.mark.parametrize("role", ["owner", "superuser"])
def test_a_row_of_another_study_is_not_found_below_this_one(scene: Scene, role: str) -> None:
    rows = _rows_of_another_study(scene)
    nested = {name for name, route in ROUTES.items() if "<uuid:code>" in route and "<int:" in route}
    assert rows.keys() == nested
    before = [row.__class__.objects.filter(pk=row.pk).values().get() for row in rows.values()]
    for name, row in rows.items():
        # An upload that is not there any more: its page leads to a new one.
        ways = {404, 302} if row.__class__ is Upload else {404}
        for method in {"get", TABLE[name].method, "post"}:
            kind = ["svg"] if name == "studies:link_qr" else []
            address = reverse(name, args=[scene.draft.code, row.pk, *kind])
            status = getattr(scene.clients[role], method)(address).status_code
            assert status in ways or (status == 405 and method != TABLE[name].method), name
    after = [row.__class__.objects.filter(pk=row.pk).values().get() for row in rows.values()]
    assert after == before
