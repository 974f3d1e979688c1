"""Sharing through the API: for the owner alone."""

import pytest
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
    bob = {"email": "bob@example.org", "role": "analyst"}
    part = send(as_alice, f"{at}sharing/", bob).json()
    assert as_bob.get(at).status_code == 200
    assert as_bob.delete(f"{at}sharing/{part['id']}/").status_code == 404
    assert as_alice.get(f"{at}sharing/").json() == [part]
    assert as_alice.delete(f"{at}sharing/{part['id']}/").status_code == 204
    assert as_bob.get(at).status_code == 404
