"""The fields below the question."""

import pytest
from django.http import QueryDict

from analysis.planner.more import MoreForm, PlannerMore


def form_of(address: str) -> MoreForm:
    return MoreForm.of(QueryDict(address))


def test_without_anything_typed_there_are_defaults():
    form = form_of("")
    assert form.is_valid()
    assert form.values == PlannerMore(6, 0.3, None, 0.05, None)
    assert form.kept == ""


def test_an_emptied_field_has_its_default():
    form = form_of("each=&gamma=&texts=&correlation=&d_prime=")
    assert form.is_valid()
    assert form.values == PlannerMore(6, 0.3, None, 0.05, None)


def test_what_was_typed_is_kept_for_other_links():
    form = form_of("each=3&gamma=0.6&texts=1,000&correlation=0&d_prime=1,5")
    assert form.is_valid()
    assert form.values == PlannerMore(3, 0.6, 1000, 0.0, 1.5)
    assert form.kept == "&each=3&gamma=0.6&texts=1%2C000&correlation=0&d_prime=1%2C5"


@pytest.mark.parametrize(
    ("name", "typed"),
    [
        ("each", "0"),
        ("each", "101"),
        ("each", "six"),
        ("gamma", "0.25"),
        ("texts", "0"),
        ("texts", "100001"),
        ("correlation", "1.01"),
        ("correlation", "-0.1"),
        ("d_prime", "0"),
        ("d_prime", "10.5"),
        ("d_prime", "nan"),
        ("d_prime", "1e999"),
    ],
)
def test_what_cannot_be_planned_with_is_an_error_at_its_field(name, typed):
    assert list(form_of(f"{name}={typed}").errors) == [name]
