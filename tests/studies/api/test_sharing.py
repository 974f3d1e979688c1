"""Sharing through the API: for the owner alone."""

import pytest
from django.core import mail
from django.test import Client

from studies.models import User
from tests.factories import open_study
from tests.studies.api.calls import of, send

pytestmark = pytest.mark.django_db


def test_a_study_is_shared_and_the_sharing_ended(
    as_alice: Client, as_bob: Client, alice: User
) -> None:
    study = open_study(owner=alice)
    at = of(study)
    assert as_bob.get(at).status_code == 404
    unknown = send(as_alice, f"{at}sharing/", {"email": "nobody@example.org", "role": "analyst"})
    assert (unknown.status_code, list(unknown.json()["errors"])) == (400, ["email"])
    bob = {"email": "bob@example.org\u200b", "role": "analyst"}
    part = send(as_alice, f"{at}sharing/", bob).json()
    assert as_bob.get(at).status_code == 200
    [told] = mail.outbox
    assert (told.to, f"/studies/{study.code}/" in told.body) == (["bob@example.org"], True)
    assert as_bob.delete(f"{at}sharing/{part['id']}/").status_code == 404
    assert as_alice.get(f"{at}sharing/").json() == [part]
    assert as_alice.delete(f"{at}sharing/{part['id']}/").status_code == 204
    assert as_bob.get(at).status_code == 404


def test_a_colleague_without_an_account_is_invited(as_alice: Client, alice: User) -> None:
    at = f"{of(open_study(owner=alice))}sharing/"
    sent = send(as_alice, at, {"email": "Dora@university.example", "role": "analyst"})
    assert sent.status_code == 202
    found = sent.json()
    assert (found["email"], found["refused"]) == ("dora@university.example", "")
    assert [message.to for message in mail.outbox] == [["dora@university.example"]]
    assert "/join/" not in sent.content.decode()  # the link is for the mailbox alone
    assert as_alice.get(at).json() == []
