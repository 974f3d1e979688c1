"""Codes and people are hidden in logs, and a page that says 503 on purpose is no error there."""

import json
import logging
import sys
import time

import pytest
from django.http import HttpResponse
from django.test import RequestFactory
from django.urls import resolve

from triadsurvey.logs import (
    DropExpected503,
    HidePeople,
    JsonLines,
    current_request,
    without_people,
)
from triadsurvey.middleware import request_id


def record_of(message: str, *args: object, **fields: object) -> logging.LogRecord:
    record = logging.LogRecord("django.request", logging.ERROR, "", 0, message, args, None)
    vars(record).update(fields)
    return record


@pytest.mark.parametrize("start", ["i", "j", "t", "r"])
def test_codes_in_paths_are_hidden(start: str) -> None:
    record = record_of("Not Found: %s", f"/{start}/aB-9_c%20d/leave/")
    assert HidePeople().filter(record)
    assert record.getMessage() == f"Not Found: /{start}/…/leave/"


def test_other_paths_stay() -> None:
    record = record_of("%s %d", "/studies/results/", 7)
    assert HidePeople().filter(record)
    assert (record.msg, record.args) == ("%s %d", ("/studies/results/", 7))


def test_codes_in_tracebacks_are_hidden() -> None:
    try:
        raise ValueError("no trial at /t/secret-code/")
    except ValueError:
        record = record_of("broken", exc_info=sys.exc_info())
    assert HidePeople().filter(record)
    text = logging.Formatter().format(record)
    assert "secret-code" not in text
    assert "ValueError: no trial at /t/…/" in text


@pytest.mark.parametrize(
    ("address", "status", "kept"),
    [("/j/token/", 503, False), ("/j/token/", 500, True), ("/readyz", 503, True)],
)
def test_only_the_503_of_judges_is_dropped(address: str, status: int, *, kept: bool) -> None:
    request = RequestFactory().get(address)
    request.resolver_match = resolve(address)
    record = record_of("words", status_code=status, request=request)
    assert DropExpected503().filter(record) is kept


POSTGRES = """duplicate key value violates unique constraint "studies_user_email_key"
DETAIL:  Key (email)=(Ann Lee) already exists.
"""


def test_people_are_hidden() -> None:
    record = record_of("%s for ann.lee+x@mail.example.org", POSTGRES)
    HidePeople().filter(record)
    message = record.getMessage()
    assert "studies_user_email_key" in message
    assert "DETAIL: …" in message
    assert "Ann" not in message
    assert message.endswith("for …@…")


def test_a_line_of_json_has_all_that_a_search_needs() -> None:
    token = current_request.set("0123abcd")
    try:
        raise ValueError("no trial at /t/secret-code/")
    except ValueError:
        record = record_of("mail to %s\nfailed", "a@b.example", exc_info=sys.exc_info())
        HidePeople().filter(record)
    finally:
        current_request.reset(token)
    text = JsonLines().format(record)
    assert "\n" not in text
    line = json.loads(text)
    assert line["message"] == "mail to …@…\nfailed"
    assert line["request_id"] == "0123abcd"
    assert line["level"] == "ERROR"
    assert line["exception"].endswith("ValueError: no trial at /t/…/")
    assert line["time"].endswith("+00:00")


@pytest.mark.parametrize(
    ("proxies", "given", "kept"),
    [
        (1, "from-the.proxy_1", True),
        (0, "from-the.proxy_1", False),
        (1, "x" * 65, False),
        (1, "two\nlines", False),
    ],
)
def test_each_request_has_an_id(settings, proxies, given, kept) -> None:
    settings.TRUSTED_PROXIES = proxies
    seen = []

    def view(request):
        seen.append(current_request.get())
        return HttpResponse()

    response = request_id(view)(RequestFactory().get("/", headers={"X-Request-Id": given}))
    assert seen == [response["X-Request-Id"]]
    assert (seen == [given]) is kept
    assert len(seen[0]) <= 64
    assert current_request.get() == "-"


def test_a_long_word_is_looked_through_once() -> None:
    """A visitor chooses it, as the name of a host that is not ours; with its square: a minute."""
    begin = time.thread_time()
    assert without_people("a" * 100_000 + " b@example.org").endswith("a …@…")
    assert time.thread_time() - begin < 3
