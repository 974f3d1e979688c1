"""What of a text reaches the page."""

import re

import pytest

from studies.judge.triad_texts import direction_of, named_languages
from studies.values.text_codes import labels_of
from tests.factories import make_link, open_study
from tests.studies.judge.visits import begin, text_of


def test_labels_have_three_digits_and_differ():
    for number in range(2000):
        labels = labels_of(f"code {number}")
        assert len(set(labels)) == 3
        assert all(100 <= label <= 999 for label in labels)
    assert labels_of("a") == labels_of("a") != labels_of("b")


@pytest.mark.django_db
def test_labels_are_three_different_numbers_and_stay(client):
    address = begin(client, make_link(open_study()))["Location"]
    labels = [
        re.findall(r'<h2 id="label-.".*?>(\d+)</h2>', text_of(client.get(address)))
        for _ in range(2)
    ]
    assert labels[0] == labels[1]
    assert len(set(labels[0])) == 3
    assert all(100 <= int(label) <= 999 for label in labels[0])


def test_the_largest_label_stands_at_each_place_equally_often():
    places = [max(range(3), key=labels_of(f"code {number}").__getitem__) for number in range(3000)]
    # Six standard deviations of a fair draw.
    assert all(abs(places.count(place) - 1000) < 155 for place in range(3))


def test_languages_that_differ_lose_their_regions():
    assert named_languages(["en-GB", "en", "en_US"]) == ["en", "en", "en"]
    assert named_languages(["zh-Hant"] * 3) == ["zh-Hant"] * 3
    assert named_languages(["es", "gl", "es"]) == ["es", "gl", "es"]


@pytest.mark.parametrize(
    ("text", "stated", "direction"),
    [
        ("12: שלום", "auto", "rtl"),
        ("(abc) שלום", "auto", "ltr"),
        ("السماء", "auto", "rtl"),
        ("123 …", "auto", "ltr"),
        ("", "auto", "ltr"),
        ("abc", "rtl", "rtl"),
        ("שלום", "ltr", "ltr"),
    ],
)
def test_direction_is_stated_or_that_of_the_first_letter(text, stated, direction):
    assert direction_of(text, stated) == direction
