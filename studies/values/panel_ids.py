"""The id that a panel hands over in an address: read as it was meant, and known for no id.

A panel fills a placeholder with its member's id. Where it does not, because a researcher tries the
address or a name is misspelt, the placeholder itself arrives, the same for all who come; and a
program writes a word such as `undefined` where it has no value. None of these is a person.
"""

import hashlib
import re
import unicodedata
from collections.abc import Container, Iterable, Iterator
from functools import lru_cache
from html import unescape
from urllib.parse import parse_qsl, unquote

from studies.values.visible_text import visible

# What Prolific and Mechanical Turk hand over is shorter by far.
LONGEST = 200
# Written where there is no value, in any case.
NO_VALUE = frozenset(
    (
        *("undefined", "null", "none", "nil", "nan", "n/a", "n.a", "void", "empty", "missing"),
        *("unknown", "unset", "blank", "true", "false", "not set", "not available", "na"),
        *("not applicable", "anonymous", "assignment_id_not_available"),
        # Of spreadsheets, and of objects written as text.
        *("ref", "num", "div/0", "object object"),
    )
)
# What placeholders without a mark are made of: `participantId`, `YOUR-ID-HERE`, `test`.
_NAMING = frozenset(
    (
        *("id", "ids", "pid", "uid", "rid", "uuid", "guid", "code", "number", "name", "value"),
        *("prolific", "mturk", "turk", "amazon", "sona", "cloudresearch", "panel", "survey"),
        *("participant", "respondent", "worker", "panelist", "panellist", "member", "user"),
        *("person", "judge", "subject", "assignment", "hit", "session", "study", "external"),
        *("psid", "gid", "mid", "sid", "tid", "token", "transaction", "identifier", "reference"),
        *("email", "mail", "variable", "var", "string", "text", "field", "parameter", "first"),
        *("test", "testing", "example", "sample", "placeholder", "dummy", "todo", "tbd"),
        *("demo", "preview"),
    )
)
_AROUND_A_NAME = frozenset(
    ("your", "my", "the", "insert", "enter", "put", "paste", "here", "of", "goes")
)
# The same words written as one: `respondentid`.
_RUN_TOGETHER = re.compile(f"(?:{'|'.join(sorted(_NAMING, key=len, reverse=True))})+")
# Not an id that a panel has: codes of missing values, the empty GUID, letters for what comes there,
# and Amazon's examples (`AZ3456EXAMPLE`).
_NO_ONES = re.compile(r"-\d+|0{8}(?:-?0{4}){3}-?0{12}|(?=[A-Z]*\d)[A-Z0-9]*EXAMPLE")
_LETTERS_FOR_AN_ID = re.compile(r"([xyz])\1{2,}")
# In braces, and all the same an id: Microsoft writes GUIDs so. Lists of ids are read without, too.
_GUID = re.compile(r"\{[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}\}")
# All of the value in brackets or percent signs, with what some programs write before them.
_BEFORE = r"[$#@*|!&%]*"
_OPEN, _CLOSE = "[{(<%«‹【〈《「『〔", "]})>%»›】〉》」』〕"
_IN_OPEN, _IN_CLOSE = re.escape(_OPEN), re.escape(_CLOSE)
_WRAPPED = re.compile(rf"{_BEFORE}[{_IN_OPEN}].*[{_IN_CLOSE}][*|;sd]*", re.DOTALL)
# Cut off after its beginning or before its end.
_CUT_OFF = re.compile(
    rf"{_BEFORE}[{_IN_OPEN}][^{_IN_CLOSE}]*|[^{_IN_OPEN}]*[\]}}]+[%@*|;]*", re.DOTALL
)
# The same signs on both sides of a name, or one before it: `__PID__`, `#pid#`, `$pid`, `:pid`.
_BETWEEN_SIGNS = re.compile(
    r"(__|[$#@~|^!:=`*]+)[A-Za-z_][\w.]*(?:\([^()]*\))?\1|[$:][A-Za-z_][\w.]*|\$\d"
)
# Marks of templates, which may stand inside other characters.
_MARKS = re.compile(r"[$#]\{|\{\{|\}\}|\[\[|\]\]|<%|%>|\*\||\|\*|@@|%[A-Za-z]\w+%")
_AROUND = re.compile(r"^[\W_]+|[\W_]+$")
_WORDS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[^\W_A-Z]+")
MOST_DECODED = 3
# Private to a font, or no character yet.
_UNKNOWN = frozenset(("Co", "Cn"))


def id_of(value: str, names: Iterable[str] = ()) -> str:
    """Return the id without what cannot be seen around it; empty where it is no id.

    `names` are the parameters of the address: an id that is called like one is a placeholder.
    """
    found = stripped(value)
    if is_placeholder(found, names):
        return ""
    return found[1:-1] if _GUID.fullmatch(found) else _short(found)


def _short(found: str) -> str:
    """Return an id as long as is kept: two that differ only at their ends are two people."""
    if len(found) <= LONGEST:
        return found
    digest = hashlib.sha256(found.encode(errors="surrogatepass")).hexdigest()
    return f"{found[: LONGEST - len(digest) - 1]}~{digest}"


def stripped(value: str) -> str:
    """Return the value without blanks and invisible characters at both ends, and without NUL."""
    if value.isascii() and value.isprintable():
        return value.strip()
    value = value.replace("\0", "")
    seen = [place for place, character in enumerate(value) if not is_unseen(character)]
    return value[seen[0] : seen[-1] + 1] if seen else ""


def is_unseen(character: str) -> bool:
    """Whether a character shows nothing, or a blank."""
    return not visible(character) or unicodedata.category(character) in _UNKNOWN


def is_placeholder(value: str, names: Iterable[str] = ()) -> bool:
    """Whether a value stands for no person: empty, a placeholder, or a word for no value."""
    words = NO_VALUE.union(_core(name) for name in names)
    # Strangers send this: of a megabyte no more is looked at than of an id.
    return any(_stands_for_none(read, words) for read in _readings(value[:LONGEST]))


def _stands_for_none(value: str, words: Container[str]) -> bool:
    if not any(character.isalnum() for character in value) or _core(value) in words:
        return True
    if _GUID.fullmatch(value):
        return _NO_ONES.fullmatch(value[1:-1]) is not None
    if _is_repeated(_core(value), words) or _is_a_name(value) or _NO_ONES.fullmatch(value):
        return True
    return _is_marked(value)


def _is_marked(value: str) -> bool:
    signs = (_WRAPPED, _CUT_OFF, _BETWEEN_SIGNS)
    return any(sign.fullmatch(value) for sign in signs) or _MARKS.search(value) is not None


def left_open(address: str) -> str:
    """Return the part of an address that waits to be filled in (`survey_code=XXXX`); else empty."""
    for part in re.split(r"[/?&#]", address):
        value = unquote(part.partition("=")[2] or part)
        pieces = re.split(r"[\W_]+", _core(value))
        is_letters = len(value) > 3 and all(map(_LETTERS_FOR_AN_ID.fullmatch, pieces))
        if is_letters or _is_marked(value):
            return part
    return ""


def _is_repeated(core: str, words: Container[str]) -> bool:
    """Whether each part of an id is a word that stands for no value, or letters such as xxx."""
    parts = re.split(r"[\W_]+", core)
    return all(part in words or _LETTERS_FOR_AN_ID.fullmatch(part) for part in parts)


def _is_a_name(value: str) -> bool:
    """Whether a value says what should stand there: it has no digit, so no panel made it."""
    if any(character.isdigit() for character in value):
        return False
    words = {word.casefold() for word in _WORDS.findall(value)} - _AROUND_A_NAME
    return bool(words) and all(map(_RUN_TOGETHER.fullmatch, words))


def _core(value: str) -> str:
    return _AROUND.sub("", value).casefold()


def _readings(value: str) -> Iterator[str]:
    """Yield a value, in plain characters, and what it is where it was encoded on its way."""
    for _again in range(MOST_DECODED + 1):
        yield stripped(unicodedata.normalize("NFKC", value))
        decoded = unquote(unescape(value))
        if decoded == value:
            return
        value = decoded


def parameters_in(
    pairs: Iterable[tuple[str, str]], names: Iterable[str]
) -> dict[str, tuple[str, ...]]:
    """Return the values of each of `names`, which ignore case, without repetitions.

    A panel that adds `?NAME=…` to an address that has a query already makes `ID?NAME=ID` of the
    value: it is read as the two parameters that were meant. So is a query that a mail's link
    checker has encoded once more, which is one long name.
    """
    known, more = _known(tuple(names))
    pairs = tuple(pairs)
    if not pairs:
        return dict.fromkeys(known.values(), ())
    found: dict[str, list[str]] = {name: [] for name in known.values()}
    for given, value in _taken_apart(pairs, more):
        name = known.get(stripped(given).casefold().lstrip("?&;").removeprefix("amp;"))
        if name is not None and value not in found[name]:
            found[name].append(value)
    return {name: tuple(values) for name, values in found.items()}


@lru_cache(maxsize=500)
def _known(names: tuple[str, ...]) -> tuple[dict[str, str], re.Pattern[str]]:
    """Return the names without their case, and what leads to one of them within a value."""
    known = {name.casefold(): name for name in names}
    named = "|".join(re.escape(name) for name in known)
    return known, re.compile(rf"/?[?&;](?:amp;)?(?=(?:{named})=)", re.IGNORECASE)


def _taken_apart(
    pairs: Iterable[tuple[str, str]], more: re.Pattern[str]
) -> Iterable[tuple[str, str]]:
    for name, value in pairs:
        if "=" in name and not value:
            yield from parse_qsl(name, keep_blank_values=True)
            continue
        first, *rest = more.split(value)
        yield name, first
        for part in rest:
            yield from parse_qsl(part, keep_blank_values=True)
