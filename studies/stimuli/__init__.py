"""Reading the texts that a researcher uploads or pastes, and saying what is wrong with them.

Pure Python: `decode` turns bytes into text, `read_rows` text into rows, `check` rows into
findings. Nothing is stored, and no text is altered except for its line breaks.
"""

from studies.stimuli.checking import check, guess_subjects, subjects_in
from studies.stimuli.decoding import MAX_BYTES, Decoded, decode
from studies.stimuli.errors import UploadError
from studies.stimuli.findings import ERRORS, MAX_SHOWN, WARNINGS, Finding, Findings, FindingsJSON
from studies.stimuli.table import (
    MAX_CONTEXT,
    MAX_ITEM,
    MAX_ROWS,
    MAX_TEXT,
    OPTIONAL_COLUMNS,
    REQUIRED_COLUMNS,
    Row,
    Table,
    read_rows,
)

__all__ = [
    "ERRORS",
    "MAX_BYTES",
    "MAX_CONTEXT",
    "MAX_ITEM",
    "MAX_ROWS",
    "MAX_SHOWN",
    "MAX_TEXT",
    "OPTIONAL_COLUMNS",
    "REQUIRED_COLUMNS",
    "WARNINGS",
    "Decoded",
    "Finding",
    "Findings",
    "FindingsJSON",
    "Row",
    "Table",
    "UploadError",
    "check",
    "decode",
    "guess_subjects",
    "read_rows",
    "subjects_in",
]
