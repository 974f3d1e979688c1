"""The restaurants of the demo with all human descriptions, and the reference values of them."""

import csv
from functools import cache
from pathlib import Path
from typing import NamedTuple

from studies.values.slots import Slots, slots_of
from tests.analysis.stats import reference

DATA = Path(__file__).parents[2] / "data"
SYSTEMS = ("TGen", "Slug2Slug", "Sheffield NLP")


class Text(NamedTuple):
    subject: str
    item: str
    context: str
    text: str

    @property
    def slots(self) -> Slots:
        return slots_of(self.context)


@cache
def restaurants() -> dict[str, list[Text]]:
    """All 1,164 texts by subject."""
    found = [Text(**row) for row in _rows("demo/e2e_restaurants.csv")]
    contexts = {text.item: text.context for text in found}
    more = _rows("e2e/more_human.csv")
    found += [Text("human", row["item"], contexts[row["item"]], row["text"]) for row in more]
    return {name: [t for t in found if t.subject == name] for name in (*SYSTEMS, "human")}


def contexts() -> dict[str, str]:
    """The context of each of the 100 restaurants."""
    return {text.item: text.context for text in restaurants()["TGen"]}


def expected(part: str) -> list[tuple[str, str, float, float]]:
    """Cell, definition, value and tolerance of a part of the reference file."""
    rows = reference.rows("companions", part=part)
    return [
        (row["cell"], row["definition"], float(row["value"]), float(row["tolerance"]))
        for row in rows
    ]


def _rows(name: str) -> list[dict[str, str]]:
    with (DATA / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))
