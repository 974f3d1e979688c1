"""Power and numbers of judges where each answers several triads."""

import numpy as np
import pytest

from analysis.stats import (
    judges_needed,
    judges_needed_with_repeats,
    power,
    power_with_repeats,
)
from tests.analysis.stats.reference import rows


@pytest.mark.parametrize("row", rows("repeats_power"), ids=lambda row: "-".join(row.values()))
def test_power_is_that_of_the_reference(row):
    found = power_with_repeats(
        int(row["judges"]),
        int(row["each"]),
        alpha=float(row["alpha"]),
        pd=float(row["pd"]),
        gamma=float(row["gamma"]),
    )
    assert found == pytest.approx(float(row["power"]), abs=1e-8)


def test_the_last_judge_may_have_fewer_answers():
    plan = {"alpha": 0.05, "pd": 0.3}
    plain = power(98, goal="difference", **plan)
    assert power_with_repeats(16, 6, gamma=0.0, rest=2, **plan) == pytest.approx(plain, abs=1e-12)
    assert power_with_repeats(16, 6, gamma=0.4, rest=6, **plan) == pytest.approx(
        power_with_repeats(17, 6, gamma=0.4, **plan), abs=1e-12
    )


@pytest.mark.parametrize("gamma", [0.0, 0.5, 1.0])
def test_with_one_answer_each_it_is_the_binomial_test(gamma):
    """A single answer tells nothing of how judges differ."""
    plain = power(98, goal="difference", alpha=0.05, pd=0.2)
    assert power_with_repeats(98, 1, alpha=0.05, pd=0.2, gamma=gamma) == pytest.approx(plain)


@pytest.mark.parametrize("pd", [0.1, 0.3])
def test_without_differences_repeats_are_as_good_as_judges(pd):
    plan = {"alpha": 0.05, "pd": pd}
    plain = power(96, goal="difference", **plan)
    assert power_with_repeats(16, 6, gamma=0.0, **plan) == pytest.approx(plain, abs=1e-12)


def test_the_more_judges_differ_the_less_power():
    powers = [
        power_with_repeats(16, 6, alpha=0.05, pd=0.3, gamma=gamma) for gamma in np.linspace(0, 1, 9)
    ]
    assert powers == sorted(powers, reverse=True)


@pytest.mark.parametrize(("each", "pd", "gamma"), [(6, 0.3, 0.3), (2, 0.1, 0.5), (10, 0.05, 0.1)])
def test_the_number_needed_is_the_smallest_that_is_enough(each, pd, gamma):
    plan = {"alpha": 0.05, "pd": pd, "gamma": gamma}
    found = judges_needed_with_repeats(each, beta=0.1, **plan)
    assert power_with_repeats(found, each, **plan) >= 0.9
    assert all(power_with_repeats(less, each, **plan) < 0.9 for less in range(1, found))


def test_with_one_answer_each_the_number_is_that_of_judges():
    plan = {"alpha": 0.05, "beta": 0.2, "pd": 0.3}
    plain = judges_needed(goal="difference", **plan)
    assert judges_needed_with_repeats(1, gamma=0.3, **plan) == plain


def test_more_than_the_largest_number_is_none():
    assert judges_needed_with_repeats(10, alpha=0.001, beta=0.001, pd=0.001, gamma=0.9) is None


def test_where_no_count_can_show_a_difference_there_is_no_power():
    assert power_with_repeats(1, 1, alpha=0.01, pd=0.9, gamma=0.1) == 0.0


@pytest.mark.parametrize(
    ("judges", "each", "bad", "name"),
    [
        (0, 6, {}, "judges"),
        (16, 0, {}, "each"),
        (1000, 101, {}, "each"),
        (16, 6, {"pd": 1.1}, "pd"),
        (16, 6, {"gamma": -0.1}, "gamma"),
        (16, 6, {"rest": 7}, "rest"),
        (16, 6, {"alpha": 0}, "alpha"),
    ],
)
def test_bad_arguments_are_named(judges, each, bad, name):
    with pytest.raises(ValueError, match=f"^{name} must be"):
        power_with_repeats(judges, each, **{"alpha": 0.05, "pd": 0.3, "gamma": 0.2} | bad)
