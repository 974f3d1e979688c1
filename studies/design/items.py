"""What each item has of texts by two to eight systems: which are missing, too many, alike."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

from studies.design.texts import Text


@dataclass(frozen=True, slots=True)
class ItemCensus:
    """Items by what they have; each item can be rated with one text of each system.

    `lacking` and `several` name the systems concerned. All systems say the same about the items
    `alike`. Of all `pairs` of two systems' texts about an item so many are `identical`.
    """

    items: int
    lacking: dict[str, list[str]]
    several: dict[str, list[str]]
    alike: list[str]
    pairs: int
    identical: int

    @property
    def incomplete(self) -> list[str]:
        """The items that lack a text of a system, or have several."""
        return sorted({*self.lacking, *self.several})


def item_census(texts: Iterable[Text], systems: Sequence[str]) -> ItemCensus:
    """Count what the items have of the texts of these systems."""
    of_item: defaultdict[str, list[Text]] = defaultdict(list)
    for text in texts:
        of_item[text.item].append(text)
    lacking, several = {}, {}
    pairs = identical = 0
    for item in sorted(of_item):
        number: Counter[str] = Counter(text.subject for text in of_item[item])
        if none := [system for system in systems if not number[system]]:
            lacking[item] = none
        if more := [system for system in systems if number[system] > 1]:
            several[item] = more
        for first, second in combinations(of_item[item], 2):
            if first.subject != second.subject:
                pairs += 1
                identical += first.content_hash == second.content_hash
    alike = [
        item
        for item in sorted(of_item)
        if item not in lacking and len({text.content_hash for text in of_item[item]}) == 1
    ]
    return ItemCensus(len(of_item), lacking, several, alike, pairs, identical)
