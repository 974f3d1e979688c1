"""Errors of the API: each as problem details, with its status and what is wrong."""

from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.forms import CharField, Form
from rest_framework.exceptions import NotAuthenticated, NotFound, Throttled

from studies.api.problems import CONTENT_TYPE, InvalidForm, Sealed, in_words
from studies.services.lifecycle.availability import WrongStateError
from studies.services.lifecycle.opening import CannotOpenError, Reason
from studies.stimuli import UploadError


class TitleForm(Form):
    title = CharField(error_messages={"required": "Write a title."})


@pytest.mark.parametrize(
    ("error", "status", "more"),
    [
        (WrongStateError("It is closed."), 409, {"detail": "It is closed."}),
        (
            CannotOpenError([Reason("no_texts", "There are no texts.")]),
            409,
            {"reasons": [{"code": "no_texts", "detail": "There are no texts."}]},
        ),
        (UploadError("empty_file"), 400, {"errors": {"texts": ["The file is empty."]}}),
        (ValidationError({"pd": ["Too small."]}), 400, {"errors": {"pd": ["Too small."]}}),
        (InvalidForm(TitleForm({})), 400, {"errors": {"title": ["Write a title."]}}),
        (Sealed(), 403, {"title": "Forbidden"}),
        (NotFound(), 404, {"title": "Not Found"}),
        (NotAuthenticated(), 401, {"title": "Unauthorized"}),
    ],
)
def test_an_error_is_said_as_a_problem(error: Exception, status: int, more: dict[str, Any]) -> None:
    response = in_words(error, {})
    assert response is not None
    assert (response.status_code, response.content_type) == (status, CONTENT_TYPE)
    assert response.data["status"] == status
    assert {name: response.data[name] for name in more} == more


def test_when_to_come_again_is_kept() -> None:
    response = in_words(Throttled(wait=7), {})
    assert response is not None
    assert response["Retry-After"] == "7"


def test_a_fault_of_ours_is_no_problem_of_the_caller() -> None:
    assert in_words(RuntimeError("bug"), {}) is None
