"""What shows nothing makes no difference."""

import pytest

from studies.values.visible_text import same_to_the_eye, shows_nothing, visible


@pytest.mark.parametrize(
    "blank",
    ["\u3164", "\u115f\u1160\uffa0", "\u2800", "\u200b\u2060\ufeff", "\u00ad", "\u180e", "\ufe0f",
     "\u202e\u2066", "\U000e0041", "\u034f", " \t\n\u00a0\u3000\u2028", "\0\x7f", ""],
)  # fmt: skip
def test_what_shows_nothing_is_nothing(blank: str) -> None:
    assert visible(blank) == ""
    assert shows_nothing(blank)
    assert not shows_nothing(f"{blank}.")
    assert visible(f"{blank}a{blank}") == "a"


@pytest.mark.parametrize("text", ["a", "ñ", "語", "\u0627", "😀", "=", "ㅤx".strip()])
def test_what_shows_something_stays(text: str) -> None:
    assert visible(text)[-1] == text[-1]


@pytest.mark.parametrize(
    "other", ["Day 1", "DAY 1", "day\u00a01", "day  1 ", "d\u00aday 1", "day 1\ufeff"]
)
def test_case_blanks_and_invisible_characters_make_no_difference(other: str) -> None:
    assert same_to_the_eye(other) == same_to_the_eye("day 1")


@pytest.mark.parametrize("other", ["day 2", "day1", "dáy 1", "day 1.", "ｄａｙ １", "day ¹"])
def test_what_can_be_seen_does(other: str) -> None:
    assert same_to_the_eye(other) != same_to_the_eye("day 1")
