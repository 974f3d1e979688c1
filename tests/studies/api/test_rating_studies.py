"""Rating studies through the API: made, changed, opened and read by a program."""

from typing import Any

import pytest
from django.test import Client

from studies.models import Study, User
from tests.studies.api.calls import STUDIES, of, send

pytestmark = pytest.mark.django_db
QUALITY = {"key": "quality", "label": "Quality", "question": "How good is it?"}
FAULTS = {"key": "faults", "label": "Faults", "question": "What is wrong?", "kind": "ticks"}
RATING = {
    "method": "rankme", "setup": "together", "judges_per_item": 4, "judges": 24,
    "reference_text": "The reference.", "criteria": [QUALITY, FAULTS],
    "primary_criterion": "quality", "margin": 1.1,
}  # fmt: skip
DRAFT = {
    "title": "Restaurants", "kind": "rating", "systems": ["Slug", "TGen", "Sheffield"],
    "items": 6, "evaluations_per_judge": 1, "rating": RATING, "instructions": "Read with care.",
}  # fmt: skip
TEXTS = [
    {"subject": letter, "item": f"item {number}", "text": f"{letter} says {number} in words."}
    for number in range(6)
    for letter in "ABC"
]


def made(client: Client, **changed: Any) -> Any:
    return send(client, STUDIES, DRAFT | changed)


def test_a_rating_study_is_made_filled_opened_and_read(as_alice: Client, alice: User) -> None:
    answer = made(as_alice)
    assert answer.status_code == 201, answer.json()
    given = answer.json()
    study = Study.objects.get(code=given["code"])
    assert (given["kind"], given["evaluations"]) == ("rating", 24)
    assert given["systems"] == DRAFT["systems"]
    assert given["instructions"] == study.instructions == "Read with care."
    plan = given["rating"]
    assert [one["key"] for one in plan["criteria"]] == ["quality", "faults"]
    assert {name: plan[name] for name in RATING if name != "criteria"} == {
        name: value for name, value in RATING.items() if name != "criteria"
    }
    assert send(as_alice, of(study, "texts/"), {"texts": TEXTS}).status_code in (200, 201)
    refused = send(as_alice, of(study, "open/"), {"accepted": []})
    codes = [reason["code"] for reason in refused.json().get("reasons", [])]
    opened = send(as_alice, of(study, "open/"), {"accepted": codes})
    assert opened.status_code == 200, opened.json()
    assert Study.objects.get(pk=study.pk).sheets.count() == 24
    assert as_alice.get(of(study)).json()["status"] == "open"


def test_a_draft_is_changed_in_parts(as_alice: Client, alice: User) -> None:
    study = Study.objects.get(code=made(as_alice).json()["code"])
    changed = send(
        as_alice, of(study), {"rating": {"judges_per_item": 5}, "thanks_text": "Thanks."}, "patch"
    )
    assert changed.status_code == 200, changed.json()
    given = changed.json()
    assert (given["rating"]["judges_per_item"], given["evaluations"]) == (5, 30)
    assert (given["rating"]["margin"], given["thanks_text"]) == (1.1, "Thanks.")
    named = send(as_alice, of(study), {"systems": ["Slug", "TGen"]}, "patch").json()
    assert named["systems"] == ["Slug", "TGen"]
    # What the API gives may be sent back as it is.
    assert send(as_alice, of(study), named, "patch").json() == named
    assert [one["key"] for one in named["rating"]["criteria"]] == ["quality", "faults"]


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"systems": ["Slug"]}, "systems"),
        ({"systems": ["Slug", "slug"]}, "systems"),
        ({"pd": 0.25}, "pd"),
        ({"kind": "duel"}, "kind"),
        ({"rating": RATING | {"margin": 0.5}}, "margin"),
        ({"rating": RATING | {"primary_criterion": "faults"}}, "criteria"),
        ({"rating": RATING | {"judges_per_item": 30}}, "judges_per_item"),
        ({"title": ""}, "title"),
    ],
)
def test_what_is_wrong_is_said_at_its_field(as_alice: Client, wrong: Any, field: str) -> None:
    answer = made(as_alice, **wrong)
    assert (answer.status_code, field in answer.json()["errors"]) == (400, True), answer.json()
    assert not Study.objects.exists()


def test_a_study_stays_what_it_is(as_alice: Client, alice: User) -> None:
    study = Study.objects.get(code=made(as_alice).json()["code"])
    answer = send(as_alice, of(study), {"kind": "triangle"}, "patch")
    assert (answer.status_code, "kind" in answer.json()["errors"]) == (400, True)
    triads = {"title": "T", "subject_a": "A", "subject_b": "B", "systems": ["A", "B", "C"]}
    assert "systems" in send(as_alice, STUDIES, triads).json()["errors"]
