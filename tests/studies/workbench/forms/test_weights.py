"""Weights of sureness, as people write them."""

import pytest
from django import forms

from studies.workbench.forms.fields import WeightsField


@pytest.mark.parametrize(
    ("typed", "stored"),
    [("", []), ("0, 1, 2, 3", []), ("0;0;1;3", [0, 0, 1, 3]), ([1, 1, 1, 1], [1, 1, 1, 1])],
)
def test_four_weights_are_read_and_the_usual_ones_are_none(typed, stored):
    field = WeightsField(required=False)
    assert field.clean(typed) == stored
    assert field.clean(field.prepare_value(stored)) == stored


@pytest.mark.parametrize("typed", ["0, 1, 2", "0, 1, 2, 4", "3, 2, 1, 0", "0,0,0,0", "0, 1, x, 3"])
def test_others_are_refused(typed):
    with pytest.raises(forms.ValidationError, match="four whole numbers"):
        WeightsField(required=False).clean(typed)


def test_what_is_shown_of_none_is_no_change():
    assert not WeightsField(required=False).has_changed([], "0, 1, 2, 3")
