"""Texts cut into sentences, in many scripts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from studies.reading_record import characters, cut, cut_alike, words


def sentences(text, starts=None):
    return [text[start:end] for start, end in cut(text, starts)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("One. Two! Three? Four", ["One.", "Two!", "Three?", "Four"]),
        ("Dr. Ruiz met Mr. Fox. It rained.", ["Dr. Ruiz met Mr. Fox.", "It rained."]),
        (
            "At 3.5 km, i.e. far, J. R. Smith fell. Ouch.",
            ["At 3.5 km, i.e. far, J. R. Smith fell.", "Ouch."],
        ),
        ("About 12.4 mm, e.g. Here. There.", ["About 12.4 mm, e.g. Here.", "There."]),
        ("¿Llueve? ¡Sí! «Mucho.» Fin.", ["¿Llueve?", "¡Sí!", "«Mucho.»", "Fin."]),
        ("“Really?” he asked. “Yes.” She left.", ["“Really?” he asked.", "“Yes.”", "She left."]),
        ("Well … maybe. So … Yes.", ["Well … maybe.", "So …", "Yes."]),
        ("Wait... what? No.", ["Wait... what?", "No."]),
        ("明天下雨。有风！“冷吗？”不冷。", ["明天下雨。", "有风！", "“冷吗？”", "不冷。"]),
        ("هل تمطر؟ نعم. انتهى", ["هل تمطر؟", "نعم.", "انتهى"]),
        ("1. Rain\n2. Wind. Cold.", ["1. Rain", "2. Wind.", "Cold."]),
        ("a line\n  another\n\nlast", ["a line", "another", "last"]),
        ("Am 3. mai kam z.B. Otto. Er ging.", ["Am 3. mai kam z.B. Otto.", "Er ging."]),
        ("Fine. ***", ["Fine. ***"]),
        ("***", ["***"]),
        ("  \n ", []),
        ("It was plan B. Nobody", ["It was plan B. Nobody"]),
        ("In 2019. Then", ["In 2019.", "Then"]),
        (
            "See https://a.example/b.html? Yes. 🙂 No.",
            ["See https://a.example/b.html?", "Yes.", "🙂 No."],
        ),
    ],
)
def test_where_sentences_end(text, expected):
    assert sentences(text) == expected


@given(st.text(alphabet=st.sampled_from('ab A.!?…。؟\n\t"”1 ¿(é'), max_size=60), st.booleans())
def test_nothing_but_white_space_lies_between_sentences(text, marked):
    spans = cut(text, [2, 5, 400, -1] if marked else None)
    places = [place for span in spans for place in span]
    assert places == sorted(places)
    rest = list(text)
    for start, end in reversed(spans):
        assert text[start:end] == text[start:end].strip() != ""
        del rest[start:end]
    assert "".join(rest).strip() == ""


def test_marks_of_the_upload_come_first():
    assert sentences("One. Two three", [0, 9, 9]) == ["One. Two", "three"]
    assert sentences("One. Two", []) == ["One. Two"]


def test_texts_of_a_trial_are_cut_in_the_same_way():
    texts = ["One. Two"] * 3
    assert [len(spans) for spans in cut_alike(texts, [[0], [0], [0]])] == [1, 1, 1]
    assert [len(spans) for spans in cut_alike(texts, [[0], None, [0]])] == [2, 2, 2]


@pytest.mark.parametrize(
    ("text", "count", "length"),
    [("It's 3.5 °C, isn’t it?", 5, 22), ("明天下雨。", 4, 5), ("a\n  b", 2, 3), ("— …", 0, 3)],
)
def test_lengths(text, count, length):
    assert (words(text), characters(text)) == (count, length)
