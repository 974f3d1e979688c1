"""Numbers as they are printed."""

import math

import pytest

from analysis import number_format


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.006461, "p = 0.0065"),
        (0.0006946, "p = 0.0007"),
        (0.0309, "p = 0.031"),
        (0.269, "p = 0.27"),
        # Very strong below 0.001, strong below 0.01, moderate below 0.05, slight up to 0.2.
        (0.000967, "p = 0.00097"),
        (0.001, "p = 0.001"),
        (0.00102, "p = 0.00102"),
        (0.009961, "p = 0.00996"),
        (0.04999, "p = 0.04999"),
        (0.2004, "p = 0.2004"),
        (0.00004, "p < 0.0001"),
        (0.0, "p < 0.0001"),
        (0.00005, "p = 0.0001"),
        (0.9983, "p > 0.99"),
        (1.0, "p > 0.99"),
        (0.99, "p = 0.99"),
        (0.02, "p = 0.02"),
        (0.5, "p = 0.50"),
    ],
)
def test_p_has_two_digits_and_at_most_four_decimals(value, text):
    assert number_format.p_text(value) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [(0.0496, "p = 0.0496"), (0.0504, "p = 0.0504"), (0.05, "p = 0.05"), (0.05002, "p = 0.05002")],
)
def test_p_is_never_printed_on_the_other_side_of_its_level(value, text):
    assert number_format.p_text(value, level=0.05) == text


@pytest.mark.parametrize(
    ("value", "level", "text"),
    [
        (0.00003, 0.00002, "p = 0.00003"),
        (0.00002, 0.00002, "p = 0.00002"),
        (0.00001, 0.00002, "p < 2e-05"),
        (0.0, 1e-9, "p < 1e-09"),
        (0.00003, 0.0001, "p < 0.0001"),
        (0.00006, 0.00007, "p = 0.00006"),
    ],
)
def test_p_below_what_is_printed_stays_on_its_side_of_a_smaller_level(value, level, text):
    assert number_format.p_text(value, level=level) == text


@pytest.mark.parametrize(
    ("value", "down", "up"),
    [
        (0.05967, "5.9 %", "6.0 %"),
        (0.234, "23.4 %", "23.4 %"),
        (0.23397, "23.3 %", "23.4 %"),
        (0.0004, "0.04 %", "0.1 %"),
        (1.0, "100.0 %", "100.0 %"),
        (0.0, "0.0 %", "0.0 %"),
        (0.99999, "99.9 %", "100.0 %"),
    ],
)
def test_lower_limits_are_rounded_down_and_upper_ones_up(value, down, up):
    assert (number_format.lower_limit(value), number_format.upper_limit(value)) == (down, up)


@pytest.mark.parametrize(
    ("most", "printed"),
    [(0.3, "23.4 %"), (0.234, "23.4 %"), (0.23398, "23.397 %"), (0.23396, "23.4 %")],
)
def test_an_upper_limit_is_never_rounded_beyond_what_the_plan_allows(most, printed):
    assert number_format.upper_limit(0.23397, most=most) == printed


@pytest.mark.parametrize(
    ("value", "printed"),
    [
        (19.998, "19.99"),
        (20.0, "20.00"),
        (0.004, "0.00"),
        (108.0, "108.00"),
        (999.999, "999.99"),
        (9999.9, "9,999"),
        (1e6, "1,000,000"),
        (4.5e12, "over 1,000,000"),
        (float("inf"), "over 1,000,000"),
    ],
)
def test_e_values_are_rounded_down(value, printed):
    assert number_format.e_value(value) == printed


def test_typed_proportions_are_printed_as_typed():
    assert [number_format.percent(pd) for pd in (0.3, 0.07, 0.125)] == ["30 %", "7 %", "12.5 %"]
    assert [number_format.confidence(risk) for risk in (0.05, 0.01, 0.001, 0.2)] == [
        "95 %",
        "99 %",
        "99.9 %",
        "80 %",
    ]
    assert number_format.level(0.05) == "0.05"


@pytest.mark.parametrize("limit", [None, -0.5, 0.0])
def test_a_limit_at_or_below_chance_is_called_so(limit):
    assert number_format.limit_or_chance(limit, number_format.upper_limit) == "below chance"
    assert number_format.limit_or_chance(1 / 3, number_format.estimate, chance=1 / 3) == (
        "below chance"
    )


def test_a_limit_above_chance_is_printed():
    assert number_format.limit_or_chance(0.05967, number_format.lower_limit) == "5.9 %"
    assert number_format.limit_or_chance(0.4, number_format.estimate, chance=1 / 3) == "40.0 %"
    assert number_format.limit_or_chance(math.inf, number_format.decimal) == "∞"


def test_numbers_without_a_value_are_no_zero():
    assert number_format.decimal(None) == "–"
    assert number_format.decimal(math.inf) == "∞"
    assert number_format.decimal(1234.567) == "1235"
    assert number_format.decimal(4.5e12) == "4.50e+12"
