"""What is told when something failed: the database is away, or the fault is ours."""

import sys
from collections.abc import Mapping
from http import HTTPStatus

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.views.defaults import page_not_found

from studies.judge.views import failed_page
from studies.workbench import posted_forms

AWAY = "The database does not answer. Try again in a moment: everything stored is kept."
OUR_FAULT = "Something went wrong on our side. Everything stored before is kept."
RETRY_SECONDS = 30
API = "/api/"
NO_ADDRESS = (
    "There is nothing at this address. All addresses of the API are listed at /api/v1/docs/."
)
JUDGES = ("/j/", "/t/")


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer a request for what is not there: programs get problem details, people a page."""
    if request.path.startswith(API):
        return _problem(HTTPStatus.NOT_FOUND, NO_ADDRESS)
    return page_not_found(request, exception)


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer a request that failed; 503 where the database did not answer. Asks no database."""
    is_away = isinstance(sys.exc_info()[1], OperationalError | InterfaceError)
    status = HTTPStatus.SERVICE_UNAVAILABLE if is_away else HTTPStatus.INTERNAL_SERVER_ERROR
    headers = {"Retry-After": str(RETRY_SECONDS)} if is_away else {}
    if request.path.startswith(API):
        return _problem(status, AWAY if is_away else OUR_FAULT, headers=headers)
    if request.path.startswith(JUDGES):
        return failed_page(request, status)
    context = posted_forms.kept(request, "failed") if request.method == "POST" else {}
    page = render_to_string(f"{status:d}.html", context, request)
    return HttpResponse(page, status=status, headers=headers)


def _problem(
    status: HTTPStatus, detail: str, *, headers: Mapping[str, str] | None = None
) -> HttpResponse:
    content = {"title": status.phrase, "status": status, "detail": detail}
    return JsonResponse(
        content, status=status, headers=headers, content_type="application/problem+json"
    )
