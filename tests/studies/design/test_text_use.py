"""How often texts are read."""

import pytest

from studies.design.text_use import about, reading_sentence, times_read


def test_a_triangle_takes_as_many_texts_of_either_subject() -> None:
    assert times_read({"A": 12, "B": 6}, 98, "triangle") == {"A": 12.25, "B": 24.5}


def test_a_directed_triad_takes_two_texts_of_a() -> None:
    assert times_read({"A": 10, "B": 10}, 30, "directed") == {"A": 6, "B": 3}


def test_a_subject_without_texts_is_not_spoken_of() -> None:
    assert times_read({"A": 3, "B": 0}, 30, "triangle") == {"A": 15}
    assert reading_sentence({"A": 3, "B": 0}, 30, "triangle") == ""


def test_what_differs_in_words_alone_is_said_once() -> None:
    said = "In 1,000 evaluations each text will be read about 125 times."
    assert reading_sentence({"A": 12, "B": 12}, 1000, "triangle") == said


@pytest.mark.parametrize(
    ("times", "words"),
    [
        (0.2, "less than once on average, some not at all"),
        (1.4, "about once"),
        (1.6, "about 2 times"),
        (2e3, "about 2,000 times"),
    ],
)
def test_readings_in_words(times: float, words: str) -> None:
    assert about(times) == words
