"""The measures of reading, on readings small enough for pencil and paper."""

import math
import tracemalloc
from dataclasses import astuple, replace

import pytest

from analysis.stats import MEASURES, Measures, ReadText, ReadTrial, Stay, reading_measures
from analysis.stats.reading import reading_norms

TEXT = ReadText("rain", words=(4, 6), characters=(20, 30))
TRIAL = ReadTrial(
    "ann",
    (TEXT, TEXT, TEXT),
    odd=2,
    stays=(
        Stay(1, 1, 0, 1000),
        Stay(1, 2, 1000, 50),  # passed over: the visit to the first sentence goes on
        Stay(1, 1, 1100, 500),
        Stay(1, 2, 2000, 3000),
        Stay(2, 2, 5000, 120),
        Stay(1, 1, 6000, 200),
    ),
)


def one(judge="ann", item="rain", *, pace=(10, 10, 10), words=5, characters=100):
    """A trial in which three texts of one sentence each are read once, at a pace each."""
    text = ReadText(item, (words,), (characters,))
    lengths = [ms * characters for ms in pace]
    stays = [Stay(i + 1, 1, sum(lengths[:i]), lengths[i]) for i in range(3) if lengths[i]]
    return ReadTrial(judge, (text, text, text), 1, tuple(stays))


def test_measures_of_sentences_are_those_counted_by_hand():
    (reading,) = reading_measures([TRIAL])

    first, second = reading.texts[0].sentences
    assert first.raw == Measures(1700, 4 / 1.7, 1700 / 20, 1500, 1500 / 1700, 2, math.log(2))
    assert second.raw == Measures(3000, 2.0, 100.0, 3000, 1.0, 1, 0.0)


def test_measures_of_texts_add_up_their_sentences():
    (reading,) = reading_measures([TRIAL])

    first, second, third = (text.whole.raw for text in reading.texts)
    assert first == Measures(4700, 10 / 4.7, 94.0, 4500, 4500 / 4700, 3, math.log(3 / 2))
    # Only its second sentence was read, so the lengths are those of this sentence.
    assert second == Measures(120, 50.0, 4.0, 120, 1.0, 1, math.log(1 / 2))
    assert third == Measures(0, None, None, 0, None, 0, None)


def test_measures_of_a_trial_add_up_its_texts():
    (reading,) = reading_measures([TRIAL])

    assert reading.whole.raw == Measures(
        4820, pytest.approx(16 / 4.82), 60.25, 4620, 4620 / 4820, 4, pytest.approx(math.log(4 / 6))
    )


def test_without_a_shortest_stay_a_sentence_passed_over_counts():
    (reading,) = reading_measures([TRIAL], shortest_ms=0)

    first, second = (sentence.raw for sentence in reading.texts[0].sentences)
    assert (first.first_visit_ms, first.visits) == (1000, 3)
    assert (second.dwell_ms, second.first_visit_ms, second.visits) == (3050, 50, 2)


def test_z_is_taken_over_all_texts_of_the_judge():
    slow, fast, other = reading_measures(
        [one(pace=(10, 20, 30)), one(pace=(40, 50, 60)), one("bob", pace=(90, 10, 10))]
    )

    deviation = math.sqrt(350)  # of 10, 20 ... 60: squares 1750 / 5
    z = [text.whole.z.ms_per_character for text in slow.texts + fast.texts]
    assert z == pytest.approx([(ms - 35) / deviation for ms in (10, 20, 30, 40, 50, 60)])
    assert other.texts[0].whole.z.ms_per_character == pytest.approx(2 / math.sqrt(3))


def test_z2_takes_z_over_all_readings_of_the_item():
    trials = [
        one("ann", "rain", pace=(10, 20, 30)),
        one("ann", "snow", pace=(40, 50, 60)),
        one("bob", "rain", pace=(10, 10, 40)),
        one("bob", "snow", pace=(20, 20, 20)),
    ]
    readings = reading_measures(trials)

    rain = [text.whole for i in (0, 2) for text in readings[i].texts]
    z = [whole.z.ms_per_character for whole in rain]
    mean = sum(z) / 6
    deviation = math.sqrt(sum((value - mean) ** 2 for value in z) / 5)
    z2 = [whole.z2.ms_per_character for whole in rain]
    assert z2 == pytest.approx([(value - mean) / deviation for value in z])


def test_a_trial_of_several_items_has_no_z2_as_a_whole():
    mixed = replace(TRIAL, texts=(TEXT, TEXT, replace(TEXT, item="snow")))
    quick = replace(TRIAL, stays=(Stay(1, 1, 0, 300), Stay(1, 2, 300, 400)))

    first, second = reading_measures([mixed, quick])

    assert first.whole.z.ms_per_character == pytest.approx(1 / math.sqrt(2))
    assert first.whole.z2.ms_per_character is None
    assert second.whole.z2.ms_per_character is None  # the only trial of its item alone


@pytest.mark.parametrize("trial", [one(pace=(10, 10, 10)), one(pace=(0, 0, 0))])
def test_scores_are_undefined_without_a_deviation(trial):
    (reading,) = reading_measures([trial])

    for part in (reading.whole, *(text.whole for text in reading.texts)):
        assert set(astuple(part.z) + astuple(part.z2)) == {None}


def test_nothing_read_is_nothing_and_undefined():
    (reading,) = reading_measures([replace(TRIAL, stays=())])

    assert reading.whole.raw == Measures(0, None, None, 0, None, 0, None)


def test_a_sentence_without_length_has_neither_speed_nor_pace():
    (reading,) = reading_measures([one(pace=(1000, 0, 0), words=0, characters=1)])
    bare = replace(TRIAL, texts=(replace(TEXT, characters=(0, 0)),) * 3)

    assert reading.texts[0].whole.raw.words_per_second is None
    assert reading_measures([bare])[0].whole.raw.ms_per_character is None


def test_the_order_of_trials_changes_nothing():
    trials = [TRIAL, one("bob", pace=(10, 20, 70)), one(pace=(30, 20, 50)), one("bob", "snow")]
    readings = reading_measures(trials)

    backwards = reading_measures(trials[::-1])[::-1]

    assert [r.whole.raw for r in backwards] == [r.whole.raw for r in readings]
    for one_way, other in zip(_scores(readings), _scores(backwards), strict=True):
        assert other == pytest.approx(one_way)


def test_a_slower_clock_changes_times_but_no_score():
    trials = [TRIAL, one(pace=(10, 20, 70)), one("bob", "snow", pace=(3, 8, 9))]
    slower = [
        replace(
            t,
            stays=tuple(Stay(s.text, s.sentence, 7 * s.start_ms, 7 * s.length_ms) for s in t.stays),
        )
        for t in trials
    ]

    as_is, scaled = reading_measures(trials), reading_measures(slower, shortest_ms=700)

    slow, quick = scaled[0].whole.raw, as_is[0].whole.raw
    assert slow.dwell_ms == 7 * quick.dwell_ms
    assert slow.ms_per_character == pytest.approx(7 * quick.ms_per_character)
    assert slow.words_per_second == pytest.approx(quick.words_per_second / 7)
    for one_way, other in zip(_scores(as_is), _scores(scaled), strict=True):
        assert other == pytest.approx(one_way)


def test_norms_keep_no_judge_in_memory():
    def judges(number):
        for judge in range(number):
            yield [
                one(f"judge {judge}", f"item {i % 7}", pace=(5 + i % 11, 9 + judge % 4, 7 + i % 6))
                for i in range(2)
            ]

    def peak(number):
        tracemalloc.start()
        norms = reading_norms(judges(number))
        for trials in judges(number):
            norms.measure(trials)
        held = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return held

    # Means and deviations of each judge would take half a megabyte.
    assert peak(400) < 300_000


def test_norms_of_judges_in_turn_are_those_of_the_list():
    anna, bob = [TRIAL, one(pace=(30, 20, 50))], [one("bob", pace=(10, 20, 70)), one("bob", "snow")]

    norms = reading_norms(iter([anna, bob]))
    listed = reading_measures([anna[0], bob[0], anna[1], bob[1]])

    assert norms.measure(anna) == [listed[0], listed[2]]
    assert norms.measure(bob) == [listed[1], listed[3]]
    trials = [*anna, *bob]
    assert norms.readings == sum(4 + sum(len(t.words) for t in trial.texts) for trial in trials)


def test_no_trials_have_no_readings():
    assert reading_measures([]) == ()


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"odd": 4}, "odd must be a whole number from 1 to 3"),
        ({"texts": (TEXT, TEXT)}, "texts must be 3"),
        ({"texts": (TEXT, TEXT, ReadText("", (1,), (1, 2)))}, "words and characters must be"),
        ({"texts": (TEXT, TEXT, ReadText("", (), ()))}, "one or more, not 0 and 0"),
        ({"texts": (TEXT, TEXT, ReadText("", (-1,), (3,)))}, "words must be a whole number 0"),
        ({"stays": (Stay(0, 1, 0, 9),)}, "text must be a whole number from 1 to 3"),
        ({"stays": (Stay(1, 3, 0, 9),)}, "sentence must be a whole number from 1 to 2"),
        ({"stays": (Stay(1, 1, 0, -9),)}, "length_ms must be a whole number 0 or more"),
        ({"stays": (Stay(1, 1, 0, 9), Stay(1, 2, 8, 9))}, "start_ms must be a whole number 9"),
    ],
)
def test_trials_that_cannot_be_are_refused(changes, message):
    with pytest.raises(ValueError, match=message):
        reading_measures([replace(TRIAL, **changes)])


@pytest.mark.parametrize("value", [None, "trials", 3, [3]])
def test_trials_must_be_a_list_of_trials(value):
    with pytest.raises(ValueError, match="trials must"):
        reading_measures(value)


def test_shortest_stay_must_be_a_whole_number():
    with pytest.raises(ValueError, match="shortest_ms must be a whole number 0 or more"):
        reading_measures([TRIAL], shortest_ms=-1)


def _scores(readings):
    for reading in readings:
        for whole in (reading.whole, *(text.whole for text in reading.texts)):
            for scores in (whole.z, whole.z2):
                yield {name: getattr(scores, name) for name in MEASURES}
