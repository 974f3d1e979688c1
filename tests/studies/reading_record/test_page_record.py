"""What a page says of a reading is taken with care."""

import json

import pytest

from studies.reading_record import PageRecord, fitted, parse
from studies.reading_record.page_record import (
    MAX_CHARACTERS,
    MAX_JUMPS,
    MAX_STAYS,
    changes_of_mind,
)

SAID = {
    "confirmed": 9000,
    "visible": 8000,
    "choices": [[2, 3000], [3, 5000], [3, 6000]],
    "jumps": [[3, 1000], [1, 4000]],
    "device": "touch",
    "width": 360,
    "translated": True,
    "masked": True,
    "stays": [[1, 1, 100, 200], [3, 2, 300, 0], [1, 1, 8000, 1000]],
}
WHOLE = PageRecord(
    translated=True,
    confirmed_ms=9000,
    visible_ms=8000,
    choices=((2, 3000), (3, 5000), (3, 6000)),
    jumps=((3, 1000), (1, 4000)),
    device="touch",
    width=360,
    masked=True,
    stays=((1, 1, 100, 200), (3, 2, 300, 0), (1, 1, 8000, 1000)),
)


def said(**other):
    return parse(json.dumps(SAID | other))


def test_a_whole_record_is_taken_as_it_is():
    assert said() == WHOLE
    assert WHOLE.chosen_ms == 6000
    assert changes_of_mind(WHOLE.choices) == 1
    assert fitted(WHOLE, position=3, elapsed_ms=9000, sentences=(1, 1, 2)) == WHOLE


@pytest.mark.parametrize(
    "sent",
    [None, "", "null", "[]", "{", "[" * 100_000, '"x"', "7" * 5000, "{" + " " * MAX_CHARACTERS],
)
def test_what_is_no_record_is_none(sent):
    assert parse(sent) is None


@pytest.mark.parametrize("wrong", [None, -1, 1.5, "9000", True, 2**31, [], {}])
@pytest.mark.parametrize("name", ["confirmed", "visible"])
def test_without_its_times_a_record_still_tells_of_a_translation(name, wrong):
    record = said(**{name: wrong})
    assert record.confirmed_ms is None
    assert record.translated


@pytest.mark.parametrize(
    "wrong",
    [
        None,
        {},
        [2, 3000],
        [[2]],
        [[4, 1]],
        [[0, 1]],
        [[1, -1]],
        [[1, 9001]],
        [[1, 500], [2, 400]],
        [[True, 5]],
        [["1", 5]],
        [[1, 5]] * 201,
    ],
)
def test_wrong_choices_are_left_out(wrong):
    record = said(choices=wrong)
    assert (record.choices, record.chosen_ms, record.confirmed_ms) == ((), None, 9000)


@pytest.mark.parametrize(
    "wrong", [None, "", [[4, 1]], [[1, 9001]], [[1, 500], [2, 400]], [[1, 5]] * (MAX_JUMPS + 1)]
)
def test_wrong_jumps_are_left_out(wrong):
    assert said(jumps=wrong) == said(jumps=[])
    assert said(jumps=[[1, 5]] * MAX_JUMPS).jumps == ((1, 5),) * MAX_JUMPS


@pytest.mark.parametrize(
    "wrong",
    [
        None,
        [[1, 1, 1]],
        [[0, 1, 1, 1]],
        [[1, 0, 1, 1]],
        [[1, 1, 8999, 2]],
        [[1, 1, 0, 50], [1, 2, 49, 1]],
        [[1, 1, 0, 1.0]],
        [[1, 1, 0, 0]] * (MAX_STAYS + 1),
    ],
)
def test_wrong_stays_are_left_out(wrong):
    assert said(stays=wrong) == said(stays=[])


@pytest.mark.parametrize(
    ("name", "wrong", "empty"),
    [
        ("device", "fridge", ""),
        ("device", ["mouse"], ""),
        ("device", {}, ""),
        ("width", 0, None),
        ("width", 40_000, None),
        ("translated", "true", False),
        ("masked", 1, False),
    ],
)
def test_other_wrong_parts_are_left_out(name, wrong, empty):
    assert getattr(said(**{name: wrong}), name) == empty


def test_no_page_has_seen_more_time_than_the_server():
    record = fitted(WHOLE, position=3, elapsed_ms=7000, sentences=(1, 1, 2))
    assert (record.confirmed_ms, record.visible_ms, record.chosen_ms) == (7000, 7000, None)
    assert (record.choices, record.jumps, record.stays) == ((), (), ())
    assert record.device == "touch"


def test_choices_that_do_not_end_in_the_answer_are_left_out():
    assert fitted(WHOLE, position=2, elapsed_ms=9999, sentences=(1, 1, 2)).choices == ()


def test_stays_belong_to_sentences_that_exist_and_to_masked_pages():
    assert fitted(WHOLE, position=3, elapsed_ms=9999, sentences=(1, 1, 1)).stays == ()
    plain = fitted(WHOLE, position=3, elapsed_ms=9999, sentences=None)
    assert (plain.masked, plain.stays) == (False, ())
