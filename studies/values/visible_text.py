"""Characters that show nothing: they make two entries differ that look the same."""

import re
import unicodedata

# White in most fonts, though Unicode calls them letters or symbols: Hangul fillers, the blank
# pattern of braille, vowels of Khmer that are never written.
BLANK_LETTERS = "\u115f\u1160\u3164\uffa0\u2800\u17b4\u17b5"
# Control and format characters (zero-width ones, direction marks, soft hyphen), variation
# selectors, the joiner of accents.
_INVISIBLE = (
    f"[{BLANK_LETTERS}\u00ad\u034f\u061c\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f"
    "\ufe00-\ufe0f\ufeff\ufff9-\ufffb\U000e0000-\U000e0fff\0-\x08\x0e-\x1b\x7f-\x84\x86-\x9f]"
)
_EACH = re.compile(_INVISIBLE)
_NOTHING = re.compile(rf"(?:{_INVISIBLE}|\s)*")


def visible(text: str) -> str:
    """Return the text without what shows nothing, with one blank for each run of white space."""
    return " ".join(_EACH.sub("", text).split())


def shows_nothing(text: str) -> bool:
    """Whether there is nothing to be seen."""
    return _NOTHING.fullmatch(text) is not None


def shown_or_empty(text: str) -> str:
    """Return the text without blanks around it; empty where nothing of it can be seen."""
    return "" if shows_nothing(text) else text.strip()


def same_to_the_eye(text: str) -> str:
    """Return what texts have in common that differ in case, blanks or invisible characters only."""
    return unicodedata.normalize("NFC", visible(text)).lower()
