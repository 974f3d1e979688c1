"""Bad arguments: always a ValueError that names the argument and its range."""

import math
from decimal import Decimal

import numpy as np
import pytest

from analysis import stats

PLAN = {"alpha": 0.05, "beta": 0.05, "pd": 0.3}

CALLS = {
    "min_correct": ((98,), {"alpha": 0.05}),
    "max_correct": ((98,), {"beta": 0.05, "pd": 0.3}),
    "difference_test": ((45, 98), {"alpha": 0.05}),
    "similarity_test": ((36, 98), {"beta": 0.05, "pd": 0.3}),
    "below_chance": ((20, 98), {}),
    "estimate": ((45, 98), {"confidence": 0.95, "method": "exact"}),
    "power": ((98,), {"goal": "difference", **PLAN}),
    "power_curve": ((90, 98), {"goal": "similarity", **PLAN}),
    "judges_needed": ((), {"goal": "difference", "rule": "smallest", **PLAN}),
    "sensitivity": ((98,), {"goal": "difference", "alpha": 0.05, "pd": 0.3}),
    "options": ((98,), {"goal": "difference"}),
    "sprt_lines": ((98,), PLAN),
    "sprt": (([True, False],), {"maximum": 98, **PLAN}),
    "sprt_fewest": ((), PLAN),
    "sprt_characteristics": ((), {"true_pd": 0.1, "maximum": 98, **PLAN}),
    "e_value_difference": ((45, 98), {}),
    "e_value_similarity": ((36, 98), {"pd": 0.3}),
    "sprt_estimate": ((20, 37), {"end": "difference", "maximum": 132, "confidence": 0.95, **PLAN}),
    "confidence_sequence": ((36, 98), {"confidence": 0.95}),
    "posterior": ((36, 98), {"limit": 0.3, "confidence": 0.95}),
    "judge_summary": ((5, 8), {"alpha": 0.05}),
}
UNIT_ARGUMENTS = ("alpha", "beta", "pd", "confidence", "limit")
COUNTED = [name for name, (args, _) in CALLS.items() if len(args) == 2 and name != "power_curve"]
NUMBERED = [name for name, (args, _) in CALLS.items() if args and isinstance(args[0], int)]
BAD_UNITS = [
    *(0, 1, -0.1, 1.1, math.nan, math.inf, "0.05", None, True, np.bool_(True), np.float64("nan")),
    *(Decimal("sNaN"), 10**400, 0.05 + 0j, [0.05], np.array(0.05), np.array([0.05, 0.1])),
]
BAD_WHOLE = [
    *(1.0, 98.0, True, False, "98", None, math.nan, Decimal(98), np.bool_(True), 3 + 0j),
    *([9], np.array(98.0), np.array([9, 9])),
]
NO_LISTS = [None, 3, 0.5, "12", b"12", {1: 1}, np.array(3)]


@pytest.mark.parametrize("name", CALLS)
def test_good_arguments_are_accepted(name):
    args, options = CALLS[name]

    getattr(stats, name)(*args, **options)


@pytest.mark.parametrize(
    ("name", "argument"),
    [
        (name, argument)
        for name, (_, options) in CALLS.items()
        for argument in options
        if argument in UNIT_ARGUMENTS
    ],
)
@pytest.mark.parametrize("value", BAD_UNITS)
def test_risks_and_proportions_outside_0_to_1_are_refused(name, argument, value):
    args, options = CALLS[name]
    if value is None and (name, argument) in {("power", "beta"), ("power_curve", "alpha")}:
        getattr(stats, name)(*args, **{**options, argument: None})  # the goal does not need it
        return
    if name == "sensitivity" and value is None:
        pytest_expects = "exactly two of alpha, beta and pd"
    else:
        pytest_expects = f"{argument} must be a number above 0 and below 1"

    with pytest.raises(ValueError, match=pytest_expects):
        getattr(stats, name)(*args, **{**options, argument: value})


@pytest.mark.parametrize("name", NUMBERED)
@pytest.mark.parametrize("value", [0, -1, *BAD_WHOLE])
def test_numbers_of_answers_that_are_not_1_or_more_are_refused(name, value):
    args, options = CALLS[name]

    with pytest.raises(ValueError, match=r"(n|first|last|correct) must be a whole number \d+ or"):
        getattr(stats, name)(*args[:-1], value, **options)


@pytest.mark.parametrize("name", COUNTED)
@pytest.mark.parametrize("value", [-1, 99, *BAD_WHOLE])
def test_right_answers_outside_0_to_n_are_refused(name, value):
    args, options = CALLS[name]

    with pytest.raises(ValueError, match=r"correct must be a whole number from 0 to \d+, not"):
        getattr(stats, name)(value, args[1], **options)


@pytest.mark.parametrize("value", [0, -1, 2.0, True, "8"])
def test_maximum_must_be_1_or_more(value):
    with pytest.raises(ValueError, match="maximum must be a whole number 1 or more"):
        stats.sprt([True], maximum=value, **PLAN)
    with pytest.raises(ValueError, match="maximum must be a whole number 1 or more"):
        stats.sprt_characteristics(true_pd=0.1, maximum=value, **PLAN)


@pytest.mark.parametrize("value", [-0.01, 1.01, math.nan, None, "0"])
def test_proportions_that_may_be_0_or_1(value):
    with pytest.raises(ValueError, match="true_pd must be a number from 0 to 1"):
        stats.sprt_characteristics(true_pd=value, **PLAN)
    for function, name in ((stats.pd_from_pc, "pc"), (stats.d_prime_from_pc, "pc")):
        with pytest.raises(ValueError, match=f"{name} must be a number from 0 to 1"):
            function(value)
    with pytest.raises(ValueError, match="pd must be a number from 0 to 1"):
        stats.pc_from_pd(value)


@pytest.mark.parametrize("value", [-0.01, math.nan, None, "1", -math.inf])
def test_d_prime_must_be_0_or_more(value):
    for function in (stats.pc_from_d_prime, stats.pc_slope):
        with pytest.raises(ValueError, match="d_prime must be a number of 0 or more"):
            function(value)


@pytest.mark.parametrize(
    ("name", "argument", "allowed"),
    [
        ("estimate", "method", "exact, likelihood, wilson, wilson_corrected, wald"),
        ("power", "goal", "difference, similarity"),
        ("power_curve", "goal", "difference, similarity"),
        ("judges_needed", "goal", "difference, similarity"),
        ("judges_needed", "rule", "smallest, stable"),
        ("sensitivity", "goal", "difference, similarity"),
        ("options", "goal", "difference, similarity"),
    ],
)
def test_unknown_words_are_refused(name, argument, allowed):
    args, options = CALLS[name]

    with pytest.raises(ValueError, match=f"{argument} must be one of {allowed}, not 'same'"):
        getattr(stats, name)(*args, **{**options, argument: "same"})


def test_the_risk_that_the_goal_needs_must_be_given():
    with pytest.raises(ValueError, match="alpha must be"):
        stats.power(98, goal="difference", pd=0.3)
    with pytest.raises(ValueError, match="beta must be"):
        stats.power(98, goal="similarity", alpha=0.05, pd=0.3)


def test_sensitivity_takes_exactly_two():
    with pytest.raises(ValueError, match="exactly two of alpha, beta and pd"):
        stats.sensitivity(98, goal="difference", **PLAN)
    with pytest.raises(ValueError, match="exactly two of alpha, beta and pd"):
        stats.sensitivity(98, goal="difference", alpha=0.05)


@pytest.mark.parametrize("name", NUMBERED)
def test_more_answers_than_doubles_can_count_are_refused(name):
    args, options = CALLS[name]
    if name == "power_curve":
        args = (10**12 + 1, 10**12 + 2)

    with pytest.raises(ValueError, match=r"(n|first) must be .* at most 1,000,000,000,000"):
        getattr(stats, name)(*args[:-1], args[-1] if name == "power_curve" else 10**400, **options)


@pytest.mark.parametrize("value", NO_LISTS)
def test_lists_that_are_none_are_refused(value):
    calls = {
        "correct": (stats.compare_studies, (value, [1, 2]), {}),
        "n": (stats.fit_beta_binomial, ([1, 2], value), {"chance_corrected": True}),
        "counts": (stats.chosen_positions, (value,), {}),
        "positions": (stats.longest_streak, (value,), {}),
        "seconds": (stats.too_fast, (value, [1]), {}),
        "words": (stats.too_fast, ([1], value), {}),
    }
    for name, (function, args, options) in calls.items():
        with pytest.raises(ValueError, match=f"{name} must be a list"):
            function(*args, **options)


@pytest.mark.parametrize("value", [None, 3, [1, 2], "ABB", np.array(3)])
def test_counts_by_order_must_be_a_mapping(value):
    for call in (stats.order_counts, stats.realised_chance):
        with pytest.raises(ValueError, match="counts must be given by ABB"):
            call(value)
    with pytest.raises(ValueError, match="n must be given by ABB"):
        stats.right_by_order({"ABB": 1}, value)


@pytest.mark.parametrize("value", [None, 3, 0.5, np.array(3)])
def test_outcomes_must_be_a_sequence(value):
    with pytest.raises(ValueError, match="outcomes must be a sequence"):
        stats.sprt(value, **PLAN)


@pytest.mark.parametrize("value", ["no", 0, 1, None, [True]])
def test_chance_corrected_must_be_true_or_false(value):
    with pytest.raises(ValueError, match="chance_corrected must be True or False"):
        stats.fit_beta_binomial([1, 2], [3, 3], chance_corrected=value)


def test_last_must_not_lie_before_first():
    with pytest.raises(ValueError, match="last must be a whole number 98 or more"):
        stats.power_curve(98, 97, goal="difference", alpha=0.05, pd=0.3)


def test_whole_numbers_of_numpy_and_decimals_are_welcome():
    plain = stats.similarity_test(36, 98, beta=0.01, pd=0.3)

    assert stats.similarity_test(np.int64(36), np.int32(98), beta=0.01, pd=0.3) == plain
    assert stats.similarity_test(36, 98, beta=Decimal("0.01"), pd=np.float64(0.3)) == plain
