"""Surface cues against values worked out by hand."""

import math

import pytest

from studies.stimuli.cues.surface_cues import CUES, CueText, difference, histogram, report, spread

NAMES = ("Forecaster", "Machine")


def texts_of(a, b, **seen):
    pairs = [("A", text) for text in a] + [("B", text) for text in b]
    return [CueText(n, subject, text, text, **seen) for n, (subject, text) in enumerate(pairs)]


def cue(code, a, b):
    found = {found["code"]: found for found in report(texts_of(a, b), subject_names=NAMES)["cues"]}
    assert tuple(found) == CUES
    return found[code]


def test_difference_is_the_gap_in_pooled_standard_deviations():
    a, b = spread([10, 12, 14]), spread([16, 20])
    assert (a["n"], a["mean"], a["sd"]) == (3, 12, 2)
    # B: mean 18, SD sqrt(8). Pooled: sqrt((2 * 4 + 1 * 8) / 3) = 2.3094; (12 - 18) / 2.3094.
    assert b["sd"] == pytest.approx(math.sqrt(8))
    d, apart = difference(a, b)
    assert d == pytest.approx(-2.598076, abs=1e-6)
    assert not apart


def test_difference_of_too_few_or_of_constant_texts_is_not_a_number_of_standard_deviations():
    assert difference(spread([1]), spread([2, 3])) == (None, False)
    assert difference(spread([]), spread([2, 3])) == (None, False)
    assert difference(spread([1, 1]), spread([2, 2])) == (None, True)
    assert difference(spread([2, 2]), spread([2, 2])) == (0.0, False)
    assert spread([]) == {"n": 0, "mean": None, "sd": None, "low": None, "high": None}
    assert spread([3])["sd"] is None


def test_length_lists_the_texts_that_no_text_of_the_other_subject_is_as_long_or_short_as():
    found = cue("length", ["a" * 10, "a" * 12, "a" * 30], ["b" * 8, "b" * 11, "b" * 14])
    assert (found["a"]["mean"], found["b"]["mean"]) == (pytest.approx(52 / 3), 11)
    assert found["keys"] == [2, 3]  # 30 is beyond 8 to 14; 8 is beyond 10 to 30
    assert found["count"] == 2


@pytest.mark.parametrize(
    ("code", "a", "b", "mean_a", "mean_b", "keys"),
    [
        ("words", ["one two three", "one"], ["x y", "x"], 2, 1.5, [0]),
        ("punctuation", ["ab, c.", "abcd"], ["abcd", "abcd"], (100 * 2 / 6) / 2, 0, [0]),
        ("capitals", ["AbcD", "abcd"], ["abcd", "abcd"], 25, 0, [0]),
        ("names", ["By the machine!", "x"], ["Machinery", "x"], 0.5, 0, [0]),
        ("identical", ["same", "x"], ["same", "y"], 0.5, 0.5, [0, 2]),
        ("small_start", ["  rain", "Rain"], ["12 degrees", "Sun"], 0.5, 0, [0]),
        ("open_end", ["Rain", "Rain."], ["“Rain.”", "Rain?"], 0.5, 0, [0]),
        ("markup", ["<b>x</b>", "a < b & c > d"], ["**x**", "3 * 4 * 5"], 0.5, 0.5, [0, 2]),
        ("typography", ["“x”", '"x"'], ["it's", "it’s"], 0.5, 0.5, [0, 3]),
        ("emoji", ["sun ☀", "sun"], ["🌧", ":-)"], 0.5, 0.5, [0, 2]),
        ("spaces", ["12\u00a0°C", "12 °C"], ["a\tb", "a b"], 0.5, 0.5, [0, 2]),
        ("invisible", ["a\u200bb", "ab"], ["ab", "ab"], 0.5, 0, [0]),
        ("blanks", ["a ", "a b"], ["a  b", "a\nb"], 0.5, 0.5, [0, 2]),
    ],
)
def test_each_cue_by_hand(code, a, b, mean_a, mean_b, keys):
    found = cue(code, a, b)
    assert found["a"]["mean"] == pytest.approx(mean_a)
    assert found["b"]["mean"] == pytest.approx(mean_b)
    assert found["keys"] == keys


def test_a_context_or_an_image_of_one_subject_only_tells_at_once():
    with_context = texts_of(["x", "y"], [], context=True, image=True)
    without = [CueText(7 + n, "B", f"b {n}", f"b {n}") for n in range(2)]
    found = report([*with_context, *without], subject_names=NAMES)["cues"]
    both = [one for one in found if one["code"] in ("context", "image")]
    assert len(both) == 2
    for one in both:
        assert (one["d"], one["apart"], one["keys"]) == (None, True, [0, 1])


def test_texts_left_out_are_listed_and_not_counted():
    texts = [
        *texts_of(["aa", "aaa"], ["bb", "bbb"]),
        CueText(9, "B", "b" * 50, "long", left_out=True),
    ]
    found = report(texts, subject_names=NAMES)["cues"][0]
    assert found["code"] == "length"
    assert found["b"]["n"] == 2
    assert found["keys"] == [9]
    assert found["d"] == 0


def test_histogram_has_round_edges_and_loses_no_text():
    bins = histogram([98, 100, 100, 199], [301])
    # 204 lengths in at most 20 bins: of 20 each, from 80 on.
    assert bins["edges"] == list(range(80, 321, 20))
    assert bins["a"] == [1, 2, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0]
    assert bins["b"] == [0] * 11 + [1]
    assert histogram([], []) == {"edges": [], "a": [], "b": []}
    assert histogram([5], [5]) == {"edges": [5, 6], "a": [1], "b": [1]}
