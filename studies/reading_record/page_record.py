"""The record of a reading that a judge's page sends. It comes from a browser: nothing is trusted.

It never stops an answer: what is malformed, or cannot be true by the server's clock, is left out.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

MAX_CHARACTERS = 250_000
MAX_STAYS = 5000
MAX_CHOICES = 200
MAX_JUMPS = 500
MAX_MS = 2**31 - 1
MAX_WIDTH = 32_767
DEVICES = ("mouse", "touch", "pen", "keyboard")

# Position, and when it was chosen.
Choice = tuple[int, int]
# Position of the text that was jumped to, and when.
Jump = tuple[int, int]
# Position, sentence (the first is 1), start, length.
Stay = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class PageRecord:
    """Times are milliseconds since the texts were shown; None where they were not understood."""

    translated: bool = False
    confirmed_ms: int | None = None
    visible_ms: int = 0
    choices: tuple[Choice, ...] = ()
    jumps: tuple[Jump, ...] = ()
    device: str = ""
    width: int | None = None
    masked: bool = False
    stays: tuple[Stay, ...] = ()

    @property
    def chosen_ms(self) -> int | None:
        """When the confirmed choice was made."""
        return self.choices[-1][1] if self.choices else None


def parse(sent: str | None, *, texts: int = 3) -> PageRecord | None:
    """Return the record that a page of so many texts sent; None where it is no record."""
    if not sent or len(sent) > MAX_CHARACTERS:
        return None
    try:
        said = json.loads(sent)
    except (ValueError, RecursionError):
        return None
    if not isinstance(said, dict):
        return None
    confirmed, visible = _whole(said.get("confirmed")), _whole(said.get("visible"))
    known = confirmed is not None and visible is not None
    return PageRecord(
        translated=said.get("translated") is True,
        confirmed_ms=confirmed if known else None,
        visible_ms=min(visible or 0, confirmed or 0),
        choices=_moments(said.get("choices"), confirmed or 0, texts=texts, most=MAX_CHOICES),
        jumps=_moments(said.get("jumps"), confirmed or 0, texts=texts, most=MAX_JUMPS),
        device=said["device"] if said.get("device") in DEVICES else "",
        width=_whole(said.get("width"), least=1, most=MAX_WIDTH),
        masked=said.get("masked") is True,
        stays=_stays(said.get("stays"), confirmed or 0, texts=texts),
    )


def fitted(
    record: PageRecord, *, position: int | None, elapsed_ms: int, sentences: Sequence[int] | None
) -> PageRecord:
    """Return what can be true of this answer.

    `elapsed_ms` is the time since the texts were held, by the server's clock: where the page claims
    more, its total times are cut to that and its single times left out. The last choice must be the
    one that was sent, else the choices are left out. `sentences` counts those of each text where
    the page covers them; None where it does not, and there are no stays.
    """
    claimed = record.confirmed_ms
    if claimed is not None and claimed > elapsed_ms:
        record = replace(
            record,
            confirmed_ms=elapsed_ms,
            visible_ms=min(record.visible_ms, elapsed_ms),
            choices=(),
            jumps=(),
            stays=(),
        )
    if record.choices and record.choices[-1][0] != position:
        record = replace(record, choices=())
    if sentences is None or not record.masked:
        return replace(record, masked=False, stays=())
    exist = all(number <= sentences[place - 1] for place, number, _start, _length in record.stays)
    return record if exist else replace(record, stays=())


def changes_of_mind(choices: Sequence[Sequence[int]]) -> int:
    """Return how often another text was chosen than just before."""
    places = [position for position, _at in choices]
    return sum(one != other for one, other in pairwise(places))


def _whole(value: Any, *, least: int = 0, most: int = MAX_MS) -> int | None:
    return value if type(value) is int and least <= value <= most else None


def _rows(value: Any, *, width: int, most: int) -> list[list[int]] | None:
    """Return a list of lists of whole numbers; None for anything else."""
    if not isinstance(value, list) or len(value) > most:
        return None
    for row in value:
        if not isinstance(row, list) or len(row) != width:
            return None
        if any(_whole(number) is None for number in row):
            return None
    return value


def _moments(value: Any, confirmed: int, *, texts: int, most: int) -> tuple[tuple[int, int], ...]:
    """Return the positions with their times, where these follow one another; else none."""
    rows = _rows(value, width=2, most=most) or []
    last = 0
    for position, at in rows:
        if not (1 <= position <= texts and last <= at <= confirmed):
            return ()
        last = at
    return tuple((position, at) for position, at in rows)


def _stays(value: Any, confirmed: int, *, texts: int) -> tuple[Stay, ...]:
    """Return the stays where each begins after the end of the one before; else none."""
    rows = _rows(value, width=4, most=MAX_STAYS) or []
    last = 0
    for position, sentence, start, length in rows:
        if not (1 <= position <= texts and sentence >= 1 and last <= start):
            return ()
        last = start + length
    if last > confirmed:
        return ()
    return tuple((p, s, start, length) for p, s, start, length in rows)
