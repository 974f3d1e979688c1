"""Read the texts that a researcher uploads or pastes, and find what is wrong with them.

No Django: `decode` turns bytes into text, `read_rows` text into rows, `check` rows into findings;
`open_archive` finds the table and the images of a ZIP, `read_workbook` and `csv_of_json` make text
of a spreadsheet and of JSON. Nothing is stored, and of a text only the
line breaks are altered.
"""

from studies.stimuli.archive import Archive, is_archive, open_archive
from studies.stimuli.checking import (
    ImageFound,
    Images,
    Progress,
    check,
    guess_subjects,
    hash_of,
    subjects_in,
)
from studies.stimuli.decoding import ENCODINGS, MAX_BYTES, Decoded, decode
from studies.stimuli.errors import UploadError
from studies.stimuli.findings import (
    ERRORS,
    MAX_SHOWN,
    WARNINGS,
    Finding,
    Findings,
    FindingsJSON,
    quoted,
)
from studies.stimuli.json_table import csv_of_json, is_json
from studies.stimuli.layout import (
    COLUMNS,
    OPTIONAL_COLUMNS,
    REQUIRED_COLUMNS,
    WIDE_COLUMNS,
    Layout,
    TableHead,
)
from studies.stimuli.sentence_marks import sentence_starts
from studies.stimuli.spelling import one_spelling
from studies.stimuli.systems import LETTERS, check_systems, guess_systems, with_several_texts
from studies.stimuli.table import (
    MAX_CONTEXT,
    MAX_ITEM,
    MAX_ROWS,
    MAX_TEXT,
    Table,
    TextRow,
    read_head,
    read_rows,
)
from studies.stimuli.workbook import is_workbook, read_workbook

__all__ = [
    "COLUMNS",
    "ENCODINGS",
    "ERRORS",
    "LETTERS",
    "MAX_BYTES",
    "MAX_CONTEXT",
    "MAX_ITEM",
    "MAX_ROWS",
    "MAX_SHOWN",
    "MAX_TEXT",
    "OPTIONAL_COLUMNS",
    "REQUIRED_COLUMNS",
    "WARNINGS",
    "WIDE_COLUMNS",
    "Archive",
    "Decoded",
    "Finding",
    "Findings",
    "FindingsJSON",
    "ImageFound",
    "Images",
    "Layout",
    "Progress",
    "Table",
    "TableHead",
    "TextRow",
    "UploadError",
    "check",
    "check_systems",
    "csv_of_json",
    "decode",
    "guess_subjects",
    "guess_systems",
    "hash_of",
    "is_archive",
    "is_json",
    "is_workbook",
    "one_spelling",
    "open_archive",
    "quoted",
    "read_head",
    "read_rows",
    "read_workbook",
    "sentence_starts",
    "subjects_in",
    "with_several_texts",
]
