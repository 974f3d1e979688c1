"""What became of the judges who began: the numbers of people on pages, in files and in reports."""

from dataclasses import dataclass, fields

# What the words of the sentence mean, for readers of a page; the codebook says the same.
MEANINGS = (
    "Completed: all evaluations that the plan gives a judge. Not needed: asked for further texts "
    "when none were left for them. Left: stopped although texts were there."
)


@dataclass(frozen=True, slots=True)
class People:
    """How many judges began, and what became of them.

    `began`: agreed to take part. Each of these is exactly one of the next five:

    - `completed`: answered as many evaluations as the plan gives a judge, counted or not;
    - `reading`: texts are held for them now, practice too;
    - `turned_away`: no more needed. They asked for further texts, all were answered or being read
      by others, or the study had ended, and they have been given none and answered none since;
    - `left`: stopped before the last evaluation although texts were there for them;
    - `withdrawn`: took their answers back, at whatever time.

    `answered` have stored an evaluation, counted or not, and `counted` have one that counts; those
    who withdrew are in neither.
    """

    began: int = 0
    completed: int = 0
    reading: int = 0
    turned_away: int = 0
    withdrawn: int = 0
    answered: int = 0
    counted: int = 0

    @property
    def left(self) -> int:
        """Those who stopped before the last evaluation although texts were there for them."""
        return max(0, self.began - self.completed - self.reading - self.stopped_otherwise)

    @property
    def stopped_otherwise(self) -> int:
        """Those who were not needed any more or withdrew."""
        return self.turned_away + self.withdrawn

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
            (self.turned_away, "not needed any more before their last"),
            (self.left, "left before their last"),
            (self.withdrawn, "withdrew"),
        )
        others = "".join(f", {number} {words}" for number, words in parts if number)
        judges = "1 judge" if self.began == 1 else f"{self.began} judges"
        return f"{judges} began: {self.completed} completed all their evaluations{others}."

    def __add__(self, other: "People") -> "People":
        names = [field.name for field in fields(self)]
        return People(*(getattr(self, name) + getattr(other, name) for name in names))
