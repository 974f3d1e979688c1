"""Does one number rise with another: Spearman's rank correlation, and right answers of triads."""

import math
from itertools import permutations

import numpy as np
import pytest
from scipy.stats import spearmanr

from analysis.stats.association import rank_correlation, right_answers_by


def test_spearman_is_scipys_with_ties_too():
    rng = np.random.default_rng(1)
    x, y = rng.integers(0, 6, 40), rng.normal(size=40)
    assert rank_correlation(x, y, permutations=0).rho == pytest.approx(spearmanr(x, y).statistic)


def test_its_p_is_the_share_of_all_arrangements():
    x, y = [1, 2, 3, 4, 5], [2, 1, 3, 5, 4]
    every = [abs(spearmanr(x, other).statistic) for other in permutations(y)]
    share = np.mean([one >= 0.8 - 1e-9 for one in every])

    found = rank_correlation(x, y, permutations=20_000)

    assert (found.n, found.rho) == (5, pytest.approx(0.8))
    assert found.p_value == pytest.approx(share, abs=4 * math.sqrt(share / 20_000))


def test_groups_that_differ_in_both_numbers_are_no_evidence():
    rng = np.random.default_rng(4)
    x, y = rng.normal(size=40), rng.normal(size=40)
    x[20:] += 9
    y[20:] += 9
    groups = ["A"] * 20 + ["B"] * 20
    halves = [spearmanr(x[half], y[half]).statistic for half in (slice(20), slice(20, 40))]

    found = rank_correlation(x, y, groups=groups)

    assert rank_correlation(x, y).p_value == 1 / 1000
    assert found.rho == pytest.approx(np.mean(halves))
    assert found.p_value > 0.05


@pytest.mark.parametrize(("x", "y"), [([], []), ([1, 2], [1, 2]), ([1, 1, 1, 1], [1, 2, 3, 4])])
def test_what_does_not_differ_has_no_correlation(x, y):
    found = rank_correlation(x, y)
    assert (found.n, found.rho, found.p_value) == (len(x), None, None)


def by(number, right, answers, groups, **more):
    return right_answers_by(number, right, answers, groups=groups, **more)


def test_right_answers_are_dealt_out_within_groups_only():
    # Between the items likeness and right answers go together perfectly; within them not at all.
    number = [0.1, 0.2] * 5 + [0.8, 0.9] * 5
    right = [1, 1] * 5 + [0, 0] * 5
    between = ["easy"] * 10 + ["hard"] * 10

    assert by(number, right, [1] * 20, between).p_value is None
    assert by(number, right, [1] * 20, ["all"] * 20).p_value == 1 / 1000


def test_p_is_the_share_of_all_arrangements():
    # One right answer of three falls on any triad alike: two of three are as far from the mean.
    assert by([0, 1, 2], [1, 0, 0], [1, 1, 1], "aaa", permutations=9999).p_value == pytest.approx(
        2 / 3, abs=0.02
    )
    # Two answers to the first triad: right ones fall on it twice as often.
    found = by([0, 1], [0, 1], [2, 1], "aa", permutations=9999)
    assert found.p_value == pytest.approx(1 / 3, abs=0.02)


def test_equal_triads_give_uniform_p():
    rng = np.random.default_rng(5)
    found = []
    for seed in range(200):
        number, groups = rng.random(30), np.repeat(np.arange(6), 5)
        right = rng.random(30) < 0.2 + 0.1 * groups
        found.append(
            by(number, right, [1] * 30, groups.tolist(), permutations=19, seed=seed).p_value
        )
    assert sum(p <= 0.05 for p in found) <= 10 + 4 * 3.1
    assert 100 - 4 * 7.1 <= sum(p <= 0.5 for p in found) <= 100 + 4 * 7.1


def test_the_slope_is_near_the_logits_within_groups():
    # Odds of 1.1 to 1 against 0.9 to 1, around shares that differ by item.
    found = by([0, 1, 0, 1], [95, 105, 40, 43], [200, 200, 50, 50], "aabb", permutations=9)
    within = [math.log(105 * 105 / (95 * 95)), math.log(43 * 10 / (7 * 40))]
    assert min(within) < found.slope < max(within)
    assert by([0, 1], [95, 105], [200, 200], "aa").slope == pytest.approx(within[0], rel=0.01)
    assert (found.triads, found.answers, found.right, found.groups) == (4, 500, 283, 2)


@pytest.mark.parametrize(
    ("number", "right", "answers"),
    [([0, 1], [0, 0], [5, 5]), ([1, 1], [1, 5], [5, 5]), ([0, 1], [5, 5], [5, 5]), ([], [], [])],
)
def test_without_both_answers_or_a_difference_there_is_no_slope(number, right, answers):
    found = by(number, right, answers, "a" * len(number), permutations=9)
    assert (found.slope, found.p_value, found.groups) == (None, None, 0)


def test_a_large_study_takes_little_time_and_memory():
    rng = np.random.default_rng(2)
    number, groups = rng.random(20_000), rng.integers(0, 2000, 20_000).tolist()
    right = rng.binomial(50, 0.5 - 0.1 * number)
    assert by(number, right, [50] * 20_000, groups, permutations=99).p_value == 1 / 100


def test_progress_may_stop_the_work():
    def stop(_done, _total):
        raise InterruptedError

    with pytest.raises(InterruptedError):
        by([0, 1], [0, 1], [1, 1], "aa", progress=stop)


@pytest.mark.parametrize(
    "bad",
    [{"right": [2, 0]}, {"right": [-1, 0]}, {"right": [1]}, {"permutations": -1}, {"seed": -1}],
)
def test_bad_arguments_are_refused(bad):
    given = {"number": [0, 1], "right": [0, 1], "answers": [1, 1], "groups": "aa"} | bad
    with pytest.raises(ValueError, match="must be"):
        right_answers_by(**given)


def test_lists_of_different_length_are_refused():
    with pytest.raises(ValueError, match="one length"):
        rank_correlation([1], [1, 2])
