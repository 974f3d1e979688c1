"""Sentences as the researcher marks them: the text once more, with a mark between its sentences."""

import re

MARK = "¦"
_MARKS = re.compile(rf"{MARK}|\n")


class MarkError(ValueError):
    """The marked text is not the text; the message is the last piece that was found in it."""


def sentence_starts(text: str, marked: str) -> list[int]:
    """Where the sentences of `text` begin, by `marked`: the same with ¦ or line breaks between.

    White space around a mark does not matter. Raises `MarkError` where anything else differs.
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
