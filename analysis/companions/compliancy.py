"""Compliancy: of B as an imitation of A, how many items does it carry off?

De Mattei et al. 2020 ask three things of a restyled text: does it still say what its source says,
is it still paired with the original, and is it taken for the other style? Here: a text of B fits
its own context best (`context`), fits what A wrote about its item best (`pair`), is taken for A's
by the machine judge (`style`), and all three together. A's own texts against the same checks, with
B's texts as the pair, stand beside for comparison.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Checked = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Compliancy:
    """Shares of items. Where a check cannot be made (no contexts), it and `all_three` are None."""

    items: int
    context: float | None
    pair: float | None
    style: float | None
    all_three: float | None


def compliancy(
    items: Sequence[str], *, context: Checked, pair: Checked, style: Checked
) -> Compliancy:
    """Return the shares of items with texts that pass.

    Args:
        items: of each text of the subject.
        context: 1 for a text that passes, 0 for one that does not, NaN where there is nothing to
            compare with; a tie is no match.
        pair: the same of the other subject's texts.
        style: the same of the program's choice.

    An item with several texts passes a check in part, by the share of its texts; items of which
    some check has nothing to compare with are left out, unless no item has it.
    """
    checks = {"context": context, "pair": pair, "style": style}
    if any(len(check) != len(items) for check in checks.values()):
        raise ValueError("each text must have its checks")
    possible = [check for check in checks.values() if not np.isnan(check).all()]
    known = np.full(len(items), bool(possible))
    for check in possible:
        known &= ~np.isnan(check)
    names = [item for item, is_known in zip(items, known.tolist(), strict=True) if is_known]
    found = {name: _share(names, check[known]) for name, check in checks.items()}
    together = np.stack(list(checks.values())).min(axis=0)[known]
    return Compliancy(items=len(set(names)), **found, all_three=_share(names, together))


def _share(items: Sequence[str], passes: Checked) -> float | None:
    """Return the mean over items of the share of their texts that pass; None if not known."""
    if not items or np.isnan(passes).any():
        return None
    _, numbers = np.unique(np.array(items, dtype=object).astype(str), return_inverse=True)
    shares = np.bincount(numbers, weights=passes) / np.bincount(numbers)
    return float(shares.mean())
