"""The id that a panel hands over in an address: read as it was meant, and known for no id.

A panel fills a placeholder with its member's id. Where it does not, because a researcher tries the
address or a name is misspelt, the placeholder itself arrives, the same for all who come; and a
program writes a word such as `undefined` where it has no value. None of these is a person.
"""

import re
import unicodedata
from collections.abc import Iterable
from urllib.parse import parse_qsl, unquote

from studies.visible_text import visible

# What Prolific and Mechanical Turk hand over is shorter by far.
LONGEST = 200
# Written where there is no value, in any case.
NO_VALUE = frozenset(
    (
        *("undefined", "null", "none", "nil", "nan", "n/a", "void", "empty", "missing", "unknown"),
        *("false", "not set", "not_set", "anonymous", "assignment_id_not_available"),
    )
)
_OPEN, _CLOSE = r"[\[{(<%«]", r"[\]})>%»]"
# All of the value in brackets or percent signs, with what some programs write before them.
_WRAPPED = re.compile(rf"[$#@*|!&]*{_OPEN}.*{_CLOSE}[*|;]*", re.DOTALL)
# Cut off after its beginning; and marks of templates, which may stand inside other characters.
_CUT_OFF = re.compile(r"[$#@*|!&]*[\[{(<%][^\]})>%]*", re.DOTALL)
_MARKS = re.compile(r"[$#]\{|\{\{|\}\}|\[\[|\]\]|<%|%>|\*\||\|\*|@@|%[A-Za-z]\w+%")
_AROUND = re.compile(r"^[\W_]+|[\W_]+$")
_HTML = {"&lt;": "<", "&gt;": ">", "&amp;": "&", "&#123;": "{", "&#125;": "}"}
# Private to a font, or no character yet.
_UNKNOWN = frozenset(("Co", "Cn"))


def id_of(value: str, names: Iterable[str] = ()) -> str:
    """Return the id without what cannot be seen around it; empty where it is no id.

    `names` are the parameters of the address: an id that is called like one is a placeholder.
    """
    found = stripped(value)[:LONGEST]
    return "" if is_placeholder(found, names) else found


def stripped(value: str) -> str:
    """Return the value without blanks and invisible characters at both ends, and without NUL."""
    value = value.replace("\0", "")
    seen = [place for place, character in enumerate(value) if not is_unseen(character)]
    return value[seen[0] : seen[-1] + 1] if seen else ""


def is_unseen(character: str) -> bool:
    """Whether a character shows nothing, or a blank."""
    return not visible(character) or unicodedata.category(character) in _UNKNOWN


def is_placeholder(value: str, names: Iterable[str] = ()) -> bool:
    """Whether a value stands for no person: empty, a placeholder, or a word for no value."""
    words = NO_VALUE.union(_core(name) for name in names)
    for read in (value, _decoded(value)):
        if not any(character.isalnum() for character in read) or _core(read) in words:
            return True
        if _WRAPPED.fullmatch(read) or _CUT_OFF.fullmatch(read) or _MARKS.search(read):
            return True
    return False


def _core(value: str) -> str:
    return _AROUND.sub("", value).casefold()


def _decoded(value: str) -> str:
    """Return a value that was encoded once more on its way, as mail programs do."""
    for written, meant in _HTML.items():
        value = value.replace(written, meant)
    return stripped(unquote(value))


def parameters_in(
    pairs: Iterable[tuple[str, str]], names: Iterable[str]
) -> dict[str, tuple[str, ...]]:
    """Return the values of each of `names`, which ignore case, without repetitions.

    A panel that adds `?NAME=…` to an address that has a query already makes `ID?NAME=ID` of the
    value: it is read as the two parameters that were meant.
    """
    known = {name.casefold(): name for name in names}
    found: dict[str, list[str]] = {name: [] for name in known.values()}
    for given, value in _taken_apart(pairs, known):
        name = known.get(stripped(given).casefold().removeprefix("amp;"))
        if name is not None and value not in found[name]:
            found[name].append(value)
    return {name: tuple(values) for name, values in found.items()}


def _taken_apart(
    pairs: Iterable[tuple[str, str]], known: Iterable[str]
) -> Iterable[tuple[str, str]]:
    named = "|".join(re.escape(name) for name in known)
    more = re.compile(rf"[?&](?:amp;)?(?=(?:{named})=)", re.IGNORECASE)
    for name, value in pairs:
        first, *rest = more.split(value)
        yield name, first
        for part in rest:
            yield from parse_qsl(part, keep_blank_values=True)
