"""The scale: from values to places."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analysis.charts.scale import LEFT, RIGHT, Scale, round_step, round_values


def test_the_ends_of_the_domain_stand_at_the_ends_of_the_range():
    scale = Scale((10, 30), (100, 0))
    assert [scale.at(value) for value in (10, 20, 30)] == ["100.0", "50.0", "0.0"]
    assert [Scale((0, 1)).at(value) for value in (0, 1)] == [f"{LEFT:.1f}", f"{RIGHT:.1f}"]


@pytest.mark.parametrize(
    ("value", "place"), [(-0.2, "36.0"), (1.2, "460.0"), (float("inf"), "460.0")]
)
def test_a_value_beyond_an_end_stands_at_it(value, place):
    assert Scale((0, 1)).at(value) == place


def test_a_length_is_that_between_two_places():
    scale = Scale((0, 8), (200, 40))
    assert float(scale.length(2)) == float(scale.at(3)) - float(scale.at(5))
    assert scale.length(0) == "0.0"
    assert scale.length(0, least=2) == "2.0"


def test_ticks_have_the_place_and_the_label_of_their_value():
    ticks = Scale((0, 10)).ticks([0, 5], lambda value: f"{value} s")
    assert [(tick.at, tick.label) for tick in ticks] == [("36.0", "0 s"), ("248.0", "5 s")]


@pytest.mark.parametrize("most", [1, 5, 24, 98, 1000, 999_999])
def test_axes_have_a_few_round_ticks(most):
    values = round_values(most)
    assert values[0] == 0
    assert 2 <= len(values) <= 7
    assert values[-1] <= most


@given(st.floats(1e-6, 1e9))
def test_a_round_step_is_the_next_of_1_2_and_5(least):
    step = round_step(least)
    assert least * (1 - 1e-9) <= step <= 2.5 * least * (1 + 1e-9)
    assert f"{step:.0e}"[0] in "125"
