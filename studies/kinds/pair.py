"""The two subjects that are compared by their texts: A and B, or two chosen systems."""

from dataclasses import dataclass
from itertools import combinations
from typing import Self

from studies.design import Subject
from studies.models import Study
from studies.models.sample import SampleQuerySet

SIDES: tuple[Subject, Subject] = ("A", "B")


@dataclass(frozen=True, slots=True)
class Pair:
    """Two subjects of a study by their letters; what compares them calls their sides A and B."""

    study: Study
    letters: str = "AB"

    @property
    def names(self) -> dict[str, str]:
        """The names of the two by their sides."""
        subjects = self.study.subjects
        return {side: subjects[own] for side, own in zip(SIDES, self.letters, strict=True)}

    @property
    def name_a(self) -> str:
        return self.names["A"]

    @property
    def name_b(self) -> str:
        return self.names["B"]

    @property
    def in_words(self) -> str:
        return f"{self.name_a} and {self.name_b}"

    @property
    def is_chosen(self) -> bool:
        """Whether the study has more than these two."""
        return len(self.study.subjects) > len(SIDES)

    @property
    def query(self) -> dict[str, str]:
        """What the address of a page of this pair has beside the study's code."""
        return {"pair": self.letters} if self.is_chosen else {}

    @property
    def samples(self) -> SampleQuerySet:
        """The texts of the two, of all kinds."""
        samples: SampleQuerySet = self.study.samples.filter(subject__in=[*self.letters])
        return samples

    def side(self, letter: str) -> Subject:
        """Return as which side, A or B, the subject of this letter is compared."""
        return SIDES[self.letters.index(letter)]

    @classmethod
    def all_of(cls, study: Study) -> list[Self]:
        """Return all pairs of the study's subjects, the first two first."""
        return [cls(study, "".join(two)) for two in combinations(study.subjects, 2)]

    @classmethod
    def of(cls, study: Study, letters: str) -> Self | None:
        """Return the pair of these letters, of none the first two; None where there is no such."""
        pairs = cls.all_of(study)
        return next((one for one in pairs if not letters or one.letters == letters), None)
