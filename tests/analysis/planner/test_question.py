"""What is typed, and what is refused in words."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analysis.planner.question import PlanForm

HOSTILE = [
    *("nan", "inf", "-inf", "Infinity", "1e400", "1e-400", "-0.1", "0", "%", "abc", "0.3.1"),
    *("0,3,1", "1,000.5", "30 % %", "0x1", "1_0", "٠٫٣", "0.3\x00", "{{ 1 }}", "<b>", "9" * 5000),
]


def form(**typed):
    found = PlanForm({"goal": "difference", "alpha": "0.05", "beta": "0.05", "pd": "0.3", **typed})
    found.is_valid()
    return found


@pytest.mark.parametrize(
    ("typed", "read_as"),
    [
        ("0.3", 0.3),
        ("0,3", 0.3),
        ("30 %", 0.3),
        ("30%", 0.3),
        ("30\u202f%", 0.3),
        ("12,5 %", 0.125),
        (".3", 0.3),
        (" 3e-1 ", 0.3),
        ("0.01", 0.01),
        ("99 %", 0.99),
        ("7 %", 0.07),
    ],
)
def test_a_proportion_is_read_as_people_write_it(typed, read_as):
    assert form(pd=typed).cleaned_data["pd"] == read_as


@pytest.mark.parametrize("typed", [*HOSTILE, "0.00009", "0.5", "50 %", "1"])
@pytest.mark.parametrize("name", ["alpha", "beta"])
def test_a_risk_outside_its_range_is_refused_in_words_at_the_field(name, typed):
    assert dict(form(**{name: typed}).errors) == {
        name: ["Write a risk from 0.0001 to below 0.5, for example 0.05."]
    }


@pytest.mark.parametrize("typed", [*HOSTILE, "0.009", "0.991", "1", "30"])
def test_a_pd_outside_its_range_is_refused_in_words_at_the_field(typed):
    assert dict(form(pd=typed).errors) == {
        "pd": ["Write a proportion from 0.01 to 0.99, for example 0.3 or 30 %."]
    }


@pytest.mark.parametrize(
    ("typed", "read_as"),
    [("98", 98), ("1,000", 1000), ("1 000 000", 1_000_000), ("1.000", 1000), ("+7", 7)],
)
def test_a_number_is_read_with_or_without_separators(typed, read_as):
    assert form(n=typed, pd="").cleaned_data["n"] == read_as


@pytest.mark.parametrize("typed", ["-1", "1000001", "1.5", "1,5", "10 %", *HOSTILE])
def test_a_number_of_judges_out_of_range_is_refused(typed):
    assert dict(form(n=typed, pd="").errors) == {"n": ["Write a whole number from 1 to 1,000,000."]}


@given(st.text(max_size=60), st.text(max_size=60))
@settings(max_examples=200, deadline=None)
def test_nothing_that_can_be_typed_breaks_the_form(alpha, n):
    found = form(alpha=alpha, n=n)
    assert found.errors or found.question.asked in ("alpha", "n")


def test_exactly_one_of_the_four_is_left_empty():
    assert form().question.asked == "n"
    assert form(n="98", alpha="").question.asked == "alpha"
    assert form(n="98").non_field_errors() == [
        "All four are filled in. Clear the one to be computed."
    ]
    assert form(pd="").non_field_errors() == [
        "Fill in three of the four. The one you leave empty is computed."
    ]
    assert form(n="98").is_overfull
    assert not form(n="x").is_overfull


def test_an_unknown_goal_is_refused():
    assert form(goal="truth").errors["goal"] == ["Choose difference or similarity."]
    assert form(goal="").errors["goal"] == ["Choose what the study should show."]
