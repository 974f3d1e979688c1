"""What gives the texts away: the pieces of text by which a classifier told them apart."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from .grams import LONGEST_GRAM

Array = npt.NDArray[np.float64]

EACH = 6
_LOOKED_AT = 400
_LONGEST = 40
# So many characters of an example stand before the piece, and behind it.
_AROUND = 25
# A longer piece stands for a shorter one while so many of its texts hold it.
_STILL = 0.8


@dataclass(frozen=True, slots=True)
class Telling:
    """A piece of text that speaks for a subject, and how many texts of each subject hold it.

    Of the subject's own texts that hold it so many begin, or end, with it; `example` is a passage
    of the first one around the piece.
    """

    piece: str
    subject: str
    texts_a: int
    texts_b: int
    begins: int = 0
    ends: int = 0
    example: str = ""


def tellings(
    grams: Sequence[str], moved: Array, weights: Array, texts: Sequence[str], labels: Array
) -> Iterator[Telling]:
    """The n-grams that move the subjects' mean scores apart most, first those that speak for A.

    n-grams that are parts of one phrase are put together to it.
    """
    order = np.argsort(-moved, kind="stable")[:_LOOKED_AT].tolist()
    for subject, sign in (("A", 1), ("B", -1)):
        best = [grams[place] for place in order if moved[place] > 0 and sign * weights[place] > 0]
        own = [text for text, label in zip(texts, labels, strict=True) if label == sign]
        for piece in _pieces(best, own):
            holds = np.array([piece in text for text in texts])
            holding = [text for text in own if piece in text]
            yield Telling(
                piece,
                subject,
                texts_a=int((holds & (labels > 0)).sum()),
                texts_b=int((holds & (labels < 0)).sum()),
                begins=sum(text.startswith(piece.lstrip()) for text in holding),
                ends=sum(text.endswith(piece.rstrip()) for text in holding),
                example=_passage(piece, holding),
            )


def _passage(piece: str, holding: Sequence[str]) -> str:
    """What stands around the piece in the first of the texts; at an end where it mostly is."""
    if not holding:
        return ""
    text = holding[0]
    at_end = 2 * sum(one.endswith(piece) for one in holding) > len(holding)
    place = text.rfind(piece) if at_end and text.endswith(piece) else text.find(piece)
    start, stop = max(0, place - _AROUND), place + len(piece) + _AROUND
    return f"{'…' if start else ''}{text[start:stop]}{'…' if stop < len(text) else ''}"


def _pieces(grams: list[str], texts: list[str]) -> list[str]:
    """The first few, grown as far as the others reach, none within another."""
    found: list[str] = []
    for gram in grams:
        if not gram.strip() or _overlaps(gram, found):
            continue
        piece = _grown(gram, grams, texts)
        if not _overlaps(piece, found):
            found.append(piece)
        if len(found) == EACH:
            break
    return found


def _overlaps(piece: str, found: list[str]) -> bool:
    return any(piece in one or one in piece for one in found)


def _grown(piece: str, grams: list[str], texts: list[str]) -> str:
    least = _STILL * _holding(piece, texts)
    while len(piece) < _LONGEST:
        longer = (one for gram in grams for one in _joined(piece, gram))
        grown = next((one for one in longer if _holding(one, texts) >= least), piece)
        if grown == piece:
            break
        piece = grown
    return piece


def _joined(piece: str, gram: str) -> Iterator[str]:
    """The piece with one more character, where the n-gram overlaps it in all but one."""
    rest = len(gram) - 1
    if not 0 < rest < LONGEST_GRAM or rest > len(piece):
        return
    if piece.endswith(gram[:-1]):
        yield piece + gram[-1]
    if piece.startswith(gram[1:]):
        yield gram[0] + piece


def _holding(piece: str, texts: list[str]) -> int:
    return sum(piece in text for text in texts)
