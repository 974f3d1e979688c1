"""Studies through the API: the same rules as on the pages, errors in words."""

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from studies.exports.answers import COLUMNS
from studies.models import RecruitmentLink, Sample, Study, User
from tests.analysis.answering import give_answers
from tests.factories import make_study, open_study

pytestmark = pytest.mark.django_db

STUDIES = "/api/v1/studies/"
DRAFT = {"title": "Weather", "subject_a": "Human", "subject_b": "Model"}


def send(client: Client, path: str, data: Any = None, method: str = "post") -> Any:
    return getattr(client, method)(path, data or {}, content_type="application/json")


def of(study: Study, part: str = "") -> str:
    return f"{STUDIES}{study.code}/{part}"


def test_a_title_and_two_names_are_enough(as_alice: Client, alice: User) -> None:
    made = send(as_alice, STUDIES, DRAFT)
    assert made.status_code == 201
    study = Study.objects.get(code=made.json()["code"])
    assert (study.owner, study.status, study.evaluations) == (alice, "draft", 66)
    assert study.events.get().what == "made"
    assert "seed" not in made.json()


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"title": ""}, "title"),
        ({"alpha": 0}, "alpha"),
        ({"alpha": "nan"}, "alpha"),
        ({"beta": "x"}, "beta"),
        ({"pd": 2}, "pd"),
        ({"goal": "both"}, "goal"),
        ({"evaluations": 3}, "evaluations"),
        ({"evaluations": 10**9}, "evaluations"),
        ({"goal": "similarity", "evaluations_per_judge": 2}, "evaluations_per_judge"),
        ({"subject_b": "human"}, "subject_b"),
        ({"title": "a\x00b"}, "title"),
        ({"language": "xx"}, "language"),
        ({"questionnaire": [{"label": "Age", "options": ["one"]}]}, "questionnaire"),
        ({"attention_at": [5]}, "attention_at"),
        ({"primary_set": "kept"}, "primary_set"),
        ({"translations": {"xx": {}}}, "translations"),
        ({"translations": {"de": {"question": 1}}}, "translations"),
        ({"withdrawal_until": "2001-01-01"}, "withdrawal_until"),
    ],
)
def test_what_is_wrong_is_said_at_its_field(
    as_alice: Client, wrong: dict[str, Any], field: str
) -> None:
    answer = send(as_alice, STUDIES, DRAFT | wrong)
    assert answer.status_code == 400
    assert answer["Content-Type"] == "application/problem+json"
    assert field in answer.json()["errors"]
    assert not Study.objects.exists()


def test_a_draft_is_changed_and_nothing_else(as_alice: Client, alice: User) -> None:
    study = make_study(owner=alice, question="Which?")
    answer = send(as_alice, of(study), {"title": "New"}, "patch")
    assert (answer.json()["title"], answer.json()["question"]) == ("New", "Which?")
    send(as_alice, of(study), {"status": "closed", "owner": 1, "seed": "0" * 32}, "patch")
    study.refresh_from_db()
    assert (study.status, study.owner, study.title) == ("draft", alice, "New")


def test_an_open_study_is_fixed(as_alice: Client, alice: User) -> None:
    study = open_study(owner=alice)
    answer = send(as_alice, of(study), {"title": "New"}, "patch")
    assert (answer.status_code, answer.json()["title"]) == (409, "Conflict")
    assert send(as_alice, of(study, "texts/"), {"texts": TEXTS}).status_code == 409


def test_the_life_of_a_study(as_alice: Client, alice: User) -> None:
    study = make_study(owner=alice)
    steps = [("open", "open"), ("pause", "paused"), ("resume", "open"), ("close", "closed")]
    for act, status in steps:
        answer = send(as_alice, of(study, f"{act}/"))
        assert (answer.status_code, answer.json()["status"]) == (200, status)
        again = send(as_alice, of(study, f"{act}/"))
        assert (again.status_code, again.json()["status"]) == (409, 409)
        assert study.events.filter(what="closed").count() <= 1
    copy = send(as_alice, of(study, "duplicate/"))
    assert (copy.status_code, copy.json()["status"]) == (201, "draft")
    assert copy.json()["code"] != str(study.code)


def test_why_a_study_cannot_be_opened_is_said(as_alice: Client, alice: User) -> None:
    answer = send(as_alice, of(make_study(owner=alice, items=0), "open/"))
    assert answer.status_code == 409
    assert answer.json()["reasons"][0]["detail"]


TEXTS = [
    {"subject": s, "item": f"day {n}", "text": f'  {s}{n},\n\t"said"; it '}
    for n in range(3)
    for s in "AB"
]


def test_texts_are_stored_exactly_and_only_once(as_alice: Client, alice: User) -> None:
    study = make_study(owner=alice, items=0)
    answer = send(as_alice, of(study, "texts/"), {"texts": TEXTS})
    assert (answer.status_code, answer.json()["stored"]) == (201, 6)
    assert Sample.objects.order_by("pk").first().text == TEXTS[0]["text"]
    assert send(as_alice, of(study, "texts/"), {"texts": TEXTS}).status_code == 409
    assert study.samples.count() == 6


@pytest.mark.parametrize(
    "texts",
    [
        [],
        "x",
        [{"subject": "C", "item": "1", "text": "x"}],
        [*TEXTS, {"subject": "A", "item": "1", "text": "   "}],
        [*TEXTS, {"subject": "A", "item": "1", "text": "a\x00b"}],
        [*TEXTS, {"subject": "A", "item": "1", "text": "\ud800"}],
        [*TEXTS, {"subject": "A", "item": "1", "text": "x" * 50_001}],
        [{"subject": "A", "item": "1", "text": str(n)} for n in range(1001)],
    ],
)
def test_of_wrong_texts_none_is_stored(as_alice: Client, alice: User, texts: Any) -> None:
    study = make_study(owner=alice, items=0)
    answer = send(as_alice, of(study, "texts/"), {"texts": texts})
    assert answer.status_code == 400
    assert answer.json()["errors"]
    assert not study.samples.exists()
    assert not study.uploads.exists()


def test_an_open_link_is_made(as_alice: Client, alice: User) -> None:
    study = open_study(owner=alice)
    fields = {"panel": "experts", "quota": 5, "id_parameter": "pid", "language": "es"}
    link = send(as_alice, of(study, "links/"), fields).json()
    assert (link["id_parameter"], link["language"], link["mturk"]) == ("pid", "es", False)
    assert link["address"].startswith("http://testserver/j/")
    assert as_alice.get(of(study, "links/")).json()["results"] == [link]
    for wrong in (
        {"panel": ""},
        {"panel": "x", "quota": 0},
        {"panel": "x", "done_url": "javascript:1"},
        {"panel": "x", "mturk": True, "id_parameter": "pid"},
        {"panel": "x", "language": "xx"},
    ):
        assert send(as_alice, of(study, "links/"), wrong).status_code == 400
    assert RecruitmentLink.objects.count() == 1


def test_personal_links_sent_again_are_the_same(as_alice: Client, alice: User) -> None:
    study = open_study(owner=alice)
    people = {"panel": "students", "people": ["Ana", "Bo", " Ana "], "language": "gl"}
    first = send(as_alice, of(study, "links/personal/"), people).json()
    second = send(as_alice, of(study, "links/personal/"), people).json()
    assert (first["made"], second["made"]) == (2, 0)
    assert {link["language"] for link in first["links"]} == {"gl"}
    assert first["links"] == second["links"]


def test_answers_come_in_pages_as_in_the_file(as_alice: Client, alice: User) -> None:
    study = open_study(owner=alice)
    give_answers(study, 7, 3)
    rows, address = [], of(study, "answers/?page_size=3")
    while address:
        page = as_alice.get(address).json()
        rows += page["results"]
        address = page["next"]
    assert len(rows) == 7
    assert [row["correct"] for row in rows] == [1] * 3 + [0] * 4
    assert set(rows[0]) == {column.name for column in COLUMNS}


def test_a_sealed_study_says_so(as_alice: Client, alice: User) -> None:
    study = open_study(owner=alice, blind=True)
    give_answers(study, 7, 3)
    answer = as_alice.get(of(study, "answers/"))
    assert (answer.status_code, "blind" in answer.json()["detail"]) == (403, True)
    results = as_alice.get(of(study, "results/")).json()
    assert (results["sealed"], results["quantities"]) == (True, None)


@pytest.mark.parametrize("body", ["{", "[]", '"x"', "null", ""])
def test_a_body_that_is_no_object_is_refused(as_alice: Client, body: str) -> None:
    answer = as_alice.post(STUDIES, body, content_type="application/json")
    assert answer.status_code == 400


def test_answers_come_as_the_same_file(as_alice: Client, alice: User) -> None:
    study = open_study(owner=alice)
    give_answers(study, 3, 1)
    response = as_alice.get(of(study, "answers.csv"), headers={"accept": "text/csv"})
    assert response["Content-Type"].startswith("text/csv")
    lines = b"".join(response).decode().splitlines()
    assert lines[0].split(",")[: len(COLUMNS)] == [column.name for column in COLUMNS]
    assert len(lines) == 4


@pytest.mark.parametrize("part", ["", "answers/", "links/"])
def test_as_many_queries_for_three_rows_as_for_one(
    as_alice: Client, alice: User, part: str
) -> None:
    def queries(study: Study) -> int:
        address = of(study, part) if part else STUDIES
        as_alice.get(address)
        with CaptureQueriesContext(connection) as seen:
            assert as_alice.get(address).status_code == 200
        return len(seen)

    study = open_study(owner=alice)
    give_answers(study, 1, 1)
    one = queries(study)
    for _ in range(2):
        open_study(owner=alice)
        give_answers(study, 1, 1)
    assert queries(study) == one


def test_a_body_without_end_is_refused_before_it_is_read(as_alice: Client, settings: Any) -> None:
    settings.MAX_UPLOAD_BYTES = 20
    answer = send(as_alice, STUDIES, DRAFT)
    assert answer.status_code == 413
    assert answer["Content-Type"] == "application/problem+json"


def test_all_of_the_plan_is_given_and_read_back(as_alice: Client, alice: User) -> None:
    plan = {
        "evaluations_per_judge": 3,
        "presentation": "masked",
        "progress_shown": False,
        "practice_triads": 1,
        "asks_reason": True,
        "questionnaire": [{"label": "Your age", "options": ["under 30", "30 or more"]}],
        "least_seconds": 2.5,
        "attention_at": [3, 1],
        "most_failed_attention": 0,
        "primary_set": "kept",
        "translations": {"de": {"question": "Welcher?"}},
        "privacy_contact": "privacy@example.org",
        "withdrawal_until": "2090-05-01",
        "retention_until": None,
    }
    made = send(as_alice, STUDIES, DRAFT | plan).json()
    read = {name: made[name] for name in plan}
    assert read.pop("questionnaire")[0]["key"] == "your_age"
    assert read == {k: v for k, v in plan.items() if k != "questionnaire"} | {
        "attention_at": [1, 3]
    }
    # What a change leaves out stays.
    changed = send(as_alice, f"{STUDIES}{made['code']}/", {"title": "New"}, "patch").json()
    assert {name: changed[name] for name in plan} == {name: made[name] for name in plan}


def test_what_comes_after_opening_can_be_done_too(as_alice: Client, alice: User) -> None:
    study = open_study(owner=alice, blind=True)
    give_answers(study, 1, 1)
    at = f"{STUDIES}{study.code}/"

    def post(path: str, **given: Any) -> Any:
        return as_alice.post(at + path, given, content_type="application/json")

    assert post("unseal/").status_code == 400
    assert post("unseal/", why="The course ends.").status_code == 200
    assert post("unseal/", why="Again.").status_code == 409
    unknowing = post("amend/", evaluations=30, why="More.")
    assert (unknowing.status_code, list(unknowing.json()["errors"])) == (400, ["accept_cost"])
    amended = post("amend/", evaluations=30, why="More.", accept_cost=True)
    assert (amended.status_code, amended.json()["evaluations"]) == (200, 30)
    assert post("archive/").status_code == 409
    post("close/")
    assert post("reopen/", why="One came late.").json()["status"] == "open"
    post("close/")
    assert post("archive/").status_code == 200
    assert post("reopen/", why="No.").status_code == 409
    assert post("unarchive/").status_code == 200
    assert post("unarchive/").status_code == 409
    kinds = [(one.kind, one.why) for one in study.amendments.all()]
    assert kinds == [("evaluations", "More."), ("reopened", "One came late.")]


def test_sharing_webhooks_and_revoking(as_alice: Client, as_bob: Client, alice: User) -> None:
    study = open_study(owner=alice)
    at = f"{STUDIES}{study.code}/"

    def post(path: str, **given: Any) -> Any:
        return as_alice.post(at + path, given, content_type="application/json")

    assert as_bob.get(at).status_code == 404
    assert post("sharing/", email="nobody@example.org", role="analyst").status_code == 400
    part = post("sharing/", email="bob@example.org", role="analyst").json()
    assert as_bob.get(at).status_code == 200
    assert as_bob.delete(f"{at}sharing/{part['id']}/").status_code == 404
    assert as_alice.get(f"{at}sharing/").json() == [part]
    assert as_alice.delete(f"{at}sharing/{part['id']}/").status_code == 204
    assert as_bob.get(at).status_code == 404
    assert "url" in post("webhooks/", url="http://example.org/").json()["errors"]
    hook = post("webhooks/", url="https://example.org/told").json()
    assert hook["secret"].startswith("whsec_")
    assert as_alice.get(f"{at}webhooks/").json() == [hook]
    assert as_alice.delete(f"{at}webhooks/{hook['id']}/").status_code == 204
    assert as_alice.get(f"{at}webhooks/").json() == []
    link = post("links/", panel="experts").json()
    assert post(f"links/{link['id']}/revoke/").json()["revoked_at"]
