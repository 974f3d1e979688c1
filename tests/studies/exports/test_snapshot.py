"""The downloads are whole, of one moment, and leave nothing open."""

import csv
import io
import threading
from datetime import UTC, datetime

import pytest
from django.db import DatabaseError, connection, transaction

from studies.exports import answers, snapshot
from studies.models import Answer, Judge, Trial
from tests.factories import make_link, make_study, open_study
from tests.studies.exports.downloads import download, get, respond

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
def test_answers_stored_meanwhile_are_not_in_the_file(client, owner):
    study = open_study(owner=owner, evaluations=1200)
    add_answers(study, 1100)
    response = get(client, study, "answers")
    pieces = iter(response.streaming_content)
    body = next(pieces) + next(pieces)
    with_other_connection(lambda: respond(make_link(study), "meanwhile"))
    body += b"".join(pieces)
    response.close()
    assert Answer.objects.count() == 1101
    assert response["X-Row-Count"] == "1100"
    assert len(list(csv.reader(io.StringIO(body.decode(), newline="")))) == 1101
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
def test_leaving_in_the_middle_lets_go_of_the_snapshot(client, owner):
    study = open_study(owner=owner, evaluations=1200)
    add_answers(study, 1100)
    response = get(client, study, "answers")
    next(iter(response.streaming_content))
    assert connection.in_atomic_block
    response.close()
    assert not connection.in_atomic_block
    # Never begun to be read.
    get(client, study, "answers").close()
    assert not connection.in_atomic_block


@pytest.mark.django_db(transaction=True)
def test_a_failure_on_the_way_breaks_the_file_off(client, owner, monkeypatch):
    study = open_study(owner=owner, evaluations=1200)
    add_answers(study, 1100)
    calls = iter(range(10_000))

    def fails_late(*_trial):
        if next(calls) == 700:
            raise DatabaseError("the server went away")
        return ""

    monkeypatch.setattr(answers, "why_not_counted", fails_late)
    response = get(client, study, "answers")
    with pytest.raises(DatabaseError, match="went away"):
        response.getvalue()
    assert not connection.in_atomic_block


def test_an_error_before_the_file_begins_leaves_no_transaction_open(client, owner, monkeypatch):
    opened = []
    monkeypatch.setattr(snapshot.Snapshot, "close", lambda self: opened.append(self))
    get(client, make_study(), "texts")
    assert len(opened) == 1
