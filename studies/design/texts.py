"""What a plan is made of: texts, orders, pairings."""

import hashlib
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

Subject = Literal["A", "B", "C", "D", "E", "F", "G", "H"]

# Of triads; texts of more are rated.
SUBJECTS: tuple[Subject, Subject] = ("A", "B")
ORDERS = ("ABB", "ABA", "AAB", "BAA", "BAB", "BBA")
_ODD_POSITIONS = {
    order: next(place for place, letter in enumerate(order, 1) if order.count(letter) == 1)
    for order in ORDERS
}
SEED_BYTES = 16


class Protocol(StrEnum):
    """What judges are asked: which text is the odd one, or which has what the question names.

    In a directed triad the text by B is always the odd one.
    """

    TRIANGLE = "triangle"
    DIRECTED = "directed"


class Pairing(StrEnum):
    """What the three texts of a triad are about: three different items, or one and the same."""

    DIFFERENT = "different"
    SAME = "same"


@dataclass(frozen=True, slots=True)
class Text:
    """A sample as the plan sees it: its subject, its item, and the hash of its content.

    `key` identifies the sample to the caller and never influences the plan; `row` (of the upload)
    only orders texts that are equal in everything else.
    """

    key: int
    subject: Subject
    item: str
    content_hash: str
    row: int = 0


def odd_position(order: str) -> int:
    """Return the position of the odd text in `order`: 1, 2 or 3."""
    if order not in _ODD_POSITIONS:
        raise ValueError(f"order must be one of {', '.join(ORDERS)}, not {order!r}")
    return _ODD_POSITIONS[order]


def majority(order: str) -> Subject:
    """Return the subject with two texts in `order`."""
    return "A" if order.count("A") == 2 else "B"


_ORDERS_OF = {
    Protocol.TRIANGLE: ORDERS,
    Protocol.DIRECTED: tuple(order for order in ORDERS if majority(order) == "A"),
}


def orders_of(protocol: str) -> tuple[str, ...]:
    """Return the orders of a protocol's triads; a block holds each of them once.

    Raises `ValueError` for an unknown protocol.
    """
    return _ORDERS_OF[protocol_of(protocol)]


def subjects_of_block(protocol: str) -> tuple[Subject, ...]:
    """Return the subjects that a block takes texts of, in turn."""
    turn: tuple[Subject, ...] = SUBJECTS
    if protocol_of(protocol) == Protocol.DIRECTED:
        turn = ("A", "A", "B")
    return turn * (3 * len(orders_of(protocol)) // len(turn))


def content_hash(text: str, image: bytes = b"") -> str:
    """Return the SHA-256 (hex) of what a judge sees of a sample: equal hashes look the same.

    The kind of line breaks, blanks at line ends and the composition of accents are invisible and
    make no difference. `image` comes from `image_part`. A lone surrogate raises `ValueError`.
    """
    lines = unicodedata.normalize("NFC", text).replace("\r\n", "\n").replace("\r", "\n").split("\n")
    canonical = "\n".join(line.rstrip() for line in lines).rstrip("\n").encode()
    parts = (b"triadsurvey content 1", canonical, image)
    return hashlib.sha256(
        b"".join(len(part).to_bytes(8, "big") + part for part in parts)
    ).hexdigest()


def image_part(sha256: str, alt_text: str) -> bytes:
    """Return what `content_hash` takes of an image: the hash of its bytes, and its description."""
    return bytes.fromhex(sha256) + unicodedata.normalize("NFC", alt_text).encode()


def in_plan_order(texts: Iterable[Text], subjects: Iterable[str] = SUBJECTS) -> list[Text]:
    """Return the texts in the order from which a plan draws.

    Raises `ValueError` for an unknown subject or a repeated key.
    """
    ordered = sorted(texts, key=lambda t: (t.subject, t.item, t.content_hash, t.row, t.key))
    if len({text.key for text in ordered}) != len(ordered):
        raise ValueError("keys of texts must be unique")
    if not {text.subject for text in ordered} <= set(subjects):
        raise ValueError(f"subject of a text must be one of {', '.join(subjects)}")
    return ordered


def protocol_of(name: str) -> Protocol:
    """Return the protocol of this name; raise `ValueError` if there is none."""
    try:
        return Protocol(name)
    except ValueError:
        raise ValueError(f"protocol must be 'triangle' or 'directed', not {name!r}") from None


def pairing_of(name: str) -> Pairing:
    """Return the pairing rule of this name; raise `ValueError` if there is none."""
    try:
        return Pairing(name)
    except ValueError:
        raise ValueError(f"pairing must be 'different' or 'same', not {name!r}") from None
