"""Mutants of SQL and of Django's templates, by their words."""

import re
from collections.abc import Iterator

from scripts.mutants.mutant import Mutant, replaced

SQL = (
    (r"<>", "="),
    (r"(?<= )=(?= )", "<>"),
    (r"(?<= )<(?= )", "<="),
    (r"(?<= )<=(?= )", "<"),
    (r"(?<= )>(?= )", ">="),
    (r"(?<= )>=(?= )", ">"),
    (r"\bAND\b", "OR"),
    (r"\bOR\b(?! REPLACE| UPDATE| DELETE| INSERT| TRUNCATE)", "AND"),
    (r"\bIS NOT\b", "IS"),
    (r"\bIS (?=NULL|DISTINCT)", "IS NOT "),
    (r"\bNOT (?=EXISTS|IN|[a-z(])", ""),
    (r"\bFOR (NO KEY )?UPDATE\b", ""),
    (r"\bSKIP LOCKED\b", ""),
    (r"\bDISTINCT\b(?! FROM| ON)", ""),
    (r"\bDESC\b", ""),
    (r"\bBEFORE UPDATE OR DELETE\b", "BEFORE DELETE"),
    (r" OR DELETE\b", ""),
    (r"\bmin\b", "max"),
    (r"\bmax\b", "min"),
    (r"\bINTERSECT\b", "UNION"),
    (r"\bLEFT JOIN\b", "JOIN"),
    (r"(?<=[ (])\d+(?=[ ,);])", "{0} + 1"),
)
TEMPLATES = (
    (r"(?<=\{% if )not ", ""),
    (r"(?<=\{% if )(?=[\w.]+ %\})", "not "),
    (r"(?<= )and(?= [\w. ]*%\})", "or"),
    (r"(?<= )or(?= [\w. ]*%\})", "and"),
    (r"(?<= )==(?= )", "!="),
)
# A string of Python is SQL where it holds a statement.
STATEMENT = re.compile(rb"\b(SELECT|UPDATE|INSERT INTO|DELETE FROM|WHERE|CREATE)\b[^a-z]*[\w\"{(*]")


def of_sql(path: str, source: bytes) -> Iterator[Mutant]:
    # Comments tell, and the words of a refusal are for people.
    hidden = re.sub(rb"--[^\n]*|(?<=RAISE EXCEPTION )'[^']*'", _blank, source)
    return _matches(path, source, hidden, SQL)


def of_template(path: str, source: bytes) -> Iterator[Mutant]:
    hidden = re.sub(rb"(?s)\{% comment %\}.*?\{% endcomment %\}|\{#.*?#\}", _blank, source)
    return _matches(path, source, hidden, TEMPLATES)


def in_string(path: str, source: bytes, start: int, end: int) -> Iterator[Mutant]:
    """Return the mutants of a string of Python that holds SQL."""
    if STATEMENT.search(source[start:end]):
        hidden = b" " * start + re.sub(rb"--[^\n]*", _blank, source[start:end])
        yield from _matches(path, source, hidden, SQL)


def _matches(
    path: str, source: bytes, shown: bytes, changes: tuple[tuple[str, str], ...]
) -> Iterator[Mutant]:
    for pattern, replacement in changes:
        for found in re.finditer(pattern.encode(), shown):
            new = replacement.format(found[0].decode())
            yield replaced(path, source, found.start(), found.end(), new)


def _blank(found: re.Match[bytes]) -> bytes:
    return re.sub(rb"[^\n]", b" ", found[0])
