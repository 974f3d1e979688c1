"""Fields of more than one form: places in a row, and the labels of what changed."""

from typing import Any

import pytest
from django import forms

from studies.workbench.forms.fields import PLACES, PlacesField, changed_labels


@pytest.mark.parametrize(
    ("typed", "places"),
    [
        ("1, 3", [1, 3]),
        ("3;1 , 3", [1, 3]),
        ("007", [7]),
        ("100", [100]),
        ("", []),
        (None, []),
        ([3, 1], [1, 3]),
    ],
)
def test_places_are_read_as_people_write_them(typed: Any, places: list[int]) -> None:
    assert PlacesField(required=False).clean(typed) == places


@pytest.mark.parametrize("typed", ["0", "101", "1, x", "-1", "1.5", "1 3", "9" * 40, ["x"]])
def test_anything_else_is_no_place(typed: Any) -> None:
    with pytest.raises(forms.ValidationError) as error:
        PlacesField(required=False).clean(typed)
    assert error.value.messages == [PLACES]


def test_places_are_shown_as_they_are_typed() -> None:
    field = PlacesField(required=False)
    assert field.prepare_value([1, 3]) == "1, 3"
    assert not field.has_changed([1, 3], "1, 3")
    assert field.has_changed([1, 3], "1, 4")


class Person(forms.Form):
    first = forms.CharField(label="First name")
    last = forms.CharField(required=False)
    age = forms.IntegerField()


def test_changed_fields_have_their_labels() -> None:
    form = Person({"first": "Ann", "last": "Lee", "age": "30"}, initial={"age": 30})
    assert changed_labels(form) == {"first": "First name", "last": "last"}
