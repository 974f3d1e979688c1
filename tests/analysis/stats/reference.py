"""The reference files, as rows of text."""

import csv
from pathlib import Path

FOLDER = Path(__file__).parents[2] / "data" / "reference"


def rows(name: str, **wanted: str) -> list[dict[str, str]]:
    """The rows of a reference file with the wanted texts in these columns."""
    with (FOLDER / f"{name}.csv").open(newline="") as file:
        return [
            row
            for row in csv.DictReader(file)
            if all(row[column] == text for column, text in wanted.items())
        ]
