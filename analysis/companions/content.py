"""Content match: does each text say what its item is about, as the other subject's text does?

A text that says something else is the commonest accidental giveaway. De Mattei et al. 2020 ("On
the interaction of automatic evaluation and task framing in headline style transfer", EvalNLGEval)
let two trained classifiers check this; here nothing is trained: texts and pool are rows of
character n-grams (`analysis.stats.surface.grams`), and a text *matches* where its own item is the
one of the pool that it resembles most. One pool holds the contexts, another the texts of the other
subject.
"""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_array

from analysis.stats.binomial import lower_tail
from analysis.stats.surface.grams import features_of

Array = npt.NDArray[np.float64]

# Cosines that differ by less are alike.
_ALIKE = 1e-9
# So many texts are compared with the pool at a time.
_AT_ONCE = 500
# Shares matched that differ by so much are worth a word.
APART = 0.10


@dataclass(frozen=True, slots=True)
class Matches:
    """How well each text fits its own item among the items of a pool.

    By text: `rank` is 1 + how many items it resembles more (of ties the mean place); `matched` is 1
    where no other item is as near, 1/m where m items are nearest alike; `beaten` the share of other
    items that are less near (half for ties); `nearest` the place in `items` of the nearest one, its
    own where it is among them. Where the pool has nothing of a text's item, the numbers are NaN.
    """

    items: tuple[Hashable, ...]
    rank: Array
    matched: Array
    beaten: Array
    nearest: npt.NDArray[np.intp]

    @property
    def known(self) -> npt.NDArray[np.bool_]:
        """Which texts have their item in the pool."""
        return ~np.isnan(self.rank)

    @property
    def share(self) -> float | None:
        """The share of texts that match, ties in part."""
        return float(self.matched[self.known].mean()) if self.known.any() else None

    @property
    def auc(self) -> float | None:
        """The mean share of other items that a text's own one beats; 0.5 says nothing."""
        left = self.beaten[~np.isnan(self.beaten)]
        return float(left.mean()) if left.size else None


def match(
    texts: Sequence[str], items: Sequence[Hashable], pool: Sequence[str], about: Sequence[Hashable]
) -> Matches:
    """Rank the items of a pool by how much each text resembles what the pool has of them.

    Args:
        texts: the texts, of one subject.
        items: what each of them is about.
        pool: contexts, or the texts of the other subject.
        about: the item of each text of the pool; of several the best cosine counts.
    """
    if len(texts) != len(items) or len(pool) != len(about):
        raise ValueError("each text must have its item")
    names = tuple(dict.fromkeys(about))
    place = {name: number for number, name in enumerate(names)}
    own = np.array([place.get(item, -1) for item in items], dtype=np.intp)
    if not texts or not names:
        nothing = np.full(len(texts), np.nan)
        return Matches(names, nothing, nothing, nothing, own)
    rows, _ = features_of([*texts, *pool])
    groups = np.array([place[item] for item in about], dtype=np.intp)
    return _ranked(_nearness(rows[: len(texts)], rows[len(texts) :], groups), own, names)


def _nearness(texts: csr_array, pool: csr_array, groups: npt.NDArray[np.intp]) -> Array:
    """Return the best cosine of each text (rows) with the pool's texts about each item."""
    by_item = np.argsort(groups, kind="stable")
    starts = np.flatnonzero(np.diff(groups[by_item], prepend=-1))
    columns = pool[by_item].T.tocsr()
    parts = [
        np.maximum.reduceat((texts[start : start + _AT_ONCE] @ columns).toarray(), starts, axis=1)
        for start in range(0, texts.shape[0], _AT_ONCE)
    ]
    return np.concatenate(parts)


def _ranked(near: Array, own: npt.NDArray[np.intp], names: tuple[Hashable, ...]) -> Matches:
    """Compare each text's nearness to its own item with that to the others."""
    known = own >= 0
    places = np.arange(len(own))
    to_own = np.where(known, near[places, own], np.nan)[:, None]
    nearer = (near > to_own + _ALIKE).sum(axis=1)
    alike = (np.abs(near - to_own) <= _ALIKE).sum(axis=1)
    others = len(names) - 1
    further = len(names) - nearer - alike
    best = near.argmax(axis=1)
    with np.errstate(divide="ignore", invalid="ignore"):
        matched = np.where(nearer == 0, 1 / alike, 0.0)
        beaten = (further + (alike - 1) / 2) / others if others else np.full(len(own), np.nan)
    return Matches(
        items=names,
        rank=np.where(known, 1 + nearer + (alike - 1) / 2, np.nan),
        matched=np.where(known, matched, np.nan),
        beaten=np.where(known, beaten, np.nan),
        nearest=np.where(known & (nearer == 0), own, best),
    )


@dataclass(frozen=True, slots=True)
class McNemar:
    """Items of both subjects: those that only A's text matches, and only B's; exact, two-sided."""

    items: int
    only_a: int
    only_b: int
    p_value: float


def mcnemar(
    a: Matches, items_a: Sequence[Hashable], b: Matches, items_b: Sequence[Hashable]
) -> McNemar | None:
    """Compare the subjects over the items that both have; None where there are none.

    A subject matches an item where more than half of its texts about it match, each alone: a tie
    is no match.
    """
    of_a, of_b = _by_item(a, items_a), _by_item(b, items_b)
    both = of_a.keys() & of_b.keys()
    if not both:
        return None
    only_a = sum(of_a[item] and not of_b[item] for item in both)
    only_b = sum(of_b[item] and not of_a[item] for item in both)
    p = 2 * lower_tail(min(only_a, only_b), only_a + only_b, 0.5)
    return McNemar(len(both), only_a, only_b, min(p, 1.0))


def _by_item(found: Matches, items: Sequence[Hashable]) -> dict[Hashable, bool]:
    by_item: dict[Hashable, list[bool]] = {}
    for item, matched, known in zip(items, found.matched == 1, found.known, strict=True):
        if known:
            by_item.setdefault(item, []).append(bool(matched))
    return {item: 2 * sum(texts) > len(texts) for item, texts in by_item.items()}
