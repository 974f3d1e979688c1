"""What the machine judge went by, in words: what a piece of text is, an example, what to do."""

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass

from analysis.stats.surface import Telling

# A piece is at the beginning, or end, of texts where so many of those that hold it have it there.
MOSTLY = 0.8
_WORD_BEFORE, _WORD_BEHIND = re.compile(r"\w*$"), re.compile(r"\w*")
SIGNS = {
    "!": "an exclamation mark",
    "?": "a question mark",
    ".": "a full stop",
    ",": "a comma",
    ";": "a semicolon",
    ":": "a colon",
    "-": "a hyphen",
    "–": "a dash",
    "—": "a long dash",
    "(": "an opening bracket",
    ")": "a closing bracket",
    '"': "a straight quotation mark",
    "'": "a straight apostrophe",
    "’": "a curly apostrophe",
    "…": "an ellipsis",
    "<": "a sign of markup, <",
    ">": "a sign of markup, >",
}
AT_BEGINNING = "First words: cut or vary them, if they are an accident of how the texts arose."
AT_END = "Last words or signs: let all texts end alike, or in several ways."
OF_SIGNS = "Signs: write them alike in all texts, if one system's format or upload made them."
OF_WORDS = (
    "Words: accept them if they are a way of writing. Leave the items out if they are about their "
    "topic; vary them if they are a set phrase."
)
OF_LETTERS = (
    "Parts of words: see by the example which word it is, and accept it unless it is an accident."
)


@dataclass(frozen=True, slots=True)
class Feature:
    """A piece in words; the example is what stands before it, the piece, and what stands behind."""

    name: str
    advice: str
    example: tuple[str, str, str] | None
    texts_a: int
    texts_b: int


def feature_of(one: Telling) -> Feature:
    """Return what a piece is."""
    name, advice = _named(one)
    return Feature(name, advice, _parts(one), one.texts_a, one.texts_b)


def what_to_do(pieces: Iterable[Telling]) -> list[str]:
    """Return what to do about these pieces: once for those of one sort, in the order they come."""
    return list(dict.fromkeys(feature_of(one).advice for one in pieces))


def _parts(one: Telling) -> tuple[str, str, str] | None:
    """Return the example in three parts; None where there is none."""
    before, found, behind = one.example.partition(one.piece)
    return (before, found, behind) if found else None


def _named(one: Telling) -> tuple[str, str]:
    """Name all of the piece that was counted: its blanks too, and wherever in a text it stands."""
    own = one.texts_a if one.subject == "A" else one.texts_b
    piece = one.piece.strip()
    has = f"has {_quoted(piece)}{_blanks(one.piece)}"
    if own and one.begins >= MOSTLY * own:
        return f"{has}, mostly at the beginning", AT_BEGINNING
    if own and one.ends >= MOSTLY * own:
        return f"{has}, mostly at the end", AT_END
    if not any(map(str.isalnum, piece)):
        return has, OF_SIGNS
    return _of_words(one, piece)


def _of_words(one: Telling, piece: str) -> tuple[str, str]:
    """Name a piece that may be cut off in a word by the whole words of the example."""
    before, _, behind = _parts(one) or ("", "", "")
    start = _found(_WORD_BEFORE.search(before)) if one.piece[0].isalnum() else ""
    stop = _found(_WORD_BEHIND.match(behind)) if one.piece[-1].isalnum() else ""
    advice = OF_WORDS if " " in piece else OF_LETTERS
    has = f"has “{piece}”{_blanks(one.piece)}"
    if start or stop:
        return f"{has}, as in “{start}{piece}{stop}”", advice
    return has, OF_WORDS if one.example else advice


def _blanks(piece: str) -> str:
    """Return in words the blanks around a piece: without them it may be in more texts."""
    before, behind = piece.startswith(" "), piece.endswith(" ")
    if before and behind:
        return " between blanks"
    if before or behind:
        return f" with a blank {'before' if before else 'behind'} it"
    return ""


def _found(match: re.Match[str] | None) -> str:
    return match[0] if match else ""


def _quoted(piece: str) -> str:
    """Return a sign by its name, all else in quotation marks."""
    if len(piece) == 1 and not piece.isalnum():
        return (
            SIGNS.get(piece) or f"the sign “{piece}” ({unicodedata.name(piece, 'unknown').lower()})"
        )
    return f"“{piece}”"
