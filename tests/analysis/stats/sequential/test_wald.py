"""E-values, confidence sequences and Wald's test against exact arithmetic and the references."""

import itertools
import math

import mpmath
import numpy as np
import pytest

from analysis.stats import (
    State,
    confidence_sequence,
    e_value_difference,
    e_value_similarity,
    sprt,
    sprt_characteristics,
    sprt_fewest,
    sprt_lines,
)

PLAN = {"alpha": 0.05, "beta": 0.05, "pd": 0.3}


def test_e_values_of_the_reference():
    assert e_value_difference(45, 98).e_value == pytest.approx(5.2017, abs=5e-5)
    assert e_value_similarity(36, 98, pd=0.3).e_value == pytest.approx(108.478, abs=5e-4)


def test_all_right_is_no_evidence_of_similarity():
    assert e_value_similarity(98, 98, pd=0.3).e_value == pytest.approx(0.0269, abs=5e-5)


@pytest.mark.parametrize(
    ("correct", "n"), [(0, 1), (1, 1), (3, 7), (45, 98), (98, 98), (0, 98), (200, 700), (650, 700)]
)
def test_difference_e_value_is_its_integral(correct, n):
    ours = e_value_difference(correct, n)

    expected = _log_mean_likelihood_ratio(correct, n, pd=None)
    assert ours.log_e_value == pytest.approx(float(expected), rel=1e-12, abs=1e-13)
    assert ours.e_value == pytest.approx(float(mpmath.exp(expected)), rel=1e-10)


@pytest.mark.parametrize("pd", [1e-9, 0.001, 0.05, 0.3, 0.5, 0.9, 0.999])
@pytest.mark.parametrize(
    ("correct", "n"), [(0, 1), (1, 1), (3, 7), (36, 98), (98, 98), (0, 98), (200, 700), (650, 700)]
)
def test_similarity_e_value_is_its_integral(correct, n, pd):
    ours = e_value_similarity(correct, n, pd=pd)

    expected = _log_mean_likelihood_ratio(correct, n, pd=pd)
    assert ours.log_e_value == pytest.approx(float(expected), rel=1e-11, abs=1e-13)


def test_e_value_that_overflows_keeps_its_logarithm():
    result = e_value_difference(2000, 2000)

    assert result.e_value == math.inf
    # All right: 3^2000 times the mean of p^2000 over [1/3, 1], which is 1.5/2001.
    assert result.log_e_value == pytest.approx(2000 * math.log(3) + math.log(1.5 / 2001), rel=1e-14)


def test_confidence_sequence_of_the_reference():
    result = confidence_sequence(36, 98, confidence=0.95)

    assert result.pc_lower == pytest.approx(0.22449, abs=5e-6)
    assert result.pc_upper == pytest.approx(0.52807, abs=5e-6)
    assert result.pd_lower == 0.0
    assert result.pd_lower_uncut == pytest.approx(1.5 * result.pc_lower - 0.5, abs=1e-15)
    assert result.pd_upper == result.pd_upper_uncut


@pytest.mark.parametrize(
    ("correct", "n"), [(1, 2), (1, 30), (36, 98), (97, 98), (4, 1000), (500_000, 1_000_000)]
)
def test_ends_of_the_confidence_sequence_solve_its_equation(correct, n):
    result = confidence_sequence(correct, n, confidence=0.95)

    for p in (result.pc_lower, result.pc_upper):
        with mpmath.workdps(40):
            ratio = mpmath.log(mpmath.beta(1 + correct, 1 + n - correct))
            ratio -= correct * mpmath.log(p) + (n - correct) * mpmath.log(1 - mpmath.mpf(p))
        assert float(ratio) == pytest.approx(math.log(20), abs=1e-8)


def test_confidence_sequence_ends_at_0_and_1():
    assert confidence_sequence(0, 98, confidence=0.95).pc_lower == 0.0
    assert confidence_sequence(98, 98, confidence=0.95).pc_upper == 1.0
    # (n + 1) q^n = 1/20 for the wrong answers that did not come.
    lower = confidence_sequence(98, 98, confidence=0.95).pc_lower
    assert lower == pytest.approx((1 / (99 * 20)) ** (1 / 98), rel=1e-13)


def test_confidence_sequence_wholly_below_chance():
    result = confidence_sequence(10, 98, confidence=0.95)

    assert result.below_chance
    assert (result.pd_lower, result.pd_upper) == (None, None)
    assert result.pd_lower_uncut < result.pd_upper_uncut < 0
    # Of 98, 18 right are the most with an upper limit of pc below 1/3: at 0.3310.
    assert confidence_sequence(18, 98, confidence=0.95).below_chance
    assert not confidence_sequence(19, 98, confidence=0.95).below_chance


def test_lines_of_the_pages():
    assert _lines(37) == (12, 20)
    assert _lines(41)[0] == 14
    assert _lines(42)[1] == 22


def test_lines_that_no_count_can_reach_are_none():
    assert _lines(1) == (None, None)
    assert _lines(3)[1] is None


def test_count_on_a_line_decides():
    # With pd 0.5 and alpha, beta at 0.2, the lines are x = n/2 - 1 and x = n/2 + 1.
    plan = {"alpha": 0.2, "beta": 0.2, "pd": 0.5}

    lines = sprt_lines(8, **plan)
    assert (lines.lower_line, lines.upper_line) == (3, 5)
    # With alpha and beta at 1/3 they are x = n/2 - 1/2 and n/2 + 1/2, and come out 1e-16 beyond.
    plan = {"alpha": 1 / 3, "beta": 1 / 3, "pd": 0.5}
    assert sprt([False], **plan).state == "similarity"
    assert sprt([True], **plan).state == "difference"
    assert sprt_lines(3, **plan).lower_line == 1


def test_lines_are_the_likelihood_ratio():
    for n in range(1, 120):
        lower, upper = _lines(n)
        for x in range(n + 1):
            ratio = x * math.log(0.8 / 0.5) - (n - x) * math.log(1 / 0.7)
            assert (upper is not None and x >= upper) == (ratio >= math.log(19))
            assert (lower is not None and x <= lower) == (ratio <= -math.log(19))


def test_first_crossing_decides_and_later_answers_change_nothing():
    result = sprt([True] * 20 + [False] * 80, **PLAN)

    assert result.state is State.DIFFERENCE
    assert result.decided_at == result.n == result.correct == result.upper_line
    assert sprt([True] * result.n, **PLAN) == result
    assert sprt([True] * (result.n - 1), **PLAN).state == "going on"


def test_wrong_answers_show_similarity():
    result = sprt([False] * 50, **PLAN)

    assert (result.state, result.decided_at, result.correct) == ("similarity", 9, 0)
    assert result.lower_line == 0


def test_maximum_between_the_lines_is_no_verdict():
    outcomes = [True, False] * 4

    assert sprt(outcomes, maximum=8, **PLAN).state == "no verdict"
    assert sprt(outcomes, maximum=8, **PLAN).decided_at is None
    assert sprt(outcomes, maximum=9, **PLAN).state == "going on"
    assert sprt([*outcomes, *[True] * 30], maximum=8, **PLAN).n == 8


def test_no_answers_yet():
    result = sprt([], **PLAN)

    assert (result.state, result.decided_at, result.n) == ("going on", None, 0)


def test_outcomes_may_come_from_numpy_or_as_0_and_1():
    outcomes = np.array([True, False, True])

    assert sprt(outcomes, **PLAN) == sprt([1, 0, 1], **PLAN) == sprt([True, False, True], **PLAN)
    with pytest.raises(ValueError, match="outcomes"):
        sprt([True, 2], **PLAN)


def test_crossing_lines_are_refused():
    with pytest.raises(ValueError, match=r"alpha \+ beta must be below 1"):
        sprt_lines(10, alpha=0.5, beta=0.5, pd=0.3)


def test_characteristics_of_the_reference():
    none, some = (sprt_characteristics(true_pd=pd, **PLAN) for pd in (0, 0.3))

    assert none.difference == pytest.approx(0.04104, abs=5e-6)
    assert some.similarity == pytest.approx(0.04288, abs=5e-6)
    assert none.expected_answers == pytest.approx(35.20, abs=5e-3)
    assert some.expected_answers == pytest.approx(34.32, abs=5e-3)


@pytest.mark.parametrize("pd", [5e-324, 1e-17])
def test_lines_of_a_proportion_of_zero_are_out_of_reach(pd):
    lines = sprt_lines(1_000_000, alpha=0.05, beta=0.05, pd=pd)

    assert (lines.lower_line, lines.upper_line) == (None, None)


def test_sequence_without_an_end_is_read_up_to_the_verdict():
    assert sprt(itertools.repeat(False), **PLAN).decided_at == 9


def test_characteristics_with_a_maximum_never_reached_are_those_without():
    assert sprt_characteristics(true_pd=0.1, maximum=10**12, **PLAN) == sprt_characteristics(
        true_pd=0.1, **PLAN
    )


def test_characteristics_with_a_maximum_leave_some_undecided():
    result = sprt_characteristics(true_pd=0.15, maximum=60, **PLAN)

    assert result.difference + result.similarity + result.no_verdict == pytest.approx(1, abs=1e-14)
    assert 0.1 < result.no_verdict < 0.5
    assert result.expected_answers < 60
    certain = sprt_characteristics(true_pd=1, **PLAN)
    assert (certain.difference, certain.similarity) == (1.0, 0.0)


def test_characteristics_agree_with_all_sequences_of_ten_answers():
    plan = {"alpha": 0.2, "beta": 0.2, "pd": 0.5}
    weights = dict.fromkeys(State, 0.0)
    for number in range(2**10):
        outcomes = [bool(number >> i & 1) for i in range(10)]
        right = sum(outcomes)
        weights[sprt(outcomes, maximum=10, **plan).state] += (0.6**right) * 0.4 ** (10 - right)

    result = sprt_characteristics(true_pd=0.4, maximum=10, **plan)
    assert result.difference == pytest.approx(weights[State.DIFFERENCE], abs=1e-13)
    assert result.similarity == pytest.approx(weights[State.SIMILARITY], abs=1e-13)
    assert result.no_verdict == pytest.approx(weights[State.NO_VERDICT], abs=1e-13)


@pytest.mark.parametrize("true_pd", [0, 0.4, 1])
@pytest.mark.parametrize("maximum", [1, 7, 63, 64, 65, 900])
@pytest.mark.parametrize(
    "plan",
    [
        {"alpha": 0.05, "beta": 0.05, "pd": 0.3},
        {"alpha": 0.001, "beta": 0.2, "pd": 0.1},
        {"alpha": 0.01, "beta": 0.0001, "pd": 0.03},
        {"alpha": 0.05, "beta": 0.05, "pd": 1e-7},
        # So near to one another that the lower line lies at no answers.
        {"alpha": 1e-14, "beta": 1 - 1e-12, "pd": 0.1},
    ],
)
def test_characteristics_are_those_of_answer_by_answer(plan, maximum, true_pd):
    result = sprt_characteristics(true_pd=true_pd * plan["pd"], maximum=maximum, **plan)

    expected = _answer_by_answer(true_pd * plan["pd"], maximum, plan)
    found = (result.difference, result.similarity, result.no_verdict, result.expected_answers)
    assert found == pytest.approx(expected, rel=1e-12, abs=1e-13)


def test_a_long_plan_is_followed_to_its_end():
    result = sprt_characteristics(alpha=0.05, beta=0.05, pd=0.02, true_pd=0.01, maximum=100_000)

    # Carried answer by answer.
    assert result.expected_answers == pytest.approx(11036.201280866719, abs=1e-7)
    assert result.difference + result.similarity + result.no_verdict == pytest.approx(1, abs=1e-12)


def _answer_by_answer(true_pd, maximum, plan):
    pc, alive = (1 + 2 * true_pd) / 3, {0: 1.0}
    difference = similarity = expected = 0.0
    for n in range(1, maximum + 1):
        expected += sum(alive.values())
        lines, grown = sprt_lines(n, **plan), {}
        for x, share in alive.items():
            grown[x] = grown.get(x, 0) + (1 - pc) * share
            grown[x + 1] = grown.get(x + 1, 0) + pc * share
        alive = {}
        for x, share in grown.items():
            if lines.lower_line is not None and x <= lines.lower_line:
                similarity += share
            elif lines.upper_line is not None and x >= lines.upper_line:
                difference += share
            else:
                alive[x] = share
    return difference, similarity, sum(alive.values()), expected


def _lines(n):
    lines = sprt_lines(n, **PLAN)
    return lines.lower_line, lines.upper_line


def _log_mean_likelihood_ratio(x, n, *, pd):
    """log of the mean of p^x (1-p)^(n-x) over an interval, over its value at one end.

    Over [1/3, p1] against p1; without pd over [1/3, 1] against 1/3. The integral is
    (P(Y > x | high) - P(Y > x | low)) / ((n+1) C(n, x)) with Y binomial with n + 1 answers:
    polynomials, summed with as many digits as it takes.
    """
    with mpmath.workdps(800):
        low = mpmath.mpf(1) / 3
        high = mpmath.mpf(1) if pd is None else low + 2 * low * mpmath.mpf(pd)
        against = low if pd is None else high
        mass = _above(x, n + 1, high) - _above(x, n + 1, low)
        mean = mass / ((n + 1) * mpmath.binomial(n, x)) / (high - low)
        value = mpmath.log(mean)
        value -= x * mpmath.log(against) + (n - x) * mpmath.log(1 - against)
        return value


def _above(x, n, p):
    if p == 1:
        return mpmath.mpf(1)
    terms = (mpmath.binomial(n, y) * p**y * (1 - p) ** (n - y) for y in range(x + 1, n + 1))
    return mpmath.fsum(terms)


@pytest.mark.parametrize(
    ("plan", "difference", "similarity"),
    [((0.001, 0.001, 0.1), 38, 66), ((0.05, 0.05, 0.3), 7, 9), ((0.4, 0.4, 0.9), 1, 1)],
)
def test_the_fewest_answers_that_can_decide(plan, difference, similarity):
    plan = dict(zip(("alpha", "beta", "pd"), plan, strict=True))
    found = sprt_fewest(**plan)
    assert (found.difference, found.similarity) == (difference, similarity)
    for number, outcome, state in (
        (found.difference, True, "difference"),
        (found.similarity, False, "similarity"),
    ):
        assert sprt([outcome] * number, **plan).state == state
        assert sprt([outcome] * (number - 1), **plan).state == "going on"
