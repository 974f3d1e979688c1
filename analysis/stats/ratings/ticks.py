"""Do systems add and leave out to different degrees? Ticks of judges, by Pearson's chi-square."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ..groups import chi_square_tail
from ..validation import check_integer, check_list

FEW_SYSTEMS = "fewer than two systems were ticked"
ONE_KIND = "only one of added and missing was ticked"


@dataclass(frozen=True, slots=True)
class TicksTest:
    """The result of `ticks_test`; its fields are explained there."""

    statistic: float | None
    degrees_of_freedom: int | None
    p_value: float | None
    reason: str = ""


def ticks_test(added: Sequence[int], missing: Sequence[int]) -> TicksTest:
    """Do systems differ in what is ticked of their texts: something added, something missing?

    Pearson's chi-square of the table of ticks, one row a system, columns added and missing. It asks
    whether the kinds are mixed alike, not whether one system has more ticks; it takes ticks for
    independent, which ticks of one judge are not.

    Args:
        added: how often something added was ticked, for each system.
        missing: how often something missing was.

    Returns:
        The statistic with systems - 1 degrees of freedom and its p, systems without a tick left
        out; None with the ``reason`` where fewer than two systems, or one kind, were ticked.

    Raises:
        ValueError: lists of different lengths, or entries that are no counts.
    """
    rows = [
        [check_integer(name, count, least=0) for count in check_list(name, counts)]
        for name, counts in (("added", added), ("missing", missing))
    ]
    if len(rows[0]) != len(rows[1]):
        raise ValueError("added and missing must have the same length")
    table = np.array(rows, dtype=float).T.reshape(-1, 2)
    table = table[table.sum(axis=1) > 0]
    if len(table) < 2:
        return TicksTest(None, None, None, FEW_SYSTEMS)
    if (table.sum(axis=0) == 0).any():
        return TicksTest(None, None, None, ONE_KIND)
    expected = table.sum(axis=1, keepdims=True) * table.sum(axis=0) / table.sum()
    statistic = float(((table - expected) ** 2 / expected).sum())
    df = len(table) - 1
    return TicksTest(statistic, df, chi_square_tail(statistic, df))
