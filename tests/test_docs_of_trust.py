"""The page of faults and threats names tests that are there."""

import re

from triadsurvey.localstack.places import this_checkout

CHECKOUT = this_checkout().checkout
NAMED = re.compile(r"`(tests/[\w/]+\.py)(?:::(\w+))?`")


def test_every_test_that_the_page_names_is_there() -> None:
    named = NAMED.findall((CHECKOUT / "docs" / "trust.md").read_text())
    assert len(named) > 50
    missing = [
        f"{file}::{test}"
        for file, test in named
        if not (CHECKOUT / file).exists()
        or (test and f"def {test}(" not in (CHECKOUT / file).read_text())
    ]
    assert missing == []
