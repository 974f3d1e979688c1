"""Draws of virtual judges: the same on every machine, in any order of the judges."""

import hashlib
from statistics import NormalDist

# A draw may be 0, of which the normal distribution has no quantile.
SMALLEST = 1e-9


def draw(seed: int, judge: int, purpose: str) -> float:
    """Return a number from 0 up to 1."""
    digest = hashlib.sha256(f"{seed}:{judge}:{purpose}".encode()).digest()
    return int.from_bytes(digest[:8]) / 2**64


def normal_of(share: float) -> float:
    """Return the standard normal value below which this share of all values lies."""
    return NormalDist().inv_cdf(min(max(share, SMALLEST), 1 - SMALLEST))


def draw_normal(seed: int, judge: int, purpose: str) -> float:
    """Return a standard normal number."""
    return normal_of(draw(seed, judge, purpose))
