"""Texts through the API: all are stored exactly, or none."""

from typing import Any

import pytest
from django.test import Client

from studies.models import Sample, User
from tests.factories import make_study
from tests.studies.api.calls import TEXTS, of, send

pytestmark = pytest.mark.django_db


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


def test_texts_of_systems_come_by_their_letters(as_alice: Client, alice: User) -> None:
    study = make_study(owner=alice, items=0, kind="rating", more_subjects=["Third"])
    texts = [{"subject": s, "item": "1", "text": f"By {s}."} for s in "ABC"]
    wrong = send(as_alice, of(study, "texts/"), {"texts": [*texts, texts[0] | {"subject": "D"}]})
    assert wrong.json()["errors"] == {"texts": ["The study has no subject D."]}
    assert send(as_alice, of(study, "texts/"), {"texts": texts[1:]}).status_code == 201
    assert send(as_alice, of(study, "texts/"), {"texts": texts[:1]}).status_code == 201
    study.refresh_from_db()
    assert study.subjects == {"A": "Forecaster", "B": "Machine", "C": "Third"}
    assert sorted(study.samples.values_list("subject", flat=True)) == ["A", "B", "C"]
