"""What does not belong in logs.

Tokens of links and codes of trials, which are permissions; and errors that are none.
"""

import logging
import re

CODE_IN_PATH = re.compile(r"/(i|j|t|r)/[A-Za-z0-9_\-%]+")


class HideCodes(logging.Filter):
    """Replace the code in `/j/<token>/`, `/t/<code>/`, `/r/<token>/` wherever a record has one."""

    def filter(self, record: logging.LogRecord) -> bool:
        message = record.getMessage()
        hidden = CODE_IN_PATH.sub(r"/\1/…", message)
        if hidden != message:
            record.msg, record.args = hidden, ()
        if record.exc_info and not record.exc_text:
            text = logging.Formatter().formatException(record.exc_info)
            record.exc_text = CODE_IN_PATH.sub(r"/\1/…", text)
        return True


class NotWhatWePlanned(logging.Filter):
    """Drop Django's error line for a judge's page that says “not now” on purpose.

    A paused study, or one whose places are all taken, answers 503 to each judge who tries; a
    database that is away is logged in words where it is noticed. Every other error stays.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        match = getattr(getattr(record, "request", None), "resolver_match", None)
        is_judges = match is not None and match.app_name == "judge"
        return not (is_judges and getattr(record, "status_code", None) == 503)
