"""Amendments in the same moment: one is first, and the others are told so."""

from functools import partial

import pytest
from django.test import Client
from django.urls import reverse

from studies.models import Amendment
from studies.services.accounts import tokens
from tests.factories import open_study
from tests.studies.races.simultaneous import at_once, errors_of

pytestmark = pytest.mark.django_db(transaction=True)
AT_ONCE = 5


def test_of_amendments_at_once_each_is_taken_or_told_that_another_was_quicker():
    study = open_study(evaluations=24)
    _token, secret = tokens.make(user=study.owner, name="amends")
    amend = partial(
        Client(HTTP_AUTHORIZATION=f"Bearer {secret}").post,
        reverse("api:amend", args=[study.code]),
        {"evaluations": 30, "why": "more judges than we thought"},
        content_type="application/json",
    )
    outcomes = at_once([amend] * AT_ONCE)
    assert errors_of(outcomes) == []
    statuses = sorted(outcome.result.status_code for outcome in outcomes)
    # Who comes after the first is done asks for a number that the study has: 400.
    assert statuses[0] == 200
    assert set(statuses[1:]) <= {400, 409}
    assert Amendment.objects.get(study=study).new_evaluations == 30
    study.refresh_from_db()
    assert study.evaluations == 30
    assert study.triads.filter(kind="main", mode="live").count() == 30
