"""Random numbers that anybody can recompute: SHA-256 of (seed, purpose, block, counter)."""

import hashlib
import struct
from collections.abc import Iterable
from typing import TypeVar

from studies.design.texts import SEED_BYTES

T = TypeVar("T")

WORD = 1 << 32
_WORDS = struct.Struct(">8I")


class Draws:
    """The stream of draws of one block of one purpose under one seed.

    A digest gives eight words of 32 bits, in big-endian order; the counter then goes up by one.
    """

    def __init__(self, seed: bytes, purpose: str, block: int) -> None:
        if len(seed) != SEED_BYTES:
            raise ValueError(f"seed must have {SEED_BYTES} bytes, not {len(seed)}")
        name = purpose.encode()
        # The length keeps ("ab", ...) and ("a", "b"...) apart.
        self._prefix = seed + struct.pack(">I", len(name)) + name + struct.pack(">Q", block)
        self._counter = 0
        self._words: list[int] = []

    def word(self) -> int:
        """A whole number from 0 to 2**32 - 1, each equally likely."""
        if not self._words:
            digest = hashlib.sha256(self._prefix + struct.pack(">Q", self._counter)).digest()
            self._counter += 1
            self._words = list(reversed(_WORDS.unpack(digest)))
        return self._words.pop()

    def below(self, bound: int) -> int:
        """A whole number from 0 to `bound - 1`, each equally likely; `bound` from 1 to 2**32."""
        if not 1 <= bound <= WORD:
            raise ValueError(f"bound must be from 1 to 2**32, not {bound}")
        # Words above the last multiple of the bound would favour small numbers: draw again.
        limit = WORD - WORD % bound
        while (word := self.word()) >= limit:
            pass
        return word % bound

    def shuffled(self, things: Iterable[T]) -> list[T]:
        """The things in a drawn order, every order equally likely (Fisher-Yates, from the end)."""
        result = list(things)
        for last in range(len(result) - 1, 0, -1):
            chosen = self.below(last + 1)
            result[last], result[chosen] = result[chosen], result[last]
        return result
