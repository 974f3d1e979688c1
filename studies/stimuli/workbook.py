"""Read a sheet of a workbook (.xlsx, .xls, .ods) as a table of text."""

import io
import json
import subprocess
import sys
import zipfile
from dataclasses import dataclass
from pathlib import Path

from studies.stimuli.errors import UploadError
from studies.stimuli.workbook_reader import MAX_COLUMNS, MAX_ROWS, TOO_LARGE

_OLD_EXCEL = b"\xd0\xcf\x11\xe0"
_ZIP = b"PK\x03\x04"
# The files by which a ZIP is known to be a workbook: of Excel, of OpenDocument.
_MARKS = ("[Content_Types].xml", "mimetype")
# How the name of the first file in it begins, which stands at a fixed place: known where it is cut.
_FIRST_FILES = (b"[Content_Types].xml", b"_rels/", b"docProps/", b"xl/", b"mimetype")
_FIRST_NAME = slice(30, 60)
_READER = Path(__file__).with_name("workbook_reader.py")
SECONDS = 30


@dataclass(frozen=True, slots=True)
class Sheet:
    """A sheet as CSV, its name, and the names of all sheets that are not hidden."""

    text: str
    name: str
    names: tuple[str, ...]


def is_workbook(raw: bytes) -> bool:
    """Whether this is a file of a spreadsheet program, by what it holds."""
    if raw.startswith(_OLD_EXCEL):
        return True
    if not raw.startswith(_ZIP):
        return False
    try:
        with zipfile.ZipFile(io.BytesIO(raw)) as opened:
            return any(mark in opened.NameToInfo for mark in _MARKS)
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError):
        return raw[_FIRST_NAME].startswith(_FIRST_FILES)


def read_workbook(raw: bytes, sheet: str = "") -> Sheet:
    """Return the sheet of this name, else the first that has cells.

    Rows and columns are counted from the first of the sheet, as the spreadsheet program does.
    Raises `UploadError`: workbook, workbook_too_large.
    """
    try:
        done = subprocess.run(  # noqa: S603 - our own program, without a shell
            [sys.executable, "-I", str(_READER), sheet.replace("\0", "")],
            input=raw,
            capture_output=True,
            timeout=SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise _too_large() from None
    if done.returncode == TOO_LARGE:
        raise _too_large()
    if done.returncode:
        raise UploadError("workbook")
    head, _, text = done.stdout.decode().partition("\n")
    found = json.loads(head)
    return Sheet(text, found["sheet"], tuple(found["sheets"]))


def _too_large() -> UploadError:
    return UploadError("workbook_too_large", rows=MAX_ROWS, columns=MAX_COLUMNS)
