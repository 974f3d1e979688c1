"""The order of separated systems in one line, where the pairs allow such a line."""

from collections import Counter, defaultdict
from collections.abc import Hashable, Sequence
from itertools import combinations, pairwise, product

from analysis.stats import Pair

Layers = list[list[Hashable]]


def layers_of(separated: Sequence[Pair]) -> Layers:
    """Return the systems of these pairs from the highest down, those not told apart together.

    Each pair has the higher system first. Empty unless each system of a layer is separated from
    each one of all other layers: separated pairs need not hand on (A above B, B above C, and A
    and C not told apart), and a line may not say what was not shown.
    """
    shown = {(pair.first, pair.second) for pair in separated}
    wins = Counter(high for high, _ in shown)
    size = defaultdict[Hashable, float](float)
    for pair in separated:
        size[pair.first] += pair.estimate or 0
        size[pair.second] -= pair.estimate or 0
    systems = sorted(size, key=lambda name: -size[name])
    layers = [
        [name for name in systems if wins[name] == number]
        for number in sorted({wins[name] for name in systems}, reverse=True)
    ]
    said = {pair for high, low in combinations(layers, 2) for pair in product(high, low)}
    return layers if said == shown else []


def steps_of(layers: Layers, separated: Sequence[Pair]) -> list[Pair]:
    """Return the pairs of neighbouring layers, from the highest down."""
    by_names = {(pair.first, pair.second): pair for pair in separated}
    return [by_names[names] for high, low in pairwise(layers) for names in product(high, low)]
