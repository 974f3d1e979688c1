"""What a piece of text is called, and what to do about it."""

import pytest

from analysis.machine_judge import features
from analysis.machine_judge.features import feature_of
from analysis.stats.surface import Telling


def telling(piece, *, begins=0, ends=0, example=""):
    """A piece that ten texts of B hold."""
    return Telling(piece, "B", texts_a=1, texts_b=10, begins=begins, ends=ends, example=example)


@pytest.mark.parametrize(
    ("found", "name", "advice"),
    [
        (
            telling("The ", begins=8),
            "has “The” with a blank behind it, mostly at the beginning",
            features.AT_BEGINNING,
        ),
        (telling("!", ends=9), "has an exclamation mark, mostly at the end", features.AT_END),
        (telling("!", ends=7), "has an exclamation mark", features.OF_SIGNS),
        (telling(" – "), "has a dash between blanks", features.OF_SIGNS),
        (telling("†"), "has the sign “†” (dagger)", features.OF_SIGNS),
        (telling("--"), "has “--”", features.OF_SIGNS),
        (
            telling(" near ", example="A pub near it."),
            "has “near” between blanks",
            features.OF_WORDS,
        ),
        (telling("is a", example="It is a pub."), "has “is a”", features.OF_WORDS),
        (
            telling("he Ra", example="…near the Rainbow Café."),
            "has “he Ra”, as in “the Rainbow”",
            features.OF_WORDS,
        ),
        (
            telling(" pri", example="low prices"),
            "has “pri” with a blank before it, as in “prices”",
            features.OF_LETTERS,
        ),
        (
            telling("ing ", example="A rating of"),
            "has “ing” with a blank behind it, as in “rating”",
            features.OF_LETTERS,
        ),
        (
            # Not in "family friendly.": so the count is of fewer texts than have the word.
            telling("friendly ", example="It is friendly and cheap."),
            "has “friendly” with a blank behind it",
            features.OF_WORDS,
        ),
        # A result of an earlier release has no example.
        (telling("ee"), "has “ee”", features.OF_LETTERS),
    ],
)
def test_a_piece_is_said_in_words_with_what_to_do(found, name, advice):
    feature = feature_of(found)
    assert (feature.name, feature.advice) == (name, advice)
    assert (feature.texts_a, feature.texts_b) == (1, 10)


def test_the_piece_is_marked_in_its_example():
    assert feature_of(telling("ee", example="…a tree, a bee…")).example == (
        "…a tr",
        "ee",
        ", a bee…",
    )
    assert feature_of(telling("ee")).example is None
