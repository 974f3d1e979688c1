"""Codes are hidden in logs, and a page that says 503 on purpose is no error there."""

import logging
import sys

import pytest
from django.test import RequestFactory
from django.urls import resolve

from triadsurvey.logs import DropExpected503, HideCodes


def record_of(message: str, *args: object, **fields: object) -> logging.LogRecord:
    record = logging.LogRecord("django.request", logging.ERROR, "", 0, message, args, None)
    vars(record).update(fields)
    return record


@pytest.mark.parametrize("start", ["i", "j", "t", "r"])
def test_codes_in_paths_are_hidden(start: str) -> None:
    record = record_of("Not Found: %s", f"/{start}/aB-9_c%20d/leave/")
    assert HideCodes().filter(record)
    assert record.getMessage() == f"Not Found: /{start}/…/leave/"


def test_other_paths_stay() -> None:
    record = record_of("%s %d", "/studies/results/", 7)
    assert HideCodes().filter(record)
    assert (record.msg, record.args) == ("%s %d", ("/studies/results/", 7))


def test_codes_in_tracebacks_are_hidden() -> None:
    try:
        raise ValueError("no trial at /t/secret-code/")
    except ValueError:
        record = record_of("broken", exc_info=sys.exc_info())
    assert HideCodes().filter(record)
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
