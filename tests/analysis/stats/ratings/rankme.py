"""The ratings of Novikova, Dušek and Rieser (2018), and the values that must come from them."""

import csv
from functools import cache
from pathlib import Path

from analysis.stats.ratings.data import Ratings, ratings_of

FOLDER = Path(__file__).parents[3] / "data" / "rankme"
SETUPS = (1, 2)
METHODS = ("likert", "plain_me", "rankme")
CRITERIA = ("naturalness", "quality", "informativeness")
SYSTEMS = {"A": "Slug2Slug", "B": "TGen", "C": "Sheffield"}


@cache
def rows(setup: int, method: str, criterion: str) -> tuple[dict[str, str], ...]:
    """Return the rows that rate a criterion, in the order of the original file."""
    name = f"setup1_{method}" if setup == 1 else f"setup2_{method}_{criterion}"
    with (FOLDER / f"{name}.csv").open(newline="") as file:
        return tuple(csv.DictReader(file))


@cache
def ratings(setup: int, method: str, criterion: str) -> Ratings:
    """Return the ratings of a criterion; systems A, B, C are Slug2Slug, TGen and Sheffield NLP."""
    found = rows(setup, method, criterion)
    return ratings_of(
        judges=[int(row["judge"]) for row in found],
        items=[int(row["item"]) for row in found],
        systems=[row["system"] for row in found],
        pages=[int(row["page"]) for row in found],
        values=[int(row[criterion]) for row in found],
    )


def ticks(method: str) -> tuple[list[int], list[int]]:
    """Return how often added and missing were ticked of each system's texts (setup 2, quality)."""
    found = rows(2, method, "quality")
    added, missing = (
        [
            sum(row["system"] == name and kind in row["ticks"].split() for row in found)
            for name in SYSTEMS
        ]
        for kind in ("added", "missing")
    )
    return added, missing
