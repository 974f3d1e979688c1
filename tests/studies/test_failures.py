"""What is told when the database is away, or when the fault is ours."""

import pytest
from django.core.exceptions import PermissionDenied
from django.db import InterfaceError, OperationalError
from django.test import RequestFactory
from django.views.defaults import permission_denied

from studies import failures


def answer(path: str, error: Exception):
    try:
        raise error
    except type(error):
        return failures.server_error(RequestFactory().get(path))


@pytest.mark.parametrize("error", [OperationalError("gone"), InterfaceError("closed")])
def test_a_database_that_is_away_is_said_to_be_away(error):
    page = answer("/admin/", error)
    assert (page.status_code, page["Retry-After"]) == (503, "30")
    assert "The database does not answer" in page.content.decode()
    problem = answer("/api/v1/studies/", error)
    assert (problem.status_code, problem["Content-Type"]) == (503, "application/problem+json")


def test_our_own_fault_is_ours():
    page = answer("/admin/", ValueError("secret"))
    assert page.status_code == 500
    assert "on our side" in page.content.decode()
    assert "secret" not in page.content.decode()
    request = RequestFactory().get("/admin/")
    request.META["REQUEST_ID"] = "0123abcd"
    assert "<code>0123abcd</code>" in failures.server_error(request).content.decode()
    assert answer("/api/v1/studies/", ValueError("secret")).status_code == 500


def test_who_may_not_do_this_is_told_so_on_a_page():
    page = permission_denied(RequestFactory().get("/admin/"), PermissionDenied())
    assert page.status_code == 403
    assert "Your account may not do this" in page.content.decode()


def test_a_judges_form_is_kept_whatever_failed():
    request = RequestFactory().post("/t/code/why/?lang=gl", {"reason": "so it seems"})
    try:
        raise ValueError
    except ValueError:
        page = failures.server_error(request)
    assert page.status_code == 500
    text = page.content.decode()
    assert '<html lang="gl">' in text
    assert 'name="reason" value="so it seems"' in text
