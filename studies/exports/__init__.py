"""CSV files: streamed from one snapshot, safe in a spreadsheet, exact for programs."""

from studies.exports.amendments import amended, amendments_in_words
from studies.exports.answers import answers_of
from studies.exports.judges import judges_of
from studies.exports.links import links_of
from studies.exports.snapshot import Snapshot
from studies.exports.texts import texts_of
from studies.exports.writing import Export, csv_chunks, guarded, unguarded

__all__ = [
    "Export",
    "Snapshot",
    "amended",
    "amendments_in_words",
    "answers_of",
    "csv_chunks",
    "guarded",
    "judges_of",
    "links_of",
    "texts_of",
    "unguarded",
]
