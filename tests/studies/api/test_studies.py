"""Studies through the API: the same rules as on the pages, errors in words."""

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from studies.models import Study, User
from tests.analysis.answering import give_answers
from tests.factories import make_study, open_study
from tests.studies.api.calls import DRAFT, STUDIES, TEXTS, of, send

pytestmark = pytest.mark.django_db


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
        ({"language": "x!"}, "language"),
        ({"questionnaire": [{"label": "Age", "options": ["one"]}]}, "questionnaire"),
        ({"attention_at": [5]}, "attention_at"),
        ({"primary_set": "kept"}, "primary_set"),
        ({"translations": {"xx": {}}}, "translations"),
        ({"translations": {"de": {"question": 1}}}, "translations"),
        ({"withdrawal_until": "2001-01-01"}, "withdrawal_until"),
        ({"protocol": "tetrad"}, "protocol"),
        ({"protocol": "directed"}, "question"),
        (
            {
                "protocol": "directed",
                "question": "Q?",
                "translations": {"de": {"thanks_text": "D"}},
            },
            "translations",
        ),
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


def test_a_directed_draft_keeps_a_question(as_alice: Client) -> None:
    asked = {"protocol": "directed", "question": "Which one was written by a machine?"}
    made = send(as_alice, STUDIES, DRAFT | asked).json()
    assert made["protocol"] == "directed"
    study = Study.objects.get(code=made["code"])
    assert list(send(as_alice, of(study), {"question": ""}, "patch").json()["errors"]) == [
        "question"
    ]
    answer = send(as_alice, of(study), {"question": "", "protocol": "triangle"}, "patch").json()
    assert (answer["protocol"], answer["question"]) == ("triangle", "")


def test_a_draft_is_changed_and_nothing_else(as_alice: Client, alice: User) -> None:
    study = make_study(owner=alice, question="Which?")
    answer = send(as_alice, of(study), {"title": "New"}, "patch")
    assert (answer.json()["title"], answer.json()["question"]) == ("New", "Which?")
    send(as_alice, of(study), {"status": "closed", "owner": 1, "seed": "0" * 32}, "patch")
    study.refresh_from_db()
    assert (study.status, study.owner, study.title) == ("draft", alice, "New")


def test_an_open_study_is_fixed(as_alice: Client, alice: User) -> None:
    study = open_study(owner=alice)
    answer = send(as_alice, of(study), {"title": "New", "alpha": 0.01}, "patch")
    assert (answer.status_code, answer.json()["title"]) == (409, "Conflict")
    study.refresh_from_db()
    assert (study.title, study.alpha) == ("Weather reports", 0.05)
    assert send(as_alice, of(study, "texts/"), {"texts": TEXTS}).status_code == 409


def test_title_and_dates_are_changed_after_opening_as_on_the_page(
    as_alice: Client, alice: User
) -> None:
    study = open_study(owner=alice)
    given = {"title": "New", "ends_at": "2090-05-01T10:00:00Z", "retention_until": "2091-01-01"}
    answer = send(as_alice, of(study), given, "patch")
    assert answer.status_code == 200, answer.content
    assert {name: answer.json()[name] for name in given} == given
    assert send(as_alice, of(study), {"ends_at": None}, "patch").json()["ends_at"] is None
    assert study.events.filter(what="study changed").count() == 2


@pytest.mark.parametrize(
    ("given", "stored"),
    [
        ("2090-05-01", "2090-05-01T21:59:59Z"),
        ("2090-12-01", "2090-12-01T22:59:59Z"),
        ("2090-05-01T10:00:00", "2090-05-01T08:00:00Z"),
        ("2090-05-01T10:00:00+05:00", "2090-05-01T05:00:00Z"),
    ],
)
def test_a_day_alone_means_its_end_where_the_owner_lives(
    as_alice: Client, alice: User, given: str, stored: str
) -> None:
    User.objects.filter(pk=alice.pk).update(time_zone="Europe/Madrid")
    made = send(as_alice, STUDIES, {**DRAFT, "ends_at": given}).json()
    assert made["ends_at"] == stored
    address = f"{STUDIES}{made['code']}/"
    assert send(as_alice, address, {"ends_at": given}, "patch").json()["ends_at"] == stored
    link = send(as_alice, f"{address}links/", {"panel": "x", "expires_at": given})
    assert link.json()["expires_at"] == stored
    people = {"panel": "x", "people": ["Ann"], "expires_at": given}
    links = send(as_alice, f"{address}links/personal/", people).json()["links"]
    assert links[0]["expires_at"] == stored


@pytest.mark.parametrize(
    "given",
    ["9999-12-31T23:59:59-14:00", "0001-01-01T00:00:00+14:00", "9999-12-31", "1989-12-31"],
)
def test_a_date_out_of_the_calendar_is_refused(as_alice: Client, given: str) -> None:
    made = send(as_alice, STUDIES, DRAFT).json()
    address = f"{STUDIES}{made['code']}/"
    people = {"panel": "x", "people": ["Ann"], "expires_at": given}
    calls = [
        (STUDIES, {**DRAFT, "ends_at": given}, "post"),
        (address, {"ends_at": given}, "patch"),
        (address, {"withdrawal_until": given[:10]}, "patch"),
        (address, {"retention_until": given[:10]}, "patch"),
        (f"{address}links/", {"panel": "x", "expires_at": given}, "post"),
        (f"{address}links/personal/", people, "post"),
    ]
    for path, data, method in calls:
        assert send(as_alice, path, data, method).status_code == 400, (path, data)
    assert as_alice.get(STUDIES).status_code == 200


def test_a_post_without_the_last_slash_stays_a_post(as_alice: Client) -> None:
    answer = send(as_alice, STUDIES.rstrip("/"), DRAFT)
    assert (answer.status_code, answer["Location"]) == (308, STUDIES)
    followed = as_alice.post(STUDIES[:-1], DRAFT, content_type="application/json", follow=True)
    assert followed.status_code == 201
    assert as_alice.get(STUDIES.rstrip("/")).status_code == 301


def test_a_field_that_there_is_not_is_refused_and_what_was_given_is_taken_back(
    as_alice: Client, alice: User
) -> None:
    made = send(as_alice, STUDIES, DRAFT).json()
    address = f"{STUDIES}{made['code']}/"
    wrong = send(as_alice, address, {"end_at": "2099-01-01", "title": "New"}, "patch")
    assert wrong.status_code == 400
    assert wrong.json()["errors"] == {"end_at": ["There is no such field."]}
    assert send(as_alice, address, made, "patch").json() == made


@pytest.mark.parametrize("path", ["/api/v1/", "/api/v1/Studies/", "/api/", "/api/v1/studies.json"])
@pytest.mark.parametrize("method", ["get", "post"])
def test_an_address_that_is_none_is_a_problem_and_no_page(
    client: Client, path: str, method: str
) -> None:
    answer = getattr(client, method)(path)
    assert answer.headers["Content-Type"] == "application/problem+json"
    assert answer.json() == {
        "title": "Not Found",
        "status": 404,
        "detail": "There is nothing at this address. All addresses of the API are listed at "
        "/api/v1/docs/.",
    }


def test_all_of_the_plan_is_given_and_read_back(as_alice: Client, alice: User) -> None:
    plan = {
        "evaluations_per_judge": 3,
        "presentation": "masked",
        "progress_shown": False,
        "practice_triads": 1,
        "asks_reason": True,
        "questionnaire": [{"label": "Your age", "options": ["under 30", "30 or more"]}],
        "follow_up": {
            "ask": "rate",
            "when": "each",
            "criteria": [{"key": "quality", "label": "", "definition": ""}],
            "reference": ["A day like any other."],
        },
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


def test_staff_who_are_no_researchers_make_no_studies_here_either(
    as_alice: Client, alice: User
) -> None:
    alice.groups.clear()
    assert send(as_alice, STUDIES, DRAFT).status_code == 403
    assert not Study.objects.exists()
