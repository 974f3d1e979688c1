"""How people read: texts cut into sentences, and the record that a page sends. No Django."""

from studies.reading_record.page_record import PageRecord, Stay, changes_of_mind, fitted, parse
from studies.reading_record.sentences import characters, cut, cut_alike, words

__all__ = [
    "PageRecord",
    "Stay",
    "changes_of_mind",
    "characters",
    "cut",
    "cut_alike",
    "fitted",
    "parse",
    "words",
]
