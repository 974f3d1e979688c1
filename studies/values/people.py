"""What became of the judges who began: the numbers of people on pages, in files and in reports."""

from collections.abc import Mapping
from dataclasses import dataclass, fields

# What the words of the sentence mean, for readers of a page; the codebook says the same.
MEANINGS = (
    "Completed: all pages that the plan gives a judge. Found the study full: "
    "asked for further texts when no more were needed. Found no place: asked for them when others "
    "were reading all that were left. Left: stopped although texts were there."
)


@dataclass(frozen=True, slots=True)
class People:
    """How many judges began, and what became of them.

    `began`: agreed to take part. Each of these is exactly one of the next six:

    - `completed`: answered as many evaluations as the plan gives a judge, counted or not;
    - `reading`: texts are held for them now, practice too;
    - `study_full`: asked for further texts when all were answered or the study had ended, and have
      been given none and answered none since;
    - `no_place`: the same, but others were reading all that were left;
    - `left`: stopped before the last evaluation although texts were there for them;
    - `withdrawn`: took their answers back, at whatever time.

    `answered` have stored an evaluation, counted or not, and `counted` have one that counts; those
    who withdrew are in neither.
    """

    began: int = 0
    completed: int = 0
    reading: int = 0
    study_full: int = 0
    no_place: int = 0
    withdrawn: int = 0
    answered: int = 0
    counted: int = 0

    @property
    def left(self) -> int:
        """Those who stopped before the last evaluation although texts were there for them."""
        return max(0, self.began - self.completed - self.reading - self.stopped_otherwise)

    @property
    def stopped_otherwise(self) -> int:
        """Those for whom there were no further texts, and those who withdrew."""
        return self.study_full + self.no_place + self.withdrawn

    @property
    def stopped(self) -> int:
        """Those who neither completed nor read now, for whatever reason."""
        return self.left + self.stopped_otherwise

    @property
    def in_words(self) -> str:
        """Say how many began and what became of them; the parts add up. Empty without any."""
        if not self.began:
            return ""
        parts = (
            (self.reading, "reading now"),
            (self.study_full, "found the study full before their last"),
            (self.no_place, "found no place for their next"),
            (self.left, "left before their last"),
            (self.withdrawn, "withdrew"),
        )
        others = "".join(f", {number} {words}" for number, words in parts if number)
        judges = "1 judge" if self.began == 1 else f"{self.began} judges"
        return f"{judges} began: {self.completed} completed{others}."

    @classmethod
    def stored(cls, numbers: Mapping[str, int]) -> "People":
        """Return numbers that were stored; earlier ones did not part who were `turned_away`."""
        known = dict(numbers)
        earlier = known.pop("turned_away", 0)
        return cls(**{"study_full": earlier} | known)

    def __add__(self, other: "People") -> "People":
        names = [field.name for field in fields(self)]
        return People(*(getattr(self, name) + getattr(other, name) for name in names))
