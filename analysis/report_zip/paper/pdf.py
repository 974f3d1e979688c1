"""The report as a PDF, typeset by typst in a process of its own."""

import dataclasses
import json
import re
import subprocess
import sys
from pathlib import Path
from threading import BoundedSemaphore
from typing import Any

from analysis.charts.scale import short_label
from analysis.report_zip.paper.content import ReportContent

PROGRAM = Path(__file__).parent / "typeset.py"
# Longer than the processor time that the program allows itself: the machine may be busy.
MOST_SECONDS = 30
# Each takes 190 MB: more at once in a web process would take its memory from the judges.
_PLACES = BoundedSemaphore(2)
# Of the title, at the foot of each page.
SHORT = 70
# What steers a printer or a terminal, and line ends of other systems.
_STEERING = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ufeff]+")
# Stays on the line of its number.
_PER_CENT = re.compile(r"(?<=\d) %")
# A word that might run out of the page, but not a hash or UUID, which fits and is copied.
_LONG_WORD = re.compile(r"\S{34,}")
_COPIED = re.compile(r"\W*([0-9a-f]{64}|[0-9a-f-]{36})\W*")
_SYLLABLE = re.compile(r"(\S{8})(?=\S)")
ZERO_WIDTH_SPACE = "\u200b"


class NotTypesetError(Exception):
    """The PDF would take more memory or time than it is given."""


def pdf_of(content: ReportContent) -> bytes:
    """Return the report as PDF; the same content gives the same bytes.

    Raise NotTypesetError where its texts are too long for the time that it is given.
    """
    moment = int(content.at.timestamp())
    words = _printable(_values(content))
    words["short_title"] = short_label(words["title"], SHORT)
    return _typeset(json.dumps(words, ensure_ascii=False).encode(), moment)


def _values(content: ReportContent) -> dict[str, Any]:
    """Return what the template is given: all of the content but what JSON cannot hold."""
    given = {
        field.name: getattr(content, field.name)
        for field in dataclasses.fields(content)
        if field.name not in ("study", "at")
    }
    values: dict[str, Any] = json.loads(json.dumps(given, default=dataclasses.asdict))
    return values


def _typeset(words: bytes, moment: int) -> bytes:
    if not _PLACES.acquire(timeout=MOST_SECONDS):
        raise NotTypesetError("others are being typeset")
    try:
        return _run(words, moment)
    finally:
        _PLACES.release()


def _run(words: bytes, moment: int) -> bytes:
    try:
        done = subprocess.run(  # noqa: S603 - our own program; all words go through standard input
            [sys.executable, "-I", str(PROGRAM), str(moment)],
            input=words,
            capture_output=True,
            check=True,
            timeout=MOST_SECONDS,
        )
    except subprocess.TimeoutExpired as error:
        raise NotTypesetError("took too long") from error
    except subprocess.CalledProcessError as error:
        raise NotTypesetError(error.stderr.decode(errors="replace")[-500:]) from error
    return done.stdout


def _printable(value: Any) -> Any:
    """Return the same without signs that steer, and with places where a long word may break."""
    if isinstance(value, str):
        if value.startswith("<svg"):
            return value
        plain = _STEERING.sub(" ", value.replace("\r\n", "\n").replace("\r", "\n"))
        plain = _PER_CENT.sub("\u00a0%", plain)
        return _LONG_WORD.sub(_breakable, plain)
    if isinstance(value, dict):
        return {name: _printable(part) for name, part in value.items()}
    if isinstance(value, list | tuple):
        return [_printable(part) for part in value]
    return value


def _breakable(word: re.Match[str]) -> str:
    if _COPIED.fullmatch(word[0]):
        return word[0]
    return _SYLLABLE.sub(rf"\1{ZERO_WIDTH_SPACE}", word[0])
