"""Reproducible random numbers: SHA-256 of (seed, purpose, block, counter)."""

import hashlib
import struct
from collections.abc import Iterable
from typing import TypeVar

from studies.design.texts import SEED_BYTES

T = TypeVar("T")

WORD = 1 << 32
_WORDS = struct.Struct(">8I")


class Draws:
    """The draws of one block, for one purpose, under one seed.

    Each digest gives eight big-endian words of 32 bits; then the counter goes up by one.
    """

    def __init__(self, seed: bytes, purpose: str, block: int) -> None:
        if len(seed) != SEED_BYTES:
            raise ValueError(f"seed must have {SEED_BYTES} bytes, not {len(seed)}")
        name = purpose.encode()
        # With its length, so that no purpose runs into the block.
        self._prefix = seed + struct.pack(">I", len(name)) + name + struct.pack(">Q", block)
        self._counter = 0
        self._words: list[int] = []

    def word(self) -> int:
        """Return a whole number from 0 to 2**32 - 1, each equally likely."""
        if not self._words:
            digest = hashlib.sha256(self._prefix + struct.pack(">Q", self._counter)).digest()
            self._counter += 1
            self._words = list(reversed(_WORDS.unpack(digest)))
        return self._words.pop()

    def below(self, bound: int) -> int:
        """Return a whole number below `bound` (1 to 2**32), each equally likely."""
        if not 1 <= bound <= WORD:
            raise ValueError(f"bound must be from 1 to 2**32, not {bound}")
        # Words from the last multiple of the bound on would favour small numbers: draw again.
        limit = WORD - WORD % bound
        while (word := self.word()) >= limit:
            pass
        return word % bound

    def shuffled(self, things: Iterable[T]) -> list[T]:
        """Return the things in random order, each order equally likely (Fisher-Yates)."""
        result = list(things)
        for last in range(len(result) - 1, 0, -1):
            chosen = self.below(last + 1)
            result[last], result[chosen] = result[chosen], result[last]
        return result
