"""Errors in words, as problem details (RFC 9457)."""

from http import HTTPStatus
from typing import Any

from django.core.exceptions import ValidationError
from django.forms import BaseForm
from rest_framework import status
from rest_framework.exceptions import APIException
from rest_framework.response import Response
from rest_framework.views import exception_handler

from studies.services.lifecycle.availability import WrongStateError
from studies.services.lifecycle.opening import CannotOpenError
from studies.stimuli import UploadError

CONTENT_TYPE = "application/problem+json"
NOT_RIGHT = "Some of what was sent is not valid."


class Sealed(APIException):
    """The results of a blind study, before it is complete or unsealed."""

    status_code = status.HTTP_403_FORBIDDEN
    default_detail = "This study is blind: its results are hidden until it is complete."
    default_code = "sealed"


class InvalidForm(Exception):  # noqa: N818 - what is raised is a form with its errors
    """The form of a page finds something wrong."""

    def __init__(self, form: BaseForm) -> None:
        super().__init__(form.errors.as_text())
        self.errors = {name: list(errors) for name, errors in form.errors.items()}


def problem(status_code: int, detail: str, **more: Any) -> Response:
    """Return a response that says what is wrong."""
    title = HTTPStatus(status_code).phrase
    content = {"title": title, "status": status_code, "detail": detail, **more}
    return Response(content, status=status_code, content_type=CONTENT_TYPE)


def in_words(error: Exception, context: dict[str, Any]) -> Response | None:
    """Return what services, forms and DRF raise as problem details; None for our own faults."""
    if isinstance(error, CannotOpenError):
        reasons = [{"code": reason.code, "detail": str(reason)} for reason in error.reasons]
        return problem(409, "The study cannot be opened.", reasons=reasons)
    if isinstance(error, WrongStateError):
        return problem(409, str(error))
    if isinstance(error, InvalidForm):
        return problem(400, NOT_RIGHT, errors=error.errors)
    if isinstance(error, UploadError):
        return problem(400, str(error), errors={"texts": [str(error)]})
    if isinstance(error, ValidationError):
        return problem(400, NOT_RIGHT, errors=error.message_dict)
    answered = exception_handler(error, context)
    return answered and _as_problem(answered)


def _as_problem(answered: Response) -> Response:
    data: Any = answered.data
    if isinstance(data, dict) and set(data) == {"detail"}:
        found = problem(answered.status_code, str(data["detail"]))
    else:
        found = problem(answered.status_code, NOT_RIGHT, errors=data)
    for name in ("WWW-Authenticate", "Retry-After", "Allow"):
        if name in answered.headers:
            found[name] = answered.headers[name]
    return found
