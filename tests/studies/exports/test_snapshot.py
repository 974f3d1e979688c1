"""The downloads are whole, of one moment, and leave nothing open."""

import csv
import io
import threading
from datetime import UTC, datetime

import pytest
from django.db import DatabaseError, connection, transaction

from studies.exports import answer_columns, snapshot, writing
from studies.models import Answer, Judge, Trial
from tests.factories import make_link, make_study, open_study
from tests.studies.exports.downloads import download, get, respond, rows_of

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("judges", [1, 3])
def test_queries_do_not_grow_with_the_answers(client, owner, django_assert_num_queries, judges):
    study = open_study(owner=owner)
    link = make_link(study)
    for number in range(judges):
        respond(link, f"k{number}")
    # Session, account, may read, study, amendments, number of answers, answers.
    with django_assert_num_queries(7):
        assert len(download(client, study, "answers")) == judges


@pytest.fixture
def pieces_of_ten(monkeypatch):
    """So that a file of few rows has several pieces."""
    monkeypatch.setattr(writing, "ROWS_PER_CHUNK", 10)


def add_answers(study, number):
    """Answers of so many judges, past the service: only their number matters."""
    with transaction.atomic():
        _add_answers(study, make_link(study), number)


def _add_answers(study, link, number):
    triads = study.triads.filter(number__lte=number).order_by("number")
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE studies_triad SET free_from = 'infinity' WHERE study_id = %s AND number <= %s",
            [study.pk, number],
        )
    judges = Judge.objects.bulk_create(
        Judge(study=study, link=link, form_key=f"bulk{n}", consent_sha256="0" * 64, mode="live")
        for n in range(number)
    )
    given = Trial.objects.bulk_create(
        Trial(study=study, triad=triad, judge=judge, state="answered")
        for triad, judge in zip(triads, judges, strict=True)
    )
    now = datetime.now(UTC)
    Answer.objects.bulk_create(
        Answer(trial=trial, chosen_position=1, shown_at=now) for trial in given
    )


@pytest.mark.django_db(transaction=True)
def test_answers_stored_meanwhile_are_not_in_the_file(client, owner, pieces_of_ten):
    study = open_study(owner=owner, evaluations=30)
    add_answers(study, 24)
    response = get(client, study, "answers")
    pieces = iter(response.streaming_content)
    body = next(pieces) + next(pieces)
    with_other_connection(lambda: respond(make_link(study), "meanwhile"))
    body += b"".join(pieces)
    response.close()
    assert Answer.objects.count() == 24 + 1
    assert response["X-Row-Count"] == "24"
    assert len(list(csv.reader(io.StringIO(body.decode(), newline="")))) == 1 + 24
    assert not connection.in_atomic_block


def with_other_connection(call):
    def run():
        try:
            call()
        finally:
            connection.close()

    thread = threading.Thread(target=run)
    thread.start()
    thread.join(timeout=10)


@pytest.mark.django_db(transaction=True)
def test_leaving_in_the_middle_lets_go_of_the_snapshot(client, owner, pieces_of_ten):
    study = open_study(owner=owner, evaluations=30)
    add_answers(study, 24)
    response = get(client, study, "answers")
    next(iter(response.streaming_content))
    assert connection.in_atomic_block
    response.close()
    assert not connection.in_atomic_block
    # Never begun to be read.
    get(client, study, "answers").close()
    assert not connection.in_atomic_block


@pytest.mark.django_db(transaction=True)
def test_a_failure_on_the_way_breaks_the_file_off(client, owner, pieces_of_ten, monkeypatch):
    study = open_study(owner=owner, evaluations=30)
    add_answers(study, 24)
    calls = iter(range(10_000))

    def fails_late(*_trial):
        if next(calls) == 17:
            raise DatabaseError("the server went away")
        return ""

    monkeypatch.setattr(answer_columns, "why_not_counted", fails_late)
    response = get(client, study, "answers")
    with pytest.raises(DatabaseError, match="went away"):
        response.getvalue()
    assert not connection.in_atomic_block


def test_an_error_before_the_file_begins_leaves_no_transaction_open(client, owner, monkeypatch):
    opened = []
    monkeypatch.setattr(snapshot.Snapshot, "close", lambda self: opened.append(self))
    get(client, make_study(), "texts")
    assert len(opened) == 1


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("what", ["answers", "judges"])
def test_what_is_stored_before_the_first_piece_is_sent_is_not_in_the_file(client, owner, what):
    """The moment is that of the head, which says how many rows there are."""
    study = open_study(owner=owner)
    link = make_link(study)
    respond(link, "before")
    response = get(client, study, what)
    with_other_connection(lambda: respond(link, "meanwhile"))
    assert (Answer.objects.count(), Judge.objects.count()) == (1, 1)  # the same transaction
    assert len(rows_of(response)) == 1
    response.close()
    assert (Answer.objects.count(), Judge.objects.count()) == (2, 2)
