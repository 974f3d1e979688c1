"""Keep out of the logs what does not belong there: codes that are permissions, expected answers."""

import logging
import re

CODE_IN_PATH = re.compile(r"/(i|j|t|r|join)/[A-Za-z0-9_\-%]+")


class HideCodes(logging.Filter):
    """Replace the code in `/i/<token>/`, `/j/<token>/`, `/t/<code>/`, `/r/<token>/` and so on."""

    def filter(self, record: logging.LogRecord) -> bool:
        message = record.getMessage()
        hidden = CODE_IN_PATH.sub(r"/\1/…", message)
        if hidden != message:
            record.msg, record.args = hidden, ()
        if record.exc_info and not record.exc_text:
            text = logging.Formatter().formatException(record.exc_info)
            record.exc_text = CODE_IN_PATH.sub(r"/\1/…", text)
        return True


class DropExpected503(logging.Filter):
    """Drop Django's error line for a judge's page that answers 503 on purpose.

    A paused study, and one with all places taken, says “not now” to each judge; a database that is
    away is logged where it is noticed. Every other error stays.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        match = getattr(getattr(record, "request", None), "resolver_match", None)
        is_judges = match is not None and match.app_name == "judge"
        return not (is_judges and getattr(record, "status_code", None) == 503)
