"""The character of a virtual judge."""

from collections import Counter

import pytest

from studies.virtual_judges.judge import Character, draw


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
