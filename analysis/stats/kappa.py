"""Agreement of two coders beyond chance: Cohen's kappa (Cohen, 1960)."""

import math
from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass

from scipy.special import ndtri


@dataclass(frozen=True, slots=True)
class Kappa:
    """Cohen's kappa with large-sample limits, and the share of equal codes.

    None where both coders used one and the same code alone: chance agreement is complete then.
    """

    n: int
    agreement: float
    kappa: float | None
    lower: float | None
    upper: float | None


def cohen_kappa(
    first: Sequence[Hashable], second: Sequence[Hashable], *, confidence: float = 0.95
) -> Kappa:
    """Return Cohen's kappa of two coders' codes of the same things.

    Limits by the standard error of Fleiss, Cohen and Everitt (1969), cut to [-1, 1].
    """
    if len(first) != len(second) or not first:
        raise ValueError("two codes are needed of each of one thing or more")
    n = len(first)
    cells = {pair: count / n for pair, count in Counter(zip(first, second, strict=True)).items()}
    rows, columns = _shares(first), _shares(second)
    observed = sum(share for (one, other), share in cells.items() if one == other)
    expected = sum(share * columns.get(code, 0.0) for code, share in rows.items())
    if math.isclose(expected, 1.0):
        return Kappa(n, observed, None, None, None)
    kappa = (observed - expected) / (1 - expected)
    error = _standard_error(cells, rows, columns, observed, expected, n)
    half = float(ndtri((1 + confidence) / 2)) * error
    return Kappa(n, observed, kappa, max(-1.0, kappa - half), min(1.0, kappa + half))


def _shares(codes: Sequence[Hashable]) -> dict[Hashable, float]:
    return {code: count / len(codes) for code, count in Counter(codes).items()}


def _standard_error(
    cells: dict[tuple[Hashable, Hashable], float],
    rows: dict[Hashable, float],
    columns: dict[Hashable, float],
    observed: float,
    expected: float,
    n: int,
) -> float:
    same = apart = 0.0
    for (one, other), share in cells.items():
        if one == other:
            margins = rows[one] + columns[one]
            same += share * ((1 - expected) - margins * (1 - observed)) ** 2
        else:
            margins = columns.get(one, 0.0) + rows.get(other, 0.0)
            apart += share * margins**2
    last = (observed * expected - 2 * expected + observed) ** 2
    variance = (same + (1 - observed) ** 2 * apart - last) / (n * (1 - expected) ** 4)
    return math.sqrt(max(variance, 0.0))
