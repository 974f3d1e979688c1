"""Answers through the API, in pages and as the file."""

import csv
import io

import pytest
from django.test import Client

from studies.exports import ratings, sheets
from studies.exports.answers import COLUMNS
from studies.models import User
from tests.analysis.answering import give_answers
from tests.factories import make_link, open_rating_study, open_study
from tests.studies.api.calls import of
from tests.studies.sheet_ratings import rate_sheets

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


def test_numbers_and_sheets_come_in_pages_as_in_their_files(as_alice: Client, alice: User) -> None:
    study = open_rating_study(owner=alice, items=2, evaluations_per_judge=2)
    rate_sheets(make_link(study), lambda letter, *_of: 100 + ord(letter), judges=2)
    for name, columns in (("ratings", ratings.COLUMNS), ("sheets", sheets.COLUMNS)):
        rows, address = [], of(study, f"{name}/?page_size=2")
        while address:
            page = as_alice.get(address).json()
            rows += page["results"]
            address = page["next"]
        body = b"".join(as_alice.get(of(study, f"{name}.csv"))).decode()
        file = list(csv.DictReader(io.StringIO(body)))
        wanted = [column.name for column in columns]
        assert [*rows[0]] == wanted
        # Ranks and means of a page are of all its numbers, wherever the list's page ends.
        listed = [["" if row[n] is None else str(row[n]) for n in wanted] for row in rows]
        assert listed == [[row[n] for n in wanted] for row in file]
    assert len(list(as_alice.get(of(study, "pairs.csv")))) >= 1
    assert as_alice.get(of(study, "answers/")).json()["results"] == []
