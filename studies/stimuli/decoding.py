"""Decode a file: UTF-8, UTF-16 or Windows-1252, or as the researcher says."""

import codecs
import io
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import IO

from studies.stimuli.errors import UploadError

MEGABYTE = 1024 * 1024
MAX_BYTES = 50 * MEGABYTE
# So many bytes are decoded at once.
_PIECE = MEGABYTE

# Texts may hold tab, line feed, vertical tab, form feed and carriage return.
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f\x7f]")
_NUL = re.compile("\0")
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
    """A file that was found to be text: its bytes, without a byte order mark, and its encoding.

    It is decoded piece by piece, anew for each reader: as a string it may take four times the room.
    """

    raw: bytes
    encoding: str
    doubtful: bool = False  # a guess: the researcher may choose another

    @property
    def text(self) -> str:
        """The whole text."""
        return "".join(self.pieces())

    def pieces(self) -> Iterator[str]:
        """Yield the text in pieces, without a mark at its begin."""
        pieces = _pieces(self.raw, self.encoding)
        yield next(pieces, "").removeprefix("\ufeff")
        yield from pieces

    def open(self) -> IO[str]:
        """Return the text as a file, with a mark that it has, and its line breaks as they are."""
        codec = _codec(self.raw, self.encoding)
        return io.TextIOWrapper(io.BytesIO(self.raw), codec, newline="")


def decode(raw: bytes, encoding: str = "") -> Decoded:
    """Read a file as UTF-8 or UTF-16 (each with or without a mark), else as Windows-1252.

    `encoding` is one of `ENCODINGS` that the researcher chose. Raises `UploadError`: too_big,
    pdf, binary, nul, surrogate, broken_utf8, broken_utf16, unknown_encoding, other_encoding.
    """
    if len(raw) > MAX_BYTES:
        megabytes = -(-len(raw) // MEGABYTE)
        raise UploadError("too_big", megabytes=megabytes, limit=MAX_BYTES // MEGABYTE)
    if raw.startswith(b"%PDF-"):
        raise UploadError("pdf")
    decoded = _as_chosen(raw, encoding) if encoding else _decoded(raw)
    if line := _line_of(_NUL, decoded):
        raise UploadError("nul", line=line)
    return decoded


def _decoded(raw: bytes) -> Decoded:
    for mark, encoding in _BOMS:
        if raw.startswith(mark):
            return _as_unicode(raw[len(mark) :], encoding)
    if encoding := _utf16_without_mark(raw):
        return _as_unicode(raw, encoding)
    if _broken_line(raw, "utf-8"):
        return _not_utf8(raw)
    return Decoded(raw, "utf-8")


def _as_chosen(raw: bytes, encoding: str) -> Decoded:
    if line := _broken_line(raw, encoding):
        raise UploadError("other_encoding", line=line, encoding=ENCODINGS[encoding])
    decoded = Decoded(raw, encoding, doubtful=True)
    _refuse_binary(decoded)
    return decoded


def _as_unicode(raw: bytes, encoding: str) -> Decoded:
    """Decode a file of certain encoding: an error means that it is damaged."""
    line = _broken_line(raw, encoding)
    if not line:
        return Decoded(raw, encoding)
    if not _broken_line(raw, encoding, "surrogatepass"):
        raise UploadError("surrogate", line=line)
    raise UploadError("broken_utf8" if encoding == "utf-8" else "broken_utf16", line=line)


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
    if not _broken_line(raw, "utf-8", "surrogatepass") or _is_mostly_utf8(raw):
        return _as_unicode(raw, "utf-8")  # raises
    if line := _broken_line(raw, "cp1252"):
        _refuse_binary(Decoded(raw, "latin-1"))
        raise UploadError("unknown_encoding", line=line)
    decoded = Decoded(raw, "cp1252", doubtful=True)
    _refuse_binary(decoded)
    return decoded


def _refuse_binary(decoded: Decoded) -> None:
    if line := _line_of(_CONTROL, decoded):
        raise UploadError("binary", line=line)


def _is_mostly_utf8(raw: bytes) -> bool:
    """Whether it is damaged UTF-8: Windows-1252 hardly ever holds more good sequences than bad."""
    good = bad = 0
    for piece in _pieces(raw, "utf-8", "replace"):
        broken = piece.count("\ufffd")
        bad += broken
        good += sum(not character.isascii() for character in piece) - broken
    return good > bad


def _codec(raw: bytes, encoding: str) -> str:
    """Return the codec that reads pieces: of UTF-16 without a mark it has to know the order."""
    if encoding != "utf-16":
        return encoding
    return "utf-16-be" if raw.startswith(codecs.BOM_UTF16_BE) else "utf-16-le"


def _pieces(raw: bytes, encoding: str, errors: str = "strict") -> Iterator[str]:
    decoder = codecs.getincrementaldecoder(_codec(raw, encoding))(errors)
    for start in range(0, len(raw), _PIECE):
        end = start + _PIECE
        yield decoder.decode(raw[start:end], final=end >= len(raw))


def _line_of(pattern: re.Pattern[str], decoded: Decoded) -> int | None:
    """Return the line of the first character that a pattern finds; None if it finds none."""
    line = 1
    for piece in decoded.pieces():
        if found := pattern.search(piece):
            return line + piece.count("\n", 0, found.start())
        line += piece.count("\n")
    return None


def _broken_line(raw: bytes, encoding: str, errors: str = "strict") -> int | None:
    """Return the line of the first bytes that are not of the encoding; None if all are."""
    line = 1
    try:
        for piece in _pieces(raw, encoding, errors):
            line += piece.count("\n")
    except UnicodeDecodeError as error:
        # Of the piece, and what was left of the one before.
        sound = bytes(error.object[: error.start])
        return line + sound.decode(_codec(raw, encoding), "replace").count("\n")
    return None
