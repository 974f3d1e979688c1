"""Numbers as people type them."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from studies.values.typed_numbers import decimal_number, proportion, whole_number


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("0.3", 0.3), ("0,3", 0.3), (" ,5 ", 0.5), ("5.", 5.0), ("-1,5", -1.5), ("1e-3", 0.001),
        ("2,5", 2.5), ("1 000,5", 1000.5), ("1e400", math.inf),
        ("", None), ("1,2,3", None), ("nan", None), ("inf", None), ("0x1", None), ("٣", None),
        ("1" * 41, None), ("3 %", None),
    ],
)  # fmt: skip
def test_decimal_numbers(text: str, number: float | None) -> None:
    assert decimal_number(text) == number


@pytest.mark.parametrize(
    ("text", "number"),
    [("30 %", 0.3), ("30%", 0.3), ("2,5 %", 0.025), ("0.3", 0.3), ("%", None), ("3 % %", None)],
)
def test_proportions(text: str, number: float | None) -> None:
    assert proportion(text) == number


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("98", 98), ("1,000", 1000), ("1 000 000", 1_000_000), ("1.000", 1000), ("-3", -3),
        ("2,5", None), ("1,00", None), ("1.5", None), ("", None), ("9" * 41, None),
    ],
)  # fmt: skip
def test_whole_numbers(text: str, number: int | None) -> None:
    assert whole_number(text) == number


@given(st.integers(0, 10**12))
def test_separators_of_thousands_change_nothing(number: int) -> None:
    assert {whole_number(f"{number:,}".replace(",", mark)) for mark in ",. "} == {number}


@given(st.text(max_size=60))
def test_no_text_breaks_them(text: str) -> None:
    decimal_number(text), proportion(text), whole_number(text)
