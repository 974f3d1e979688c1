"""Draws: reproducible, and equally likely."""

import hashlib
import math
from collections import Counter

import pytest

from studies.design import Draws

SEED = bytes(range(16))


def test_draws_are_the_documented_digests() -> None:
    message = SEED + b"\0\0\0\4main" + bytes(7) + b"\x07" + bytes(8)
    digest = hashlib.sha256(message).digest()
    draws = Draws(SEED, "main", 7)
    words = [draws.word() for _ in range(8)]
    assert b"".join(word.to_bytes(4, "big") for word in words) == digest


def test_draws_reject_the_words_that_would_favour_small_numbers() -> None:
    class Fixed(Draws):
        def word(self) -> int:
            return next(words)

    words = iter([2**32 - 1, 5])
    assert Fixed(SEED, "main", 1).below(3) == 2  # 2**32 - 1 is the one word above 3 * 1431655765
    assert list(words) == []


@pytest.mark.parametrize("bound", [0, -1, 2**32 + 1])
def test_draws_refuse_impossible_bounds(bound: int) -> None:
    with pytest.raises(ValueError, match="bound must be"):
        Draws(SEED, "main", 1).below(bound)


def test_shuffled_gives_every_order_equally_often() -> None:
    counts = Counter(tuple(Draws(SEED, "shuffle", block).shuffled("abc")) for block in range(6000))
    assert len(counts) == 6
    assert all(abs(n - 1000) < 4 * math.sqrt(1000 * 5 / 6) for n in counts.values())
