"""The pages that name tests (faults and threats, what strangers tried) name ones that are there."""

import re

import pytest

from triadsurvey.localstack.places import this_checkout

CHECKOUT = this_checkout().checkout
NAMED = re.compile(r"`(tests/[\w/]+\.py)(?:::(\w+))?`")


@pytest.mark.parametrize(("page", "at_least"), [("trust.md", 51), ("trial.md", 40)])
def test_every_test_that_the_page_names_is_there(page: str, at_least: int) -> None:
    named = NAMED.findall((CHECKOUT / "docs" / page).read_text())
    assert len(named) >= at_least
    missing = [
        f"{file}::{test}"
        for file, test in named
        if not (CHECKOUT / file).exists()
        or (test and f"def {test}(" not in (CHECKOUT / file).read_text())
    ]
    assert missing == []


@pytest.mark.parametrize(("heading", "last"), [("Faults", 33), ("Threats", 27)])
def test_no_fault_or_threat_of_the_catalogue_is_left_out(heading: str, last: int) -> None:
    page = (CHECKOUT / "docs" / "trust.md").read_text()
    table = page.split(f"## {heading}\n")[1].split("\n## ")[0]
    numbers: list[int] = []
    for cell in re.findall(r"^\| ([\d, –]+) \|", table, re.MULTILINE):
        for first, end in re.findall(r"(\d+)(?:–(\d+))?", cell):
            numbers += range(int(first), int(end or first) + 1)
    assert sorted(numbers) == list(range(1, last + 1))
