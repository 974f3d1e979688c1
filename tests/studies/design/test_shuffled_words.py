"""Words in another order, for attention."""

import pytest

from studies.design.shuffled_words import can_be_shuffled, shuffled_words


@pytest.mark.parametrize(
    ("text", "between"),
    [("Blue Spice is a pub.", " "), ("蓝香料是市中心的一家咖啡馆。", ""), ("สวัสดีชาวโลกทุกคน", "")],
)
def test_words_change_places_and_where_there_are_no_blanks_characters(text, between):
    shuffled = shuffled_words(text, b"s" * 16, "attention")
    assert shuffled != text
    parts = str.split if between else list
    assert sorted(parts(shuffled)) == sorted(parts(text))
    assert shuffled == shuffled_words(text, b"s" * 16, "attention")


@pytest.mark.parametrize("text", ["A pub.", "ha ha ha ha", "蓝香料"])
def test_a_text_without_words_enough_stays_as_it_is(text):
    assert not can_be_shuffled(text)
    assert shuffled_words(text, b"s" * 16, "attention") == text
