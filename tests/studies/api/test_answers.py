"""Answers through the API, in pages and as the file."""

import pytest
from django.test import Client

from studies.exports.answers import COLUMNS
from studies.models import User
from tests.analysis.answering import give_answers
from tests.factories import open_study
from tests.studies.api.calls import of

pytestmark = pytest.mark.django_db


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


def test_answers_come_as_the_same_file(as_alice: Client, alice: User) -> None:
    study = open_study(owner=alice)
    give_answers(study, 3, 1)
    response = as_alice.get(of(study, "answers.csv"), headers={"accept": "text/csv"})
    assert response["Content-Type"].startswith("text/csv")
    lines = b"".join(response).decode().splitlines()
    assert lines[0].split(",")[: len(COLUMNS)] == [column.name for column in COLUMNS]
    assert len(lines) == 4
