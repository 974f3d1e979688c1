"""CSV files: streamed from one snapshot, safe in a spreadsheet, exact for programs."""

from studies.exports.amendments import amended, amendments_in_words
from studies.exports.answers import answers_export
from studies.exports.events import events_export
from studies.exports.judges import judges_export
from studies.exports.links import links_export
from studies.exports.pairs import pairs_export
from studies.exports.ratings import ratings_export
from studies.exports.sheets import sheets_export
from studies.exports.snapshot import Snapshot
from studies.exports.texts import texts_export
from studies.exports.writing import Export, csv_chunks, guarded, unguarded

__all__ = [
    "Export",
    "Snapshot",
    "amended",
    "amendments_in_words",
    "answers_export",
    "csv_chunks",
    "events_export",
    "guarded",
    "judges_export",
    "links_export",
    "pairs_export",
    "ratings_export",
    "sheets_export",
    "texts_export",
    "unguarded",
]
