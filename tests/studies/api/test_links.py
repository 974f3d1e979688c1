"""Recruitment links through the API."""

import pytest
from django.test import Client

from studies.models import RecruitmentLink, User
from tests.factories import open_study
from tests.studies.api.calls import of, send

pytestmark = pytest.mark.django_db


def test_an_open_link_is_made(as_alice: Client, alice: User) -> None:
    study = open_study(owner=alice)
    fields = {"panel": "experts", "quota": 5, "id_parameter": "pid", "language": "es"}
    link = send(as_alice, of(study, "links/"), fields).json()
    assert (link["id_parameter"], link["language"], link["mturk"]) == ("pid", "es", False)
    assert link["address"].startswith("http://testserver/j/")
    assert as_alice.get(of(study, "links/")).json()["results"] == [link]
    for wrong in (
        {"panel": ""},
        {"panel": "\u200b"},
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


def test_a_link_is_revoked(as_alice: Client, alice: User) -> None:
    study = open_study(owner=alice)
    link = send(as_alice, of(study, "links/"), {"panel": "experts"}).json()
    assert link["revoked_at"] is None
    assert send(as_alice, of(study, f"links/{link['id']}/revoke/")).json()["revoked_at"]
    assert RecruitmentLink.objects.get().revoked_at
