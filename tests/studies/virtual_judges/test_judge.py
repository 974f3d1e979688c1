"""The character of a virtual judge."""

from collections import Counter
from dataclasses import replace

import pytest

from studies.virtual_judges.draws import draw
from studies.virtual_judges.judge import Character, ReadingTimes


def test_draws_are_the_same_everywhere():
    assert draw(1, 1, "perceives") == pytest.approx(0.0631883, abs=1e-7)
    assert draw(1, 1, "perceives") != draw(2, 1, "perceives") != draw(2, 2, "perceives")


def test_judges_are_as_the_plan_says():
    judges = [
        Character.of(seed=1, number=number, pd=0.2, dropout=0.3, trials=6) for number in range(4000)
    ]
    assert sum(judge.perceives for judge in judges) == pytest.approx(800, abs=80)
    leaving = Counter(judge.leaves_at for judge in judges)
    assert 4000 - leaving.pop(None) == pytest.approx(1200, abs=100)
    assert set(leaving) == {1, 2, 3, 4, 5, 6}
    assert min(leaving.values()) > 150


def test_who_perceives_is_right_and_the_others_guess():
    perceiving, guessing = (
        Character(seed=1, number=3, perceives=perceives, leaves_at=None)
        for perceives in (True, False)
    )
    assert [perceiving.choose(trial, 2) for trial in range(9)] == [2] * 9
    guesses = Counter(guessing.choose(trial, 2) for trial in range(3000))
    assert set(guesses) == {1, 2, 3}
    assert min(guesses.values()) > 900


def test_who_perceives_reads_longer_by_the_factor() -> None:
    times = ReadingTimes(seconds=20, slower=1.5)
    judges = [
        Character.of(seed=1, number=number, pd=0.5, dropout=0, trials=1, times=times)
        for number in range(4000)
    ]
    seconds = {
        perceives: sorted(j.reading_seconds(1) for j in judges if j.perceives == perceives)
        for perceives in (True, False)
    }
    median = {perceives: some[len(some) // 2] for perceives, some in seconds.items()}
    assert median[False] == pytest.approx(20, rel=0.06)
    assert median[True] / median[False] == pytest.approx(1.5, rel=0.08)
    assert all(
        j.reading_seconds(1) == 0 for j in (replace(j, times=ReadingTimes()) for j in judges)
    )
