"""Do the methods keep their promises over many studies? Exact recursion, then simulation.

The exact probabilities carry the distribution of the undecided count from answer to answer.
The simulations take 20,000 studies with a fixed seed and must agree within four standard
errors. Figures are printed.
"""

import math
from itertools import product

import numpy as np
import pytest

from analysis.stats import (
    confidence_sequence,
    difference_test,
    e_value_difference,
    e_value_similarity,
    min_correct,
    sprt,
    sprt_characteristics,
    sprt_lines,
)

ANSWERS = 500
STUDIES = 20_000
RISKS = (0.2, 0.1, 0.05, 0.01, 0.001)
PDS = (0.5, 0.4, 0.3, 0.2, 0.1)

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def e_value_20():
    """For each n the smallest count with a difference e-value of 20 or more."""
    return _rising(lambda x, n: e_value_difference(x, n).e_value >= 20)


@pytest.fixture(scope="module")
def similar_20():
    """For each n the largest count with a similarity e-value at pd 0.3 of 20 or more, or -1."""
    crossing = _rising(lambda x, n: e_value_similarity(x, n, pd=0.3).e_value < 20)
    return crossing - 1


@pytest.mark.parametrize("pd", [0.0])
def test_difference_e_value_seldom_crosses_20_without_a_difference(e_value_20, report, pd):
    exact = _stopped(1 / 3, above=e_value_20)[-1]
    simulated = _share_stopped(1 / 3, seed=1, above=e_value_20)

    report(f"difference e-value of 20 within 500 answers, pd {pd}: {simulated:.4f}", exact)
    assert exact == pytest.approx(0.0365, abs=5e-5)
    assert exact <= 0.05
    _assert_agree(simulated, exact)


def test_similarity_e_value_seldom_crosses_20_at_its_limit(similar_20, report):
    exact = _stopped(_pc(0.3), below=similar_20)[-1]
    simulated = _share_stopped(_pc(0.3), seed=2, below=similar_20)

    report(f"similarity e-value of 20 within 500 answers, pd 0.3: {simulated:.4f}", exact)
    assert exact == pytest.approx(0.0330, abs=5e-5)
    assert exact <= 0.05
    _assert_agree(simulated, exact)


def test_similarity_e_value_is_also_valid_beyond_its_limit(similar_20):
    at_limit = _stopped(_pc(0.3), below=similar_20)[-1]

    for pd in (0.35, 0.5, 0.9):
        assert _stopped(_pc(pd), below=similar_20)[-1] < at_limit


@pytest.mark.parametrize("pd", [0.0, 0.1, 0.3, 0.5])
def test_confidence_sequence_seldom_misses_at_any_look(report, pd):
    pc = _pc(pd)
    # Uncut limits: x misses on either side. The limits rise with x.
    too_few = _rising(lambda x, n: _sequence(x, n).pd_upper_uncut >= pd - 1e-12) - 1
    too_many = _rising(lambda x, n: _sequence(x, n).pd_lower_uncut > pd + 1e-12)
    exact = _stopped(pc, below=too_few, above=too_many)[-1]
    simulated = _share_stopped(pc, seed=3 + round(10 * pd), below=too_few, above=too_many)

    report(f"confidence sequence misses pd {pd} within 500 answers: {simulated:.4f}", exact)
    assert exact <= 0.05
    _assert_agree(simulated, exact)


def test_wald_keeps_his_three_inequalities_in_all_125_cells(report):
    over = {}
    for pd, alpha, beta in product(PDS, RISKS, RISKS):
        plan = {"alpha": alpha, "beta": beta, "pd": pd}
        false = sprt_characteristics(true_pd=0, **plan).difference
        missed = sprt_characteristics(true_pd=pd, **plan).similarity
        assert false / (1 - missed) <= alpha / (1 - beta) * (1 + 1e-9), plan
        assert missed / (1 - false) <= beta / (1 - alpha) * (1 + 1e-9), plan
        assert false + missed <= alpha + beta + 1e-12, plan
        if false > alpha + 1e-12 or missed > beta + 1e-12:
            over[pd, alpha, beta] = (round(false, 4), round(missed, 4))
            report(f"Wald over nominal at {plan}: {false:.4f}, {missed:.4f}", false)

    assert over == {
        (0.5, 0.05, 0.2): (0.0551, 0.1181),
        (0.5, 0.1, 0.2): (0.1111, 0.1111),
        (0.5, 0.2, 0.05): (0.1181, 0.0551),
        (0.5, 0.2, 0.1): (0.1111, 0.1111),
    }


@pytest.mark.parametrize("true_pd", [0.0, 0.3])
def test_simulated_sprt_has_its_exact_risks_and_length(report, true_pd):
    plan = {"alpha": 0.05, "beta": 0.05, "pd": 0.3}
    exact = sprt_characteristics(true_pd=true_pd, maximum=ANSWERS, **plan)
    outcomes = np.random.default_rng(10).random((STUDIES, ANSWERS)) < _pc(true_pd)
    results = [sprt(study.tolist(), maximum=ANSWERS, **plan) for study in outcomes]

    share = sum(result.state == "difference" for result in results) / STUDIES
    lengths = np.array([result.n for result in results])
    report(f"Wald's test shows a difference at pd {true_pd}: {share:.4f}", exact.difference)
    report(f"Wald's test takes at pd {true_pd}: {lengths.mean():.2f}", exact.expected_answers)
    _assert_agree(share, exact.difference)
    error = lengths.std() / math.sqrt(STUDIES)
    assert lengths.mean() == pytest.approx(exact.expected_answers, abs=4 * error)


def test_sprt_agrees_with_its_lines():
    plan = {"alpha": 0.05, "beta": 0.05, "pd": 0.3}
    rng = np.random.default_rng(11)
    for _ in range(200):
        outcomes = (rng.random(ANSWERS) < 0.4).tolist()
        result = sprt(outcomes, **plan)
        right = np.cumsum(outcomes[: result.n])
        for n in range(1, result.n + 1):
            lines = sprt_lines(n, **plan)
            inside = (lines.lower_line is None or right[n - 1] > lines.lower_line) and (
                lines.upper_line is None or right[n - 1] < lines.upper_line
            )
            assert inside == (n < result.n)


def test_fixed_test_has_its_exact_size_at_one_look(report):
    size = difference_test(min_correct(98, alpha=0.05), 98, alpha=0.05).p_value
    right = np.random.default_rng(12).binomial(98, 1 / 3, STUDIES)
    simulated = float(np.mean(right >= min_correct(98, alpha=0.05)))

    report(f"one look at 98 answers, alpha 0.05: {simulated:.4f}", size)
    assert size == pytest.approx(0.0484, abs=5e-5)
    _assert_agree(simulated, size)


@pytest.mark.parametrize(("first", "by_96", "by_500"), [(6, 0.1951, 0.2947), (1, 0.2162, 0.3127)])
def test_peeking_breaks_the_fixed_test(report, first, by_96, by_500):
    smallest = [min_correct(n, alpha=0.05) for n in range(1, ANSWERS + 1)]
    looks = np.array(
        [n + 1 if x is None or n < first else x for n, x in enumerate(smallest, start=1)]
    )
    exact = _stopped(1 / 3, above=looks)
    simulated = _share_stopped(1 / 3, seed=13, above=looks)

    report(f"a look after every answer from {first} to 500: {simulated:.4f}", exact[-1])
    assert exact[95] == pytest.approx(by_96, abs=5e-5)
    assert exact[-1] == pytest.approx(by_500, abs=5e-5)
    _assert_agree(simulated, exact[-1])


def _pc(pd):
    return 1 / 3 + 2 / 3 * pd


def _sequence(x, n):
    return confidence_sequence(x, n, confidence=0.95)


def _rising(holds):
    """For n = 1...500 the smallest count at which a predicate that is monotone in it holds.

    From one answer to the next the count stays or rises by one: one more wrong answer makes
    it no smaller, one more right answer is at most one more.
    """
    counts, x = [], 0
    for n in range(1, ANSWERS + 1):
        while x > 0 and holds(x - 1, n):
            x -= 1
        while x <= n and not holds(x, n):
            x += 1
        counts.append(x)
    return np.array(counts)


def _stopped(pc, *, below=None, above=None):
    """P(the count has been at or below, or at or above, its line) by each n, exactly."""
    undecided, stopped, by_n = np.array([1.0]), 0.0, []
    counts = np.arange(ANSWERS + 1)
    for n in range(1, ANSWERS + 1):
        undecided = np.append(undecided * (1 - pc), 0.0) + np.append(0.0, undecided * pc)
        out = np.zeros(n + 1, dtype=bool)
        if below is not None:
            out |= counts[: n + 1] <= below[n - 1]
        if above is not None:
            out |= counts[: n + 1] >= above[n - 1]
        stopped += float(undecided[out].sum())
        undecided[out] = 0.0
        by_n.append(stopped)
    return by_n


def _share_stopped(pc, *, seed, below=None, above=None):
    rng = np.random.default_rng(seed)
    stopped = 0
    for _ in range(20):
        right = np.cumsum(rng.random((STUDIES // 20, ANSWERS)) < pc, axis=1, dtype=np.int32)
        out = np.zeros(STUDIES // 20, dtype=bool)
        if below is not None:
            out |= (right <= below).any(axis=1)
        if above is not None:
            out |= (right >= above).any(axis=1)
        stopped += int(out.sum())
    return stopped / STUDIES


def _assert_agree(simulated, exact):
    error = math.sqrt(exact * (1 - exact) / STUDIES)
    assert abs(simulated - exact) <= 4 * error
