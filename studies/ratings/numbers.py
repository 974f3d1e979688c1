"""How many sheets a plan of ratings has, and what they are for one judge."""

import math
from dataclasses import dataclass

from studies.design.sheets import MOST_TEXTS_A_PAGE, copies_needed
from studies.values.reading_minutes import minutes_of_page, whole_minutes

RECOMMENDED_JUDGES = 20


@dataclass(frozen=True, slots=True)
class SheetNumbers:
    """What a plan comes to. Criteria asked apart have judges of their own, unless they mix.

    `characters` of a text, on average: 0 before there are any; `beside`, the sheets of a judge that
    do not count, such as practice.
    """

    items: int
    systems: int
    judges_per_item: int
    criteria: int
    side_by_side: bool
    apart: bool
    mixes: bool = False
    characters: float = 0.0
    beside: int = 0

    @property
    def copies(self) -> int:
        """How many sheets ask the same, each of another judge: more where a page shows a part."""
        each = self.judges_per_item
        return copies_needed(each, self.systems) if self.side_by_side else each

    @property
    def texts_a_sheet(self) -> int:
        """How many texts a sheet has at most."""
        return min(self.systems, MOST_TEXTS_A_PAGE) if self.side_by_side else 1

    @property
    def sheets(self) -> int:
        """All sheets of the study."""
        pages = self.items * self.copies * (1 if self.side_by_side else self.systems)
        return pages * (self.criteria if self.apart else 1)

    @property
    def groups(self) -> int:
        """How many groups of judges there are: one, or one for each criterion."""
        return self.criteria if self.apart and not self.mixes else 1

    @property
    def numbers_a_sheet(self) -> int:
        """How many numbers a judge writes on one sheet."""
        return self.texts_a_sheet * (1 if self.apart else self.criteria)

    @property
    def most_each(self) -> int:
        """How many sheets a judge can get at most: none twice, and of one group's criteria."""
        return self.sheets // (self.copies * self.groups)

    @property
    def recommended_judges(self) -> int:
        """Twenty for each criterion, or for all at once."""
        return RECOMMENDED_JUDGES * self.groups

    def each(self, judges: int) -> int:
        """Return how many sheets a judge rates if all of so many judges rate the same number."""
        judges_of_group = max(1, judges // self.groups)
        return math.ceil(self.sheets / self.groups / judges_of_group)

    def minutes(self, each: int) -> int:
        """Return about how long so many sheets take, with those that do not count."""
        texts, numbers = self.texts_a_sheet, self.numbers_a_sheet
        page = minutes_of_page(texts=texts, numbers=numbers, characters=self.characters)
        return whole_minutes((each + self.beside) * page)
