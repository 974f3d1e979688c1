"""The page after a choice: what a plan may ask for."""

from typing import Any

import pytest

from studies.ratings.follow_up import (
    Ask,
    BadFollowUpError,
    Moment,
    checked,
    follow_up_of,
    read_number,
)

QUALITY = {"key": "quality", "label": "", "definition": ""}


@pytest.mark.parametrize("given", [None, {}, [], "", {"ask": ""}, {"when": "each"}])
def test_nothing_is_asked_by_default(given: Any) -> None:
    assert checked(given) == {}
    assert follow_up_of({}) is None


def test_a_degree_is_asked_after_the_last_triad_unless_said_otherwise() -> None:
    stored = checked({"ask": "degree", "criteria": [QUALITY], "reference": ["left over"]})
    assert stored == {"ask": "degree", "when": "last", "criteria": [], "reference": []}
    asked = follow_up_of(stored)
    assert asked is not None
    assert (asked.ask, asked.when) == (Ask.DEGREE, Moment.LAST)
    assert (asked.criterion, asked.limits) == ("degree", (0, 100))
    assert asked.as_dict() == stored


def test_a_magnitude_is_asked_against_a_pair() -> None:
    stored = checked({"ask": "magnitude", "when": "each", "reference": [" Warm. ", "Cold."]})
    asked = follow_up_of(stored)
    assert asked is not None
    assert (asked.reference, asked.criterion) == (("Warm.", "Cold."), "difference")
    assert asked.limits == (1, 999_999)


def test_texts_are_rated_by_criteria_of_the_pages_or_of_the_studys_own() -> None:
    own = {"label": " How warm? ", "definition": "As a room."}
    stored = checked({"ask": "rate", "criteria": [{"key": "quality"}, own], "reference": [""]})
    warm = {"key": "how_warm", "label": "How warm?", "definition": "As a room."}
    assert stored["criteria"] == [QUALITY, warm]
    assert stored["reference"] == []


def test_labels_without_letters_get_different_keys() -> None:
    stored = checked({"ask": "rate", "criteria": [{"label": "質"}, {"label": "量"}]})
    assert [one["key"] for one in stored["criteria"]] == ["criterion", "criterion_2"]


@pytest.mark.parametrize(
    ("given", "part", "words"),
    [
        (["degree"], "ask", "what is asked"),
        ({"ask": "taste"}, "ask", "Choose one of degree, magnitude, rate"),
        ({"ask": "degree", "when": "never"}, "when", "Choose one of each, last"),
        ({"ask": "magnitude"}, "reference", "the two texts"),
        ({"ask": "magnitude", "reference": ["a", ""]}, "reference", "the two texts"),
        ({"ask": "magnitude", "reference": ["a", "A "]}, "reference", "must differ"),
        ({"ask": "magnitude", "reference": ["a", "b" * 5001]}, "reference", "at most 5000"),
        ({"ask": "rate"}, "criteria", "by which criterion"),
        ({"ask": "rate", "criteria": "quality"}, "criteria", "by which criterion"),
        ({"ask": "rate", "criteria": [QUALITY] * 3}, "criteria", "at most 2"),
        ({"ask": "rate", "criteria": [QUALITY] * 2}, "criteria", "different names"),
        ({"ask": "rate", "criteria": [{"key": "taste"}]}, "criteria", "what judges read"),
        ({"ask": "rate", "criteria": [{"key": "degree", "label": "x"}]}, "criteria", "no name"),
        ({"ask": "rate", "criteria": [{"key": "A b", "label": "x"}]}, "criteria", "no name"),
        ({"ask": "rate", "criteria": [{"label": "x" * 101}]}, "criteria", "at most 100"),
        ({"ask": "rate", "criteria": [QUALITY], "reference": ["a", "b"]}, "reference", "or none"),
    ],
)
def test_what_cannot_be_asked_is_said_by_part(given: Any, part: str, words: str) -> None:
    with pytest.raises(BadFollowUpError, match=words) as bad:
        checked(given)
    assert list(bad.value.problems) == [part]


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        *(("100", 100), (" 7 ", 7), ("+5", 5), ("007", 7), ("٤٢", 42), ("999999", 999_999)),
        *(("", "missing"), ("  ", "missing"), ("0", "too_small"), ("-3", "too_small")),
        *(("1.5", "not_whole"), ("1,5", "not_whole"), ("1 000", "not_whole")),
        *(("ten", "not_whole"), ("1e3", "not_whole"), ("²", "not_whole"), ("9" * 19, "not_whole")),
        *(("1000000", "too_large"), ("9" * 18, "too_large")),
    ],
)
def test_whole_numbers_of_six_digits_are_read(typed: str, read: object) -> None:
    assert read_number(typed, (1, 999_999)) == read


def test_a_degree_may_be_nothing() -> None:
    assert read_number("0", (0, 100)) == 0
    assert read_number("101", (0, 100)) == "too_large"
