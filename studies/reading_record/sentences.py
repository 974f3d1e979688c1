"""Cutting a text into its sentences, in any script, without changing a character of it.

The rule is short rather than a trained model: reading records rely on the same text giving the same
sentences for ever. Researchers who want others mark them in the upload.
"""

import re
from collections.abc import Iterator, Sequence

Span = tuple[int, int]

# Poems, lists and tables have no full stops: a sentence ends at the end of its line.
_LINE = re.compile(r"[^\n\r\v\f\x85\u2028\u2029]+")
# Marks that end a sentence where a space follows; those of Chinese and Japanese need none.
_MARKS = ".!?…؟۔।"
_WIDE_MARKS = "。！？｡"
_CLOSERS = "\"'”’»›)\\]}」』）】〉》"
_OPENERS = "\"'“‘«‹(\\[{¿¡「『（【〈《—–-"
_END = re.compile(
    rf"[{_MARKS}]+[{_CLOSERS}]*(?=\s)|[{_WIDE_MARKS}][{_MARKS}{_WIDE_MARKS}]*[{_CLOSERS}]*"
)
_LAST_WORD = re.compile(r"[^\W_]+(?:\.[^\W_]+)*$")
_NEXT = re.compile(rf"[\s{_OPENERS}]*(.?)")
_SPOKEN = re.compile(r"[^\W_]")
# Abbreviations with a full stop that ends no sentence. Left out are those that often end one
# (“etc.”) and those that are words in one of our languages (“no.”, “mar.”, “est.”).
ABBREVIATIONS = frozenset(
    {
        *("mr", "mrs", "ms", "dr", "prof", "st", "mt", "jr", "rev", "gen", "sgt", "dept", "approx"),
        *(
            "vs",
            "eg",
            "e.g",
            "ie",
            "i.e",
            "cf",
            "al",
            "fig",
            "figs",
            "eq",
            "vol",
            "pp",
            "ed",
            "eds",
        ),
        *("sr", "sra", "srta", "dra", "dña", "excmo", "ud", "uds", "vd", "vds", "sto", "sta"),
        *("pág", "págs", "núm", "núms", "nº", "aprox", "avda", "ej", "p.ej", "prov"),
        *("mme", "mlle", "mgr", "hr", "bzw", "ca", "nr", "abb", "bd", "str", "z.b", "d.h", "u.a"),
        *("o.ä", "vgl", "evtl", "ggf", "inkl", "zzgl", "mio", "mrd"),
        *("feb", "apr", "aug", "sept", "sep", "okt", "oct", "nov", "dec", "dez"),
    }
)
# Scripts that put no spaces between words: each character is counted as one.
_WORD = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]|[^\W_]+(?:['’.,][^\W_]+)*")


def cut(text: str, starts: Sequence[int] | None = None) -> tuple[Span, ...]:
    """Return where each sentence begins and ends; what lies between is white space.

    `starts` are the beginnings of sentences where the upload marked them.
    """
    if starts is not None:
        return tuple(_trimmed(text, _between(text, starts)))
    return tuple(span for line in _LINE.finditer(text) for span in _of_line(text, line.span()))


def cut_alike(
    texts: Sequence[str], marked: Sequence[Sequence[int] | None]
) -> tuple[tuple[Span, ...], ...]:
    """Cut the texts of one trial in the same way: by their marks only where all have them.

    Marked sentences of one subject beside cut ones of the other would tell the two apart.
    """
    as_marked = all(starts is not None for starts in marked)
    return tuple(
        cut(text, starts if as_marked else None) for text, starts in zip(texts, marked, strict=True)
    )


def words(text: str) -> int:
    """Return how many words a sentence has; in Chinese and Japanese, how many characters."""
    return sum(1 for _ in _WORD.finditer(text))


def characters(text: str) -> int:
    """Return the length of a sentence, each stretch of white space counted as one character."""
    return len(" ".join(text.split()))


def _between(text: str, starts: Sequence[int]) -> Iterator[Span]:
    places = sorted({0, *(start for start in starts if 0 < start < len(text))})
    yield from zip(places, [*places[1:], len(text)], strict=True)


def _trimmed(text: str, spans: Iterator[Span]) -> Iterator[Span]:
    for start, end in spans:
        piece = text[start:end]
        if bare := piece.strip():
            begin = start + piece.index(bare)
            yield begin, begin + len(bare)


def _of_line(text: str, line: Span) -> Iterator[Span]:
    """Yield the sentences of a line; a piece without a letter or digit joins the one before it."""
    spans: list[Span] = []
    for start, end in _trimmed(text, _pieces(text, line)):
        if spans and not _SPOKEN.search(text, start, end):
            spans[-1] = (spans[-1][0], end)
        else:
            spans.append((start, end))
    yield from spans


def _pieces(text: str, line: Span) -> Iterator[Span]:
    start, last = line
    for mark in _END.finditer(text, *line):
        if _ends(text, start, mark, last):
            yield start, mark.end()
            start = mark.end()
    yield start, last


def _ends(text: str, start: int, mark: re.Match[str], last: int) -> bool:
    """Whether a sentence ends at this mark: not after “Dr.” or “1.”, nor before a small letter."""
    if mark[0][0] in _WIDE_MARKS:
        return True
    following = _NEXT.match(text, mark.end(), last)
    if following and following[1].islower():
        return False
    if mark[0] != ".":
        return True
    word = _LAST_WORD.search(text[max(start, mark.start() - 20) : mark.start()])
    if word is None:
        return True
    is_number_of_list = (
        word[0].isdigit() and not text[start : mark.start()].strip()[: -len(word[0])]
    )
    is_initial = len(word[0]) == 1 and word[0].isupper()
    return not (is_number_of_list or is_initial or word[0].lower() in ABBREVIATIONS)
