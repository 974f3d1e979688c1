"""Words of a text, and patterns of words."""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from studies.values.visible_text import visible

_WORD = re.compile(r"[^\W\d_]+")
# A word that is quoted in a notice is cut after so many letters.
LONGEST_QUOTED = 40


def plain(text: str) -> str:
    """Return the text with accents in one form, without what hides in words (a soft hyphen)."""
    return unicodedata.normalize("NFC", visible(text))


def words_of(text: str) -> Iterator[str]:
    """Yield the words of a plain text as they stand there; digits are no words."""
    yield from (found.group() for found in _WORD.finditer(text))


@dataclass(frozen=True, slots=True)
class WordPatterns:
    """Words as they are written in a list: *human* is a whole word, `robot*` its beginning.

    `*generiert*` may stand anywhere in a word, for languages that join words.
    """

    exact: frozenset[str]
    beginnings: tuple[str, ...]
    inside: tuple[str, ...]

    @classmethod
    def of(cls, listed: Iterable[str]) -> "WordPatterns":
        entries = sorted(listed)
        return cls(
            frozenset(one for one in entries if "*" not in one),
            tuple(one[:-1] for one in entries if one.endswith("*") and one[0] != "*"),
            tuple(one.strip("*") for one in entries if one.startswith("*")),
        )

    def match(self, word: str) -> bool:
        """Return whether the word, in lower case, is one of these."""
        return (
            word in self.exact
            or word.startswith(self.beginnings)
            or any(part in word for part in self.inside)
        )
