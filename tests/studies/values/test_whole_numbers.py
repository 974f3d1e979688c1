"""What counts as a whole number in a request, and what does not."""

import pytest

from studies.values.whole_numbers import whole_number


@pytest.mark.parametrize(
    ("text", "number"), [("0", 0), ("7", 7), ("007", 7), ("9" * 18, 10**18 - 1)]
)
def test_digits_are_a_number(text: str, number: int) -> None:
    assert whole_number(text) == number


@pytest.mark.parametrize("text", ["", "-1", "+1", " 1", "1 ", "1.0", "1e3", "1_000", "x", "²", "٣"])
def test_anything_else_is_none(text: str) -> None:
    assert whole_number(text) is None


def test_a_number_has_at_most_so_many_digits() -> None:
    assert whole_number("9" * 19) is None
    assert (whole_number("999", digits=3), whole_number("1000", digits=3)) == (999, None)
