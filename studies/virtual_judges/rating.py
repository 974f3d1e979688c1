"""How a virtual judge rates the texts of a sheet.

ln v = ln 100 + system + the judge's scale + item + noise, mostly rounded to 5. On a scale of points
the same is rounded into the scale; the worse a text, the more often something is ticked.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass

from studies.virtual_judges.draws import draw, draw_normal
from studies.virtual_judges.pages import Form, RatingField

# Standard deviations of logarithms: of judges' scales, of items, and of what is left.
SPREAD_OF_JUDGES = 0.3
SPREAD_OF_ITEMS = 0.15
SPREAD_OF_NUMBERS = 0.2
SHARE_ROUNDED_TO_5 = 0.8
REFERENCE, LARGEST = 100, 999_999
# How often a text as good as the reference is ticked, in log odds, and how much rarer better ones.
ORDINARY_TICKS, FEWER_TICKS = -2.0, 4.0
WORSE_WHERE_SHUFFLED = math.log(4)
NO_TICK = "neither"


@dataclass(frozen=True, slots=True)
class KnownSheet:
    """What is not read from the page: the item, and the systems of the text at each place."""

    item: str
    systems: tuple[tuple[str, ...], ...]
    # Places of texts with shuffled words: to see whether judges read.
    shuffled: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Rater:
    """One judge. Each system is rated `ratio` times as high as the next letter's."""

    seed: int
    number: int
    ratio: float

    def answers(self, sheet: KnownSheet, form: Form) -> dict[str, str | list[str]]:
        """Return what the judge fills into the fields of a sheet."""
        return dict(self._answers(sheet, form))

    def _answers(self, sheet: KnownSheet, form: Form) -> Iterator[tuple[str, str | list[str]]]:
        for field in form.ratings:
            about = f"{sheet.item} {field.place} {field.criterion}"
            perceived = self.perceives(sheet, field)
            if field.name in form.ticks:
                yield field.name, self._ticked(about, perceived, form.ticks[field.name])
            elif field.name in form.choices:
                yield field.name, on_scale(perceived, form.choices[field.name])
            else:
                yield field.name, str(self._number(about, perceived))

    def perceives(self, sheet: KnownSheet, field: RatingField) -> float:
        """Return the logarithm of how good a text is to this judge; 0 is as the reference."""
        systems = sheet.systems[field.place - 1]
        below_first = sum(ord(letter) - ord("A") for letter in systems) / len(systems)
        noise = f"noise {sheet.item} {field.place} {field.criterion}"
        return (
            -math.log(self.ratio) * below_first
            - (WORSE_WHERE_SHUFFLED if field.place in sheet.shuffled else 0.0)
            + SPREAD_OF_JUDGES * draw_normal(self.seed, self.number, f"scale {field.criterion}")
            + SPREAD_OF_ITEMS * draw_normal(self.seed, 0, f"item {sheet.item} {field.criterion}")
            + SPREAD_OF_NUMBERS * draw_normal(self.seed, self.number, noise)
        )

    def _number(self, about: str, perceived: float) -> int:
        value = REFERENCE * math.exp(perceived)
        rounds = draw(self.seed, self.number, f"rounds {about}") < SHARE_ROUNDED_TO_5
        step = 5 if rounds else 1
        return min(max(step * round(value / step), 1), LARGEST)

    def _ticked(self, about: str, perceived: float, boxes: list[str]) -> list[str]:
        share = 1 / (1 + math.exp(FEWER_TICKS * perceived - ORDINARY_TICKS))
        wrong = [
            box
            for box in boxes
            if box != NO_TICK and draw(self.seed, self.number, f"{box} {about}") < share
        ]
        return wrong or [box for box in boxes if box == NO_TICK]


def on_scale(perceived: float, points: list[str]) -> str:
    """Return the point of a scale; as good as the reference is its middle."""
    middle = (len(points) - 1) / 2
    place = round(middle + perceived * len(points) / 2)
    return points[min(max(place, 0), len(points) - 1)]
