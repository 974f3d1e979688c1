"""Actions through the API: what they change, and in which state they are refused."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from studies.models import Event, User
from tests.analysis.answering import give_answers
from tests.factories import make_study, open_study
from tests.studies.api.calls import STUDIES, of, send

pytestmark = pytest.mark.django_db


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


def test_warnings_are_accepted_by_their_codes(as_alice: Client, alice: User) -> None:
    study = make_study(owner=alice, items=4)

    def post(**given: Any) -> Any:
        return as_alice.post(of(study, "open/"), given, content_type="application/json")

    refused = post()
    assert refused.status_code == 409
    assert [reason["code"] for reason in refused.json()["reasons"]] == ["few_texts"]
    assert post(accepted=["nothing"]).status_code == 400
    assert post(accepted=["few_texts"]).json()["status"] == "open"


def test_the_owner_says_how_long_data_are_kept(as_alice: Client, alice: User) -> None:
    study = open_study(owner=alice)
    day = timezone.localdate() + timedelta(days=30)

    def keep(**given: Any) -> Any:
        return as_alice.post(of(study, "keep/"), given, content_type="application/json")

    assert list(keep(until=day).json()["errors"]) == ["why"]
    past = keep(until=timezone.localdate(), why="Now.")
    assert (past.status_code, list(past.json()["errors"])) == (400, ["until"])
    kept = keep(until=day, erases_itself=True, why="As we promised.")
    assert kept.status_code == 200
    assert kept.json()["erases_itself"] is True
    assert kept.json()["retention_until"] == str(day)
    assert study.events.get(what=Event.What.RETENTION_CHANGED).why == "As we promised."
    assert keep(until=day, why="Not by itself.").json()["erases_itself"] is False
    draft = of(make_study(owner=alice), "keep/")
    given = {"until": day, "why": "Too early."}
    assert as_alice.post(draft, given, content_type="application/json").status_code == 409


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
