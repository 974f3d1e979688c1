"""What is sent: an object, and not without end."""

from typing import Any

import pytest
from django.test import Client

from tests.studies.api.calls import DRAFT, STUDIES, send

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("body", ["{", "[]", '"x"', "null", ""])
def test_a_body_that_is_no_object_is_refused(as_alice: Client, body: str) -> None:
    answer = as_alice.post(STUDIES, body, content_type="application/json")
    assert answer.status_code == 400


def test_a_body_without_end_is_refused_before_it_is_read(as_alice: Client, settings: Any) -> None:
    settings.MAX_UPLOAD_BYTES = 20
    answer = send(as_alice, STUDIES, DRAFT)
    assert answer.status_code == 413
    assert answer["Content-Type"] == "application/problem+json"


@pytest.mark.parametrize(
    "body",
    [
        '{"title": "\\ud800"}',
        '{"title": "a\\u0000"}',
        '{"goal": "\\ud800"}',
        '{"translations": {"es": {"question": "\\ud800"}}}',
        '{"questionnaire": [{"label": "\\udfff", "kind": "\\udfff"}]}',
        '{"\\ud800": 1}',
        '{"alpha": 1e999}',
        "[" * 5000 + "]" * 5000,
        '{"translations": ' + "[" * 5000 + "]" * 5000 + "}",
        '{"translations": ' + "[" * 100 + "]" * 100 + "}",
    ],
)
def test_what_cannot_be_stored_is_refused_in_words(as_alice: Client, body: str) -> None:
    answer = as_alice.post(STUDIES, body, content_type="application/json")
    assert answer.status_code == 400
    assert answer["Content-Type"] == "application/problem+json"
    assert answer.json()["status"] == 400
