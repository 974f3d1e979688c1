"""One-rule judges: how often a judge would be right in these triads who looks at one thing only.

A property of the triads, counted and not estimated: no p, no limits. Its unit is that of the
triangle test, the share right, and so pd = 1.5 · share − 0.5. Where several texts of a triad are as
odd by a rule, it is right in part: 1/m where the odd one is among m.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_array

from analysis.companions.frames import opening_of
from studies.stimuli.cues.surface_cues import FLAGS, MEASURES

Array = npt.NDArray[np.float64]
Places = npt.NDArray[np.intp]
Mask = npt.NDArray[np.bool_]

OPENING, FRAME, LETTERS, CONTENT = "opening", "frame", "letters", "content"
# No triad holds identical texts: nothing to go by.
SURFACE = (*MEASURES, *(flag for flag in FLAGS if flag != "identical"))
RULES = (*SURFACE, OPENING, FRAME, LETTERS, CONTENT)
# Numbers that differ by less, as a share of their size, are alike.
_ALIKE = 1e-9
# So many rows of n-grams are multiplied at a time.
_AT_ONCE = 4000
# The texts of each pair in a triad; the third one is at the same place here.
_PAIRS = ((1, 2), (0, 2), (0, 1))


@dataclass(frozen=True, slots=True)
class Triads:
    """Triads by the places of their texts, (n, 3), and which of the three is odd, 0 to 2."""

    texts: Places
    odd: Places

    def right(self, picked: Mask) -> Array:
        """Return for each triad how far a rule is right that picks these: 1, 1/2, 1/3 or 0."""
        at_odd = picked[np.arange(len(self.odd)), self.odd]
        right: Array = at_odd / picked.sum(axis=1)
        return right


@dataclass(frozen=True, slots=True)
class Looks:
    """What there is to look at in each text.

    `cues` are the numbers of `surface_cues.CUES` that are rules; `frames` stay away where contexts
    are not structured, `features` and `ranks` (of the own context, 1 is the nearest) likewise.
    """

    cues: Mapping[str, Sequence[float]]
    openings: Sequence[str]
    frames: Sequence[str] | None = None
    features: csr_array | None = None
    ranks: Array | None = None


def one_rule_judges(
    looks: Looks, triads: Triads, progress: Callable[[], None] = lambda: None
) -> dict[str, Array]:
    """Return by rule how far it is right in each triad; the share right is the mean."""
    found = {}
    for rule in RULES:
        picked = _picked(rule, looks, triads)
        if picked is not None:
            found[rule] = triads.right(picked)
        progress()
    return found


def pd_of(share: float) -> float:
    """Return the proportion of perceivers who would be right as often as this share of triads."""
    return 1.5 * share - 0.5


def _picked(rule: str, looks: Looks, triads: Triads) -> Mask | None:
    """Return which texts of each triad are the odd one by the rule; None where it cannot look."""
    if rule in looks.cues:
        values = np.asarray(looks.cues[rule], dtype=np.float64)[triads.texts]
        return farthest(values) if rule in MEASURES else differing(values)
    if rule == OPENING:
        return differing(_numbered(looks.openings)[triads.texts])
    if rule == FRAME and looks.frames is not None:
        return differing(_numbered(looks.frames)[triads.texts])
    if rule == LETTERS and looks.features is not None:
        return least_alike(likenesses(looks.features, triads.texts))
    if rule == CONTENT and looks.ranks is not None:
        return worst(looks.ranks[triads.texts])
    return None


def openings_of(frames: Sequence[str]) -> list[str]:
    """Return how each text begins."""
    return [opening_of(frame) for frame in frames]


def _numbered(words: Sequence[str]) -> Array:
    """Return a number for each text, equal where the words are."""
    numbers: dict[str, int] = {}
    return np.array([numbers.setdefault(one, len(numbers)) for one in words], dtype=np.float64)


def farthest(values: Array) -> Mask:
    """Pick the text farthest from the mean of the other two."""
    away = np.abs(values - values.mean(axis=1, keepdims=True))
    within = _ALIKE * (1 + np.abs(values).max(axis=1, keepdims=True))
    picked: Mask = away >= away.max(axis=1, keepdims=True) - within
    return picked


def differing(values: Array) -> Mask:
    """Pick the text that differs where the other two are alike; else all three."""
    alike = np.stack([values[:, one] == values[:, two] for one, two in _PAIRS], axis=1)
    one_pair = alike.sum(axis=1, keepdims=True) == 1
    picked: Mask = alike | ~one_pair
    return picked


def worst(ranks: Array) -> Mask:
    """Pick the text that fits its own context least; all three where one has none."""
    unknown = np.isnan(ranks).any(axis=1, keepdims=True)
    picked: Mask = unknown | (ranks == ranks.max(axis=1, keepdims=True))
    return picked


def least_alike(likeness: Array) -> Mask:
    """Pick the text that is not of the most alike pair."""
    picked: Mask = likeness >= likeness.max(axis=1, keepdims=True) - _ALIKE
    return picked


def likenesses(features: csr_array, texts: Places) -> Array:
    """Return how alike the other two texts of a triad are, for each of the three: cosines."""
    found = np.empty(texts.shape)
    starts = range(0, len(texts) + _AT_ONCE, _AT_ONCE)
    for place, (one, two) in enumerate(_PAIRS):
        for start, stop in pairwise(starts):
            rows = features[texts[start:stop, one]].multiply(features[texts[start:stop, two]])
            found[start:stop, place] = rows.sum(axis=1)
    return found
