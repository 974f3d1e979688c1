"""Keep secrets of judges out of logs: link tokens and trial codes are permissions."""

import logging
import re

CODE_IN_PATH = re.compile(r"/(j|t)/[A-Za-z0-9_\-%]+")


class HideCodes(logging.Filter):
    """Replace the code in `/j/<token>/` and `/t/<code>/` wherever a record mentions such a path."""

    def filter(self, record: logging.LogRecord) -> bool:
        message = record.getMessage()
        hidden = CODE_IN_PATH.sub(r"/\1/…", message)
        if hidden != message:
            record.msg, record.args = hidden, ()
        if record.exc_info and not record.exc_text:
            text = logging.Formatter().formatException(record.exc_info)
            record.exc_text = CODE_IN_PATH.sub(r"/\1/…", text)
        return True
