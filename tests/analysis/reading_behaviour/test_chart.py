"""The chart of how a trial was read."""

import pytest

from analysis.reading_behaviour.chart import GAP, LANE, LEAST_WIDTH, LEFT, RIGHT, TOP, reading_chart
from analysis.stats.reading import ReadText, ReadTrial, Stay

SENTENCES = (2, 5, 3)
TRIAL = ReadTrial(
    judge="judge",
    texts=tuple(ReadText("item", (3,) * number, (9,) * number) for number in SENTENCES),
    odd=2,
    stays=(Stay(1, 1, 0, 1000), Stay(2, 3, 1000, 4000), Stay(3, 3, 9990, 10)),
)


def chart():
    return reading_chart(TRIAL, seconds=10, labels=["one", "two", "three"])


def test_a_stay_begins_and_lasts_by_its_time():
    first, second, last = chart().bars
    unit = (RIGHT - LEFT) / 10
    assert (float(first.x), float(first.width)) == (LEFT, pytest.approx(unit, abs=0.1))
    assert float(second.x) == pytest.approx(LEFT + unit, abs=0.1)
    assert float(second.width) == pytest.approx(4 * unit, abs=0.1)
    assert float(last.width) == LEAST_WIDTH  # a hundredth of a second would not be seen


def test_each_sentence_has_its_lane_within_the_band_of_its_text():
    found = chart()
    one, two, three = found.bands
    assert [band.height for band in found.bands] == [number * LANE for number in SENTENCES]
    assert (one.y, two.y) == (TOP, TOP + 2 * LANE + GAP)
    assert [bar.y for bar in found.bars] == [one.y, two.y + 2 * LANE, three.y + 2 * LANE]
    assert found.bottom == three.y + three.height < found.labels_y < found.height


def test_the_odd_text_is_told_from_the_others():
    found = chart()
    assert [bar.kind for bar in found.bars] == ["other", "odd", "other"]
    assert [band.odd for band in found.bands] == [False, True, False]


def test_trials_of_no_time_are_drawn():
    assert reading_chart(TRIAL, seconds=0, labels=["one", "two", "three"]).bars
