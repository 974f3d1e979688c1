"""Find the sentences of a text by a copy of it in which the researcher marked them."""

import re

MARK = "¦"
_MARKS = re.compile(rf"{MARK}|\n")


class MarkError(ValueError):
    """The marked copy differs from the text; the message is the last part that agrees."""


def sentence_starts(text: str, marked: str) -> list[int]:
    """Return the offsets in `text` of its sentences, which `marked` divides by ¦ or line breaks.

    White space around marks is ignored. Raises `MarkError` if anything else differs.
    """
    starts: list[int] = []
    end, last = 0, ""
    for piece in filter(None, (part.strip() for part in _MARKS.split(marked))):
        start = text.find(piece, end)
        if start < 0 or text[end:start].strip():
            raise MarkError(last)
        starts.append(start)
        end, last = start + len(piece), piece[-40:]
    if text[end:].strip():
        raise MarkError(last)
    return starts
