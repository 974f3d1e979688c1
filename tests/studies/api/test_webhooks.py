"""Webhooks through the API."""

import pytest
from django.test import Client

from studies.models import User
from tests.factories import open_study
from tests.studies.api.calls import of, send

pytestmark = pytest.mark.django_db


def test_a_webhook_is_added_and_stopped(as_alice: Client, alice: User) -> None:
    at = of(open_study(owner=alice), "webhooks/")
    assert "url" in send(as_alice, at, {"url": "http://example.org/"}).json()["errors"]
    hook = send(as_alice, at, {"url": "https://example.org/told"}).json()
    assert hook["secret"].startswith("whsec_")
    assert as_alice.get(at).json() == [hook]
    assert as_alice.delete(f"{at}{hook['id']}/").status_code == 204
    assert as_alice.get(at).json() == []
