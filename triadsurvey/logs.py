"""Logs without what does not belong there: codes that are permissions, people, expected answers."""

import json
import logging
import re
from contextvars import ContextVar
from datetime import UTC, datetime

CODE_IN_PATH = re.compile(r"/(i|j|t|r|join)/[A-Za-z0-9_\-%]+")
# As long as they may be at most, or a long word would take a second to look through.
EMAIL = re.compile(r"[\w.+%-]{1,64}@[\w-]{1,63}(\.[\w-]{1,63})+")
# What PostgreSQL adds to an error: the values of the row, or of its key.
DETAIL = re.compile(r"^(\s*DETAIL:).*$", re.MULTILINE)

# The id of the request that this thread answers (triadsurvey.middleware.request_id).
current_request: ContextVar[str] = ContextVar("current_request", default="-")


def without_people(text: str) -> str:
    """Replace codes in addresses, e-mail addresses, and values that PostgreSQL repeats."""
    return DETAIL.sub(r"\1 …", EMAIL.sub("…@…", CODE_IN_PATH.sub(r"/\1/…", text)))


# What Django itself refuses: a host that is not ours, a form with too many fields.
REFUSALS = "django.security."


class ShortRefusals(logging.Filter):
    """Say in a line what Django refused: with tracebacks any visitor could fill the disk."""

    def filter(self, record: logging.LogRecord) -> bool:
        if record.name.startswith(REFUSALS):
            record.exc_info = record.exc_text = None
            record.levelno, record.levelname = logging.WARNING, "WARNING"
        return True


class HidePeople(logging.Filter):
    """Take codes and people out of messages and tracebacks, and add the request's id."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.request_id = current_request.get()
        record.words = record.msg  # without what is put into them (triadsurvey.error_reports)
        message = record.getMessage()
        hidden = without_people(message)
        if hidden != message:
            record.msg, record.args = hidden, ()
        if record.exc_info and not record.exc_text:
            text = logging.Formatter().formatException(record.exc_info)
            record.exc_text = without_people(text)
        return True


class JsonLines(logging.Formatter):
    """Write a line of JSON for each record that `HidePeople` has passed."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
            "request_id": getattr(record, "request_id", "-"),
            "process": record.process,
        }
        if record.exc_text:
            line["exception"] = record.exc_text
        return json.dumps(line, ensure_ascii=False)


class DropExpected503(logging.Filter):
    """Drop Django's error line for a judge's page that answers 503 on purpose.

    A paused study, and one with all places taken, says “not now” to each judge; a database that is
    away is logged where it is noticed. Every other error stays.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        match = getattr(getattr(record, "request", None), "resolver_match", None)
        is_judges = match is not None and match.app_name == "judge"
        return not (is_judges and getattr(record, "status_code", None) == 503)
