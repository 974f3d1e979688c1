"""Decode a file: UTF-8, UTF-16 or Windows-1252, or as the researcher says."""

import codecs
import re
from dataclasses import dataclass

from studies.stimuli.errors import UploadError

MEGABYTE = 1024 * 1024
MAX_BYTES = 50 * MEGABYTE

# Texts may hold tab, line feed, vertical tab, form feed and carriage return.
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f\x7f]")
_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)

# What a researcher can choose where Windows-1252 was a guess, by Python's names.
ENCODINGS = {
    "utf-8": "UTF-8",
    "utf-16": "UTF-16",
    "cp1252": "Windows-1252 (Western Europe)",
    "iso8859-15": "ISO-8859-15 (Western Europe)",
    "mac-roman": "Mac Roman (Western Europe)",
    "cp1250": "Windows-1250 (Central Europe)",
    "cp1251": "Windows-1251 (Cyrillic)",
    "koi8-r": "KOI8-R (Cyrillic)",
    "cp1253": "Windows-1253 (Greek)",
    "cp1254": "Windows-1254 (Turkish)",
    "cp1255": "Windows-1255 (Hebrew)",
    "cp1256": "Windows-1256 (Arabic)",
    "cp932": "Shift-JIS (Japanese)",
    "gb18030": "GB18030 (Chinese)",
    "big5": "Big5 (Chinese)",
    "euc-kr": "EUC-KR (Korean)",
}


@dataclass(frozen=True, slots=True)
class Decoded:
    """The text without its byte order mark, and its encoding."""

    text: str
    encoding: str
    doubtful: bool = False  # a guess: the researcher may choose another


def decode(raw: bytes, encoding: str = "") -> Decoded:
    """Decode a file as UTF-8 or UTF-16 (each with or without a mark), else as Windows-1252.

    `encoding` is one of `ENCODINGS` that the researcher chose. Raises `UploadError`: too_big,
    binary, nul, surrogate, broken_utf8, broken_utf16, unknown_encoding, other_encoding.
    """
    if len(raw) > MAX_BYTES:
        megabytes = -(-len(raw) // MEGABYTE)
        raise UploadError("too_big", megabytes=megabytes, limit=MAX_BYTES // MEGABYTE)
    decoded = _as_chosen(raw, encoding) if encoding else _decoded(raw)
    if "\0" in decoded.text:
        raise UploadError("nul", line=_line_number(decoded.text, decoded.text.index("\0")))
    return decoded


def _decoded(raw: bytes) -> Decoded:
    for mark, encoding in _BOMS:
        if raw.startswith(mark):
            return _as_unicode(raw[len(mark) :], encoding)
    if encoding := _utf16_without_mark(raw):
        return _as_unicode(raw, encoding)
    try:
        return Decoded(raw.decode("utf-8"), "utf-8")
    except UnicodeDecodeError:
        return _not_utf8(raw)


def _as_chosen(raw: bytes, encoding: str) -> Decoded:
    try:
        text = raw.decode(encoding)
    except UnicodeDecodeError as error:
        line = _line_number(raw[: error.start].decode(encoding, "replace"))
        raise UploadError("other_encoding", line=line, encoding=ENCODINGS[encoding]) from None
    _refuse_binary(text)
    return Decoded(text.removeprefix("\ufeff"), encoding, doubtful=True)


def _as_unicode(raw: bytes, encoding: str) -> Decoded:
    """Decode a file of certain encoding: an error means that it is damaged."""
    try:
        return Decoded(raw.decode(encoding), encoding)
    except UnicodeDecodeError as error:
        line = _line_number(raw[: error.start].decode(encoding, "replace"))
        if _has_surrogates(raw, encoding):
            raise UploadError("surrogate", line=line) from None
        code = "broken_utf8" if encoding == "utf-8" else "broken_utf16"
        raise UploadError(code, line=line) from None


def _utf16_without_mark(raw: bytes) -> str:
    """Return which UTF-16 it is, if any: with ASCII column names every other byte is zero."""
    start = raw[:32]
    low, high = start[0::2], start[1::2]
    if len(start) < 8:
        return ""
    if high.count(0) >= 0.8 * len(high) and low.count(0) <= 0.1 * len(low):
        return "utf-16-le"
    if low.count(0) >= 0.8 * len(low) and high.count(0) <= 0.1 * len(high):
        return "utf-16-be"
    return ""


def _not_utf8(raw: bytes) -> Decoded:
    if _has_surrogates(raw, "utf-8") or _is_mostly_utf8(raw):
        return _as_unicode(raw, "utf-8")  # raises
    try:
        text = raw.decode("cp1252")
    except UnicodeDecodeError as error:
        text = raw.decode("latin-1")
        _refuse_binary(text)
        raise UploadError("unknown_encoding", line=_line_number(text, error.start)) from None
    _refuse_binary(text)
    return Decoded(text, "cp1252", doubtful=True)


def _refuse_binary(text: str) -> None:
    found = _CONTROL.search(text)
    if found:
        raise UploadError("binary", line=_line_number(text, found.start()))


def _has_surrogates(raw: bytes, encoding: str) -> bool:
    try:
        raw.decode(encoding, "surrogatepass")
    except UnicodeDecodeError:
        return False
    return True


def _is_mostly_utf8(raw: bytes) -> bool:
    """Whether it is damaged UTF-8: Windows-1252 hardly ever holds more good sequences than bad."""
    text = raw.decode("utf-8", "replace")
    bad = text.count("\ufffd")
    good = sum(not character.isascii() for character in text) - bad
    return good > bad


def _line_number(text: str, end: int | None = None) -> int:
    return text.count("\n", 0, end) + 1
